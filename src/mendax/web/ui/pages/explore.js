// Solved games: the list, one of them node by node, two side by side. All that is shown is in the address.

import { html, render, nothing } from "../lib/html.js";
import { get } from "../lib/api.js";
import { bytes, decimals } from "../lib/numbers.js";
import { count } from "../lib/format.js";
import { pane } from "./explore/pane.js";

export default async function explore(page) {
  if (page.rest) return game(page);
  return shelf(page);
}

async function shelf({ root, signal, go }) {
  const { solutions } = await get("/solutions", signal);
  const open = (event) => {
    event.preventDefault();
    const wanted = new FormData(event.target).get("game").trim();
    if (wanted) go(`/explore/${wanted}`);
  };
  render(
    html`<h1>Explore</h1>
      <p class="faint">Every node of a solved game: what each hand does, what each action is worth, and the proof.</p>
      <form class="row explore-open" @submit=${open}>
        <label>Game<input name="game" list="explore-known" value="bluff" size="28" maxlength="200" required autocapitalize="off" spellcheck="false"></label>
        <datalist id="explore-known">${solutions.map((one) => html`<option value=${one.game}></option>`)}</datalist>
        <button class="main">Open</button>
      </form>
      <p class="faint">
        Small ones are solved when you open them:
        ${["bluff", "bluff:faces=4", "bluff:dice=2v1,faces=3", "joker", "endgame", "liars-die", "thesis-die", "coins", "seven-category", "kuhn"].map(
          (name) => html`<a class="explore-sample" href=${`/explore/${name}`}><code>${name}</code></a> `,
        )}
      </p>
      <h2>Solved here</h2>
      ${solutions.length
        ? html`<div class="scroll" tabindex="0" role="region" aria-label="Solved games"><table>
            <thead><tr><th>Game</th><th class="number">Value</th><th>Worth</th><th>Method</th><th class="number">Size</th></tr></thead>
            <tbody>${solutions.map(
              (one) => html`<tr>
                <td><a href=${`/explore/${one.game}`}><code>${one.game}</code></a></td>
                <td class="number">${decimals(one.value, 5)}</td>
                <td>${one.status === "exact" ? html`<span class="tag good">exact</span>` : html`<span class="tag">within ${one.exploitability.toExponential(1)}</span>`}</td>
                <td>${one.method}</td><td class="number">${bytes(one.bytes)}</td>
              </tr>`,
            )}</tbody>
          </table></div>`
        : html`<p>Nothing yet. Open a small game above, or solve a larger one under <a href="/jobs">Jobs</a>.</p>`}
      <p class="faint">${count(solutions.length)} files in the folder of data; files of <code>mendax solve --out</code> put there are listed too.</p>`,
    root,
  );
}

async function game({ root, rest, query, signal, go }) {
  const name = decodeURIComponent(rest);
  const state = {
    panes: [{ game: name, at: query.get("at") ?? "", locks: query.getAll("lock") }],
    show: query.get("show") ?? "both",
    all: query.get("all") === "1",
  };
  if (query.has("with")) state.panes.push({ game: query.get("with"), at: query.get("withat") ?? "", locks: [] });

  const address = () => {
    const [first, second] = state.panes;
    const told = new URLSearchParams();
    if (first.at) told.set("at", first.at);
    for (const lock of first.locks) told.append("lock", lock);
    if (second) {
      told.set("with", second.game);
      if (second.at) told.set("withat", second.at);
    }
    if (state.show !== "both") told.set("show", state.show);
    if (state.all) told.set("all", "1");
    const text = told.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3D", "=");
    return `/explore/${first.game}${text ? `?${text}` : ""}`;
  };
  const hosts = state.panes.map(() => {
    const host = document.createElement("section");
    host.className = "explore-pane";
    return host;
  });
  const draw = () => Promise.all(state.panes.map((one, i) => pane(hosts[i], { one, state, number: i, change, signal })));
  const change = (edit, { replace = false } = {}) => {
    const panes = state.panes.length;
    edit(state);
    go(address(), { quiet: state.panes.length === panes, replace });
    return state.panes.length === panes ? draw() : undefined;
  };
  const compare = (event) => {
    event.preventDefault();
    const wanted = new FormData(event.target).get("with").trim();
    if (wanted) change(() => state.panes.push({ game: wanted, at: wanted === name ? state.panes[0].at : "", locks: [] }));
  };
  const option = (value, text) =>
    html`<button aria-pressed=${state.show === value} @click=${() => change(() => (state.show = value), { replace: true }).then(tools)}>${text}</button>`;
  const tools = () =>
    render(
      html`<div class="row" role="group" aria-label="Shown in tables">
          ${option("both", "Both")} ${option("played", "How often")} ${option("value", "Worth")}
          <button aria-pressed=${state.all} @click=${() => change(() => (state.all = !state.all), { replace: true }).then(tools)}>All actions</button>
        </div>
        ${state.panes.length === 1
          ? html`<form class="row" @submit=${compare}>
              <label class="explore-with"><span class="visually-hidden">Compare with the game</span>
                <input name="with" value=${name} size="20" maxlength="200" autocapitalize="off" spellcheck="false"></label>
              <button>Compare</button>
            </form>`
          : html`<button @click=${() => change(() => state.panes.pop())}>One only</button>`}`,
      bar,
    );
  const bar = document.createElement("div");
  bar.className = "row spread explore-tools";
  const both = document.createElement("div");
  both.className = state.panes.length > 1 ? "explore-two" : "";
  both.append(...hosts);
  render(html`<p class="faint"><a href="/explore">All solved games</a></p>`, root);
  root.append(bar, both);
  tools();
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "u") hosts[0].querySelector("[data-up]")?.click();
    },
    { signal },
  );
  await draw();
  return nothing;
}
