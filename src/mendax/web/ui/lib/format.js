// Numbers as people read them.

export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`;
export const signed = (share, digits = 1) => `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(digits)}`;
export const count = (number) => number.toLocaleString("en");
export const plural = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;
