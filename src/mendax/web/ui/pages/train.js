// Training: a spot from play, an answer, what it costs.

import { html, render, nothing } from "../lib/html.js";
import { get, post, query } from "../lib/api.js";
import { dice } from "../lib/dice.js";
import { percent } from "../lib/format.js";
import { share, told } from "../lib/numbers.js";

const TAGS = { best: "tag good", good: "tag good", inaccuracy: "tag warn", mistake: "tag bad", blunder: "tag bad" };

export default async function train({ root, rest, signal, go }) {
  const { solutions } = await get("/solutions", signal);
  const rounds = [...new Set(solutions.map((one) => one.game))].filter((game) => !/^(liars-die|thesis-die|seven-category|coins|continuous|improvable|rps|prisoners-dilemma|koller|kuhn)/.test(game));
  const game = decodeURIComponent(rest) || rounds[0];
  const state = { game, spot: null, answer: null, chosen: "", progress: null, wrong: "" };

  const choose = (event) => {
    event.preventDefault();
    const wanted = new FormData(event.target).get("game").trim();
    if (wanted) go(`/train/${wanted}`);
  };
  const next = async () => {
    try {
      const [spot, progress] = await Promise.all([get(`/train${query({ game })}`, signal), get(`/train/progress${query({ game })}`, signal)]);
      Object.assign(state, { spot, progress, answer: null, chosen: "" });
    } catch (error) {
      if (signal.aborted) return;
      state.wrong = error.message;
    }
    draw();
    root.querySelector(".train-options button, .train-options a")?.focus({ preventScroll: true });
  };
  const answer = async (action) => {
    if (state.answer) return;
    const { grade, progress } = await post("/train", { game, at: state.spot.at, hand: state.spot.hand, action }, signal);
    Object.assign(state, { answer: grade, chosen: action, progress });
    draw();
    root.querySelector(".train-next")?.focus();
  };
  const draw = () =>
    render(
      html`<h1>Train</h1>
        <form class="row train-choose" @submit=${choose}>
          <label>Solved game<input name="game" list="train-games" value=${game ?? ""} size="26" maxlength="200" required autocapitalize="off" spellcheck="false"></label>
          <datalist id="train-games">${rounds.map((one) => html`<option value=${one}></option>`)}</datalist>
          <button>Train this</button>
        </form>
        ${state.wrong ? html`<p role="alert">${state.wrong}</p><p><a href=${`/explore/${game}`}>Open ${game} in the explorer</a>: small games are solved there at once.</p>` : nothing}
        ${game ? nothing : html`<p>No round is solved here yet. Open one in the explorer first, as <a href="/explore/bluff:faces=4">bluff:faces=4</a>: it is solved at once.</p>`}
        ${state.spot ? html`<div class="train-page"><div>${spot(state, { answer, next })}</div>${progress(state.progress)}</div>` : nothing}`,
      root,
    );
  draw();
  if (game) await next();
}

function spot(state, { answer, next }) {
  const one = state.spot;
  const calls = one.options.filter((option) => option.count === null);
  const bids = new Map(one.options.filter((option) => option.count !== null).map((option) => [option.name, option]));
  const counts = [...new Set([...bids.values()].map((option) => option.count))].sort((a, b) => a - b);
  const faces = [...new Set([...bids.values()].map((option) => option.face))].sort((a, b) => a - b);
  const graded = new Map((state.answer?.options ?? []).map((option) => [option.name, option]));
  const button = (name) => {
    const found = graded.get(name);
    const best = state.answer?.best.includes(name);
    return html`<button @click=${() => answer(name)} ?disabled=${Boolean(state.answer)} class=${`${best ? "train-best" : ""} ${state.chosen === name ? "train-chosen" : ""}`}>
      <span>${name}</span>${found ? html`<small>${percent(found.wins.value, 1)}${best ? " ★" : ""}</small>` : nothing}</button>`;
  };
  return html`<section class="card" aria-label="Spot">
    <p class="faint"><code>${one.certificate.game}</code> · value ${told(one.certificate.value)} ${one.certificate.status === "exact" ? html`<span class="tag good">exact</span>` : html`<span class="tag warn">within ${one.certificate.exploitability.toExponential(1)}</span>`} · rules <code>${one.certificate.fingerprint}</code></p>
    <p class="row">Your hand ${dice(one.held, { kind: (face) => (face === one.wild ? "wild" : "") })} ${one.again ? html`<span class="tag">seen before</span>` : nothing}</p>
    <p>${one.bids.length ? html`Bids so far: <strong>${one.bids.join(", ")}</strong>. To beat: <strong>${one.bids.at(-1)}</strong>.` : "You open."}
      ${one.dice.join(" against ")} dice; you are player ${one.player}${one.standing ? ", in a match: values are chances to win it" : ""}${one.wild ? `; ${one.wild}s are wild` : ""}.</p>
    <div class="train-options" role="group" aria-label="What do you do?">
      ${counts.length ? html`<div class="scroll"><table>${counts.map((count) => html`<tr>${faces.map((face) => html`<td>${bids.has(`${count}x${face}`) ? button(`${count}x${face}`) : nothing}</td>`)}</tr>`)}</table></div>` : nothing}
      <p class="row">${calls.map((option) => button(option.name))}</p>
    </div>
    <div aria-live="polite">${state.answer ? result(state, next) : nothing}</div>
  </section>`;
}

const result = (state, next) => html`<p><span class=${TAGS[state.answer.grade]}>${state.answer.grade}</span>
    ${state.answer.loss.value > 1e-6 ? html`${state.chosen} loses <strong>${(100 * state.answer.loss.value).toFixed(2)} points</strong> of winning chance${state.answer.loss.exact ? html` (${state.answer.loss.exact})` : nothing}; best ${state.answer.best.join(", ")}.` : html`${state.chosen} loses nothing.`}
    It comes again after ${state.answer.due} answers.</p>
  <details><summary>All ${state.answer.options.length} actions</summary><div class="scroll" tabindex="0" role="region" aria-label="All actions"><table><thead><tr><th>Action</th><th class="number">Wins</th><th class="number">Loses</th><th class="number">Solution plays</th></tr></thead>
    <tbody>${state.answer.options.map((one) => html`<tr><td>${one.name}</td><td class="number">${percent(one.wins.value, 2)}</td><td class="number">${(100 * one.loss.value).toFixed(2)}</td><td class="number">${one.played ? share(one.played) : "–"}</td></tr>`)}</tbody></table></div></details>
  <p class="row"><button class="main train-next" @click=${next}>Next</button>
    <a class="button" href=${`/explore/${state.game}?at=${state.spot.at}`}>Explore this spot</a></p>`;

const progress = (one) => html`<aside class="card"><h2>Your answers</h2>
  <dl class="train-progress"><div><dt>Answered</dt><dd>${one.answers}</dd></div><div><dt>Mean loss</dt><dd>${(100 * one.loss).toFixed(2)} points</dd></div>
    <div><dt>Spots seen</dt><dd>${one.spots}</dd></div><div><dt>Due again</dt><dd>${one.due}</dd></div></dl>
  ${one.weak.length ? html`<h3>Weak spots</h3><ul>${one.weak.map((weak) => html`<li>${weak.hand} after ${weak.at.replaceAll(".", " ") || "nothing"}: ${(100 * weak.loss).toFixed(1)} points a time</li>`)}</ul>` : html`<p class="faint">No weak spots yet.</p>`}
  <p class="faint">Kept for this browser, on this server.</p></aside>`;
