// Light, dark, or as the system has it; remembered in this browser.

const KEY = "mendax-theme";
const order = ["auto", "light", "dark"];

export function theme() {
  const kept = localStorage.getItem(KEY);
  return order.includes(kept) ? kept : "auto";
}

export function applyTheme() {
  if (theme() === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme();
}

export function nextTheme() {
  localStorage.setItem(KEY, order[(order.indexOf(theme()) + 1) % order.length]);
  applyTheme();
}
