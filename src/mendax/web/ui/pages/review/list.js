// Finished games, out and in.

import { html, render, nothing } from "../../lib/html.js";
import { get, post, query } from "../../lib/api.js";
import { plural } from "../../lib/format.js";

export default async function list({ root, signal }) {
  let games = await get("/review", signal);
  let more = games.length === 50;
  let said = "";
  let error = "";

  async function older() {
    const next = await get(`/review${query({ before: games.at(-1).ended })}`, signal);
    games = [...games, ...next];
    more = next.length === 50;
    draw();
  }

  async function takeIn(event) {
    const [file] = event.target.files;
    if (!file) return;
    said = error = "";
    try {
      const { new: fresh, known } = await post("/review/import", { lines: await file.text() }, signal);
      said = `${plural(fresh, "new game")}${known ? `, ${known} known already` : ""}.`;
      games = await get("/review", signal);
    } catch (problem) {
      error = problem.message;
    }
    event.target.value = "";
    draw();
  }

  const result = (kept) => {
    if (kept.seat === null) return html`<span class="tag">${kept.imported ? "imported" : "watched"}</span>`;
    const share = kept.won[kept.seat];
    return share === "1" ? html`<span class="tag good">won</span>` : share === "0" ? html`<span class="tag bad">lost</span>` : html`<span class="tag">${share}</span>`;
  };

  function draw() {
    render(
      html`<div class="row spread"><h1>Review</h1>
          <span class="row">
            <label class="button review-file">Import games <input type="file" accept=".jsonl,.json,.txt" class="visually-hidden" @change=${takeIn}></label>
            ${games.length ? html`<a class="button" href="/api/review/export" download>Export all</a>` : nothing}
          </span></div>
        <p role="alert">${error}</p><p role="status">${said}</p>
        ${games.length
          ? html`<div class="card scroll" tabindex="0" role="region" aria-label="Finished games"><table class="review-list">
              <thead><tr><th scope="col">Game</th><th scope="col">Players</th><th scope="col">Result</th><th scope="col" class="review-when">When</th></tr></thead>
              <tbody>${games.map(
                (kept) => html`<tr><td><a href=${`/review/${kept.id}`}><code>${kept.game}</code></a></td>
                  <td>${kept.agents.map((name, i) => html`${i ? ", " : ""}${i === kept.seat ? html`<strong>${name}</strong>` : name}`)}</td>
                  <td>${result(kept)}</td><td class="faint review-when">${new Date(1000 * kept.ended).toLocaleString()}</td></tr>`,
              )}</tbody></table></div>
              ${more ? html`<button @click=${older}>Older games</button>` : nothing}`
          : html`<section class="card"><p>No game is finished yet.</p><p><a class="button main" href="/play">Play one</a></p></section>`}`,
      root,
    );
  }
  draw();
}
