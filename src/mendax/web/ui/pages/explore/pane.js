// One solved game at one node: loaded, or solved first where it is small.

import { html, render, nothing } from "../../lib/html.js";
import { get, post, query } from "../../lib/api.js";
import { follow } from "../../lib/stream.js";
import { bytes, seconds } from "../../lib/numbers.js";
import { certificate } from "./certificate.js";
import { round } from "./round.js";
import { cup } from "./cup.js";
import { locks } from "./locks.js";

const NEAR = 1e-3; // exploitability that is near enough for a first look; what can be exact is exact all the same

/** number: 0 for the first pane, 1 for the one beside it; change(edit) changes the state of the page, and its address. */
export async function pane(host, { one, state, number, change, signal }) {
  const head = html`<h1 class="explore-game"><code>${one.game}</code></h1>`;
  let found;
  try {
    const size = await get(`/size${query({ game: one.game })}`, signal);
    if (!size.solved) return unsolved(host, head, size, () => pane(host, { one, state, number, change, signal }), signal);
    found = await load(one, signal);
  } catch (error) {
    if (signal.aborted) return;
    return render(html`${head}<p role="alert">${error.message}</p>${back(one, number, change)}`, host);
  }
  const { place, gains, note } = found;
  const to = (at) => (event) => {
    event?.preventDefault();
    change((all) => (all.panes[number].at = at));
  };
  const link = (at) => {
    const told = new URLSearchParams(location.search);
    told.set(number ? "withat" : "at", at);
    return `${location.pathname}?${told}`.replaceAll("%3A", ":");
  };
  const address = `${query({ game: place.certificate.game, at: place.at })}`;
  render(
    html`${head}${certificate(place.certificate)}
      ${place.round ? round(place, { to, link, state, number }) : nothing} ${place.cup ? cup(place, { to, link, state }) : nothing}
      ${place.infosets.length ? tree(place) : nothing}
      ${number === 0 && !place.infosets.length ? locks(place, { one, gains, note, change }) : nothing}
      <p class="row explore-files">
        <a class="button" href=${`/api/explore.csv${address}`} download>CSV</a>
        <a class="button" href=${`/api/explore.json${address}`} download>JSON</a>
        <span class="faint">the same in a terminal: <code>${place.command}</code></span>
      </p>`,
    host,
  );
}

async function load(one, signal) {
  const asked = query({ game: one.game, at: one.at });
  if (!one.locks.length) return { place: await get(`/explore${asked}`, signal), gains: null, note: "" };
  const told = one.locks.map((lock) => `&lock=${encodeURIComponent(lock)}`).join("");
  return get(`/explore/lock${asked}${told}`, signal);
}

const back = (one, number, change) =>
  html`<p><button @click=${() => change((all) => Object.assign(all.panes[number], { at: "", locks: [] }))}>To the start of the game</button></p>`;

/** Small games at once, with progress; of larger ones what it would take. */
function unsolved(host, head, size, again, signal) {
  const solve = async () => {
    const job = await post("/jobs", { game: size.game, target: NEAR }, signal);
    const draw = (text) => render(html`${head}<div class="card" role="status"><h2>Solving</h2><p>${text}</p><progress></progress>
      <p class="faint">It goes on when you leave; see <a href="/jobs">Jobs</a>.</p></div>`, host);
    draw("In the queue.");
    follow(job.id, {
      signal,
      job: (now) => {
        if (now.status === "done") again();
        else if (now.status === "failed" || now.status === "cancelled") render(html`${head}<p role="alert">${now.error ?? "The job was cancelled."}</p>`, host);
        else draw(now.progress.text ?? (now.status === "running" ? "Begun." : "In the queue."));
      },
    });
  };
  if (size.small) return solve();
  render(
    html`${head}<div class="card"><h2>Not solved here yet</h2>
      ${size.why
        ? html`<p>${size.why}.</p>`
        : html`<p>It would take about ${size.seconds === null ? "some time" : seconds(size.seconds)}${size.memory ? html` and ${bytes(size.memory)} of memory` : nothing}.</p>
            <button class="main" @click=${solve}>Solve it</button> <a class="button" href=${`/jobs${query({ game: size.game })}`}>Choose how</a>`}
    </div>`,
    host,
  );
}

const tree = (place) => html`<div class="scroll" tabindex="0" role="region" aria-label="Information sets"><table>
  <thead><tr><th>Player</th><th>Knows</th><th>Does</th></tr></thead>
  <tbody>${place.infosets.map(
    (one) => html`<tr class=${one.cells.some((cell) => cell.played) ? "" : "explore-unreached"}>
      <td>${one.player}</td><td>${one.label}</td>
      <td>${one.cells.some((cell) => cell.played) ? one.cells.filter((cell) => cell.played?.value).map((cell) => html`${cell.action} ${cell.played.exact ?? cell.played.value.toFixed(4)} `) : "not reached"}</td>
    </tr>`,
  )}</tbody></table></div>`;
