// The shell: navigation, and the router that shows a page. A page gets what it needs in one object and is told by `signal` to stop.

import { html, render, nothing } from "./lib/html.js";
import { pages } from "./pages.js";
import { nextTheme, theme, applyTheme } from "./lib/theme.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");
let leaving = new AbortController();

/** The page of an address: that with the longest path that begins it. */
function find(path) {
  const fits = pages.filter((page) => path === page.path || (page.path !== "/" && path.startsWith(page.path + "/")));
  return fits.sort((a, b) => b.path.length - a.path.length)[0];
}

function drawBar(current) {
  const link = (page) => html`<a href=${page.path} aria-current=${page === current ? "page" : nothing}>${page.title}</a>`;
  const next = () => {
    nextTheme();
    drawBar(current);
  };
  render(
    html`<a class="brand" href="/"><img src="/ui/icon.svg" alt="" width="26" height="26">Mendax</a>
      <nav aria-label="Pages">${pages.filter((page) => !page.hidden).map(link)}</nav>
      <button class="quiet" @click=${next} aria-label=${`Colours: ${theme()}. Change`} title=${`Colours: ${theme()}`}>
        <span aria-hidden="true">${{ auto: "◐", light: "☀", dark: "☾" }[theme()]}</span>
      </button>`,
    bar,
  );
  bar.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "nearest" }); // on a phone the bar scrolls
}

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const url = new URL(location.href);
  const page = find(url.pathname);
  drawBar(page);
  document.title = page && page.path !== "/" ? `${page.title} · Mendax` : "Mendax";
  const root = document.createElement("div");
  root.className = "page";
  try {
    if (!page) throw new Error(`There is no page ${url.pathname}.`);
    const module = await page.load();
    if (signal.aborted) return;
    main.replaceChildren(root);
    await module.default({ root, rest: url.pathname.slice(page.path.length).replace(/^\//, ""), query: url.searchParams, signal, go });
  } catch (error) {
    if (signal.aborted) return;
    main.replaceChildren(root);
    render(html`<h1>Not here</h1><p role="alert">${error.message}</p><p><a href="/">Home</a></p>`, root);
  }
}

/** To another address of the app. With `quiet` only the address changes: the page shows itself what it says. */
export function go(address, { quiet = false, replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  if (!quiet) {
    show();
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

addEventListener("popstate", show);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/") || link.target || link.hasAttribute("download")) return;
  if (url.pathname === location.pathname && url.hash) return;
  event.preventDefault();
  go(link.href);
});

applyTheme();
show();
