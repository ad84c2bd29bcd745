// The papers: every table, figure and theorem, printed and recomputed here.

import { html, render, nothing } from "../lib/html.js";
import { get, post } from "../lib/api.js";
import { follow } from "../lib/stream.js";

const TAGS = { agrees: "tag good", erratum: "tag warn", "cannot-tell": "tag", fails: "tag bad" };
const SAYS = { agrees: "agrees", erratum: "erratum", "cannot-tell": "cannot tell", fails: "fails" };

export default async function papers({ root, rest, query, signal, go }) {
  const state = { works: [], only: query.get("only") ?? "" };
  const key = rest || "";
  const load = async () => {
    state.works = (await get("/papers", signal)).works;
    draw();
  };
  const following = new Set();
  const watch = (job) => {
    if (following.has(job.id)) return;
    following.add(job.id);
    follow(job.id, { signal, point: () => soon(), job: () => soon() });
  };
  let waiting = 0;
  const soon = () => {
    waiting ||= setTimeout(async () => {
      waiting = 0;
      if (!signal.aborted) await load().catch(() => {});
    }, 400);
  };
  const compute = async (keys) => {
    for (const one of keys) watch(await post(`/papers/${one}`, {}, signal));
    await load();
  };
  const draw = () => {
    const open = state.works.find((work) => work.key === key);
    for (const work of state.works) if (work.job) watch(work.job);
    const filter = (value) => {
      state.only = value;
      go(`/papers/${key}${value ? `?only=${value}` : ""}`, { quiet: true, replace: true });
      draw();
    };
    render(open ? one(open, state, { compute, filter }) : list(state, { compute }), root);
  };
  await load();
  if (key && !state.works.some((work) => work.key === key)) throw new Error(`There is no work ${key}.`);
}

const tally = (work) => {
  const found = work.items.filter((item) => item.found);
  return Object.keys(TAGS)
    .map((verdict) => [verdict, found.filter((item) => item.found.verdict === verdict).length])
    .filter(([, number]) => number);
};

const tags = (work) => html`<span class="row papers-tally">${tally(work).map(([verdict, number]) => html`<span class=${TAGS[verdict]}>${number} ${verdict === "erratum" && number > 1 ? "errata" : SAYS[verdict]}</span>`)}</span>`;

const status = (work) => {
  const found = work.items.filter((item) => item.found).length;
  if (work.job) return html`<p role="status"><progress max=${work.items.length} value=${found}></progress> ${work.job.status === "running" ? work.job.progress.text ?? "begun" : work.job.status}</p>`;
  if (!found) return html`<p class="faint">${work.items.length} items, none computed on this server yet.</p>`;
  const old = work.items.some((item) => item.found && !item.found.current);
  return html`<p class="faint">${found} of ${work.items.length} items computed here, the last ${date(Math.max(...work.items.map((item) => item.found?.at ?? 0)))}${old ? ", some by an older version" : ""}.</p>`;
};

const date = (time) => new Date(1000 * time).toLocaleString();

const list = (state, { compute }) => html`<h1>Papers</h1>
  <p class="faint">What four works print, computed again from the rules alone. Nothing here is typed in: a row appears when this server has computed it.</p>
  <div class="papers-works">${state.works.map((work) => html`<article class="card">
    <h2><a href=${`/papers/${work.key}`}>${work.title}</a></h2>${tags(work)}${status(work)}</article>`)}</div>
  <p><button class="main" @click=${() => compute(state.works.map((work) => work.key))} ?disabled=${state.works.every((work) => work.job)}>Compute all</button>
    <span class="faint">some minutes, in the background; the same as <code>mendax reproduce</code></span></p>`;

function one(work, state, { compute, filter }) {
  const shown = work.items.filter((item) => !state.only || item.found?.verdict === state.only);
  const button = (value, text) => html`<button aria-pressed=${state.only === value} @click=${() => filter(value)}>${text}</button>`;
  return html`<p class="faint"><a href="/papers">All papers</a></p>
    <h1>${work.title}</h1>
    ${status(work)}
    <div class="row spread"><span class="row" role="group" aria-label="Shown">${button("", "All")}${tally(work).map(([verdict, number]) => button(verdict, `${SAYS[verdict]} ${number}`))}</span>
      <button @click=${() => compute([work.key])} ?disabled=${Boolean(work.job)}>Compute again</button></div>
    <p class="faint papers-terminal">In a terminal: <code>${work.command}</code></p>
    <ul class="papers-items">${shown.map(entry)}</ul>
    ${work.drawings.length && !state.only
      ? html`<h2>Figures</h2><div class="papers-figures">${work.drawings.map((one) => html`<figure class="card" id=${one.name}>
          <img src=${`/api/papers/figures/${one.name}.svg`} alt=${one.title} loading="lazy">
          <figcaption><strong>${one.title}.</strong> ${one.note} <details><summary>Remake</summary><code>${one.command}</code></details>
          <a href=${`/api/papers/figures/${one.name}.json`} download>data</a> <a href=${`/api/papers/figures/${one.name}.png`} download>PNG</a></figcaption></figure>`)}</div>`
      : nothing}`;
}

const entry = (item) => html`<li class=${`card ${item.found?.verdict === "erratum" ? "papers-erratum" : ""}`}>
  <h3>${item.name} ${item.found ? html`<span class=${TAGS[item.found.verdict]}>${SAYS[item.found.verdict]}</span>` : html`<span class="tag warn">not computed yet</span>`}
    ${item.found && !item.found.current ? html`<span class="tag warn">by version ${item.found.version}</span>` : nothing}</h3>
  ${item.found
    ? html`<dl><div><dt>printed</dt><dd>${item.found.printed}</dd></div><div><dt>ours</dt><dd>${item.found.ours}</dd></div></dl>
        ${item.found.note ? html`<p class="faint">${item.found.note}</p>` : nothing}`
    : nothing}
  <p class="papers-command"><code>${item.command}</code>${item.found ? html` <span class="faint">${item.found.seconds.toFixed(2)} s, ${date(item.found.at)}, version ${item.found.version}</span>` : nothing}</p>
</li>`;
