// Values as the server sends them: a float, and the fraction where it is exact.

export const decimals = (value, digits = 4) => `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(digits)}`;

/** `−7/258 = −0.0271`, or the float alone. */
export function told(number, digits = 4) {
  const short = decimals(number.value, digits);
  if (!number.exact || number.exact.length > 24) return short;
  return number.exact.includes("/") ? `${number.exact.replace("-", "−")} = ${short}` : number.exact.replace("-", "−");
}

export const title = (number) => (number?.exact ? number.exact : number ? String(number.value) : "");

/** A share as a whole percentage, which never says 0 or 100 of what is not. */
export function share(number) {
  if (number.value === 0) return "0%";
  if (number.value === 1) return "100%";
  const whole = 100 * number.value;
  if (whole < 0.5) return "<1%";
  return whole > 99.5 ? ">99%" : `${whole.toFixed(0)}%`;
}

/** Bytes and seconds as people say them. */
export function bytes(size) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  while (size >= 1024 && i < units.length - 1) {
    size /= 1024;
    i += 1;
  }
  return `${size < 10 && i ? size.toFixed(1) : size.toFixed(0)} ${units[i]}`;
}

export function seconds(time) {
  if (time < 1) return "under a second";
  if (time < 90) return `${time.toFixed(0)} s`;
  if (time < 5400) return `${(time / 60).toFixed(0)} min`;
  return time < 172800 ? `${(time / 3600).toFixed(0)} h` : `${(time / 86400).toFixed(0)} days`;
}
