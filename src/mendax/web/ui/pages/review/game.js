// One finished game: how the result came about, then every decision, worst first.

import { html, render, nothing } from "../../lib/html.js";
import { get } from "../../lib/api.js";
import { percent, plural } from "../../lib/format.js";
import { dice } from "../../lib/dice.js";
import { held } from "../play/cup.js";
import { roundReveal } from "../play/round.js";

const SMALL = 0.0005; // a loss that shows as nothing

export default async function game({ root, rest: id, query, signal, go }) {
  const { seat: mine, review } = await get(`/review/${encodeURIComponent(id)}`, signal);
  const state = { seat: Number(query.get("seat") ?? mine), order: query.get("order") ?? "worst" };
  if (!(state.seat in review.agents)) state.seat = mine;

  const person = (seat) => review.people[seat] ?? (review.agents[seat] === "person" ? "person" : null);
  const name = (seat) => {
    const text = person(seat) ?? review.agents[seat];
    const twice = review.agents.filter((_, i) => (person(i) ?? review.agents[i]) === text).length > 1;
    return twice ? `${text} (seat ${seat + 1})` : text;
  };
  const set = (key) => (event) => {
    state[key] = key === "seat" ? Number(event.target.value) : event.target.value;
    go(`/review/${id}?seat=${state.seat}&order=${state.order}`, { quiet: true, replace: true });
    draw();
  };

  function draw() {
    const own = review.decisions.filter((one) => one.seat === state.seat && one.status !== "forced");
    const graded = own.filter((one) => one.loss !== null);
    const sorted = state.order === "worst" ? [...own].sort((a, b) => (b.loss ?? -1) - (a.loss ?? -1)) : own;
    const won = review.won[state.seat];
    render(
      html`<div class="row spread"><h1>Review <span class=${`tag ${won === 1 ? "good" : won === 0 ? "bad" : ""}`}>${name(state.seat)} ${won === 1 ? "won" : won === 0 ? "lost" : `got ${won}`}</span></h1>
          <a class="button" href=${`/api/review/${id}/export`} download>Export</a></div>
        <p class="faint"><code>${review.game}</code> · ${review.agents.map((_, i) => name(i)).join(" against ")}</p>
        <div class="row review-choose">
          <label>Of <select @change=${set("seat")}>${review.agents.map((_, i) => html`<option value=${i} ?selected=${i === state.seat}>${name(i)}</option>`)}</select></label>
          <label>Order <select @change=${set("order")}>
            <option value="worst" ?selected=${state.order === "worst"}>worst first</option>
            <option value="played" ?selected=${state.order === "played"}>as played</option></select></label>
        </div>
        <div class="stack">
          ${review.solved ? notSolved() : splitCard(review.splits[state.seat], review)}
          <section class="stack" aria-labelledby="decisions">
            <h2 id="decisions">${plural(own.length, "decision")}${own.length > graded.length && !review.solved ? `, ${graded.length} graded` : ""}</h2>
            ${sorted.map((one) => decision(one, review))}
          </section>
          ${review.reveals.length
            ? html`<details class="card"><summary><strong>All ${plural(review.reveals.length, "reveal")}</strong></summary>
                <div class="stack review-reveals">${review.reveals.map((reveal, i) => html`<div><h3>Round ${i + 1}</h3>${roundReveal({ table: { reveal, you: null }, name })}</div>`)}</div></details>`
            : nothing}
        </div>`,
      root,
    );
  }
  draw();
}

const notSolved = () => html`<section class="card"><h2>Not solved</h2>
  <p>No solution of this game is on this server, so nothing is graded and nothing is guessed. What is shown are the naive chances: the
    player's own dice known, all others rolled and unseen.</p></section>`;

function splitCard(split, review) {
  const rows = [
    ["Value of the game", split.start, "start", "for this seat, both playing the solution"],
    ["Luck", split.luck, "luck", "the dice, what the other held, and mixing"],
    ["Own mistakes", -split.own, "own", ""],
    ["The other's mistakes", split.others, "others", ""],
    ...(split.ungraded ? [["Not graded", split.ungraded, "ungraded", "actions off the tree"]] : []),
  ];
  const proof = review.certificate;
  return html`<section class="card" aria-labelledby="split"><h2 id="split">How the result came about</h2>
    <div class="scroll"><table class="review-split">
      <tbody>${rows.map(([title, value, key, why], i) => html`<tr><th scope="row">${title}<small class="faint">${why}</small></th>
        <td class="number">${i === 0 ? percent(value) : points(value)}</td>
        <td class="review-bar-cell">${bar(i === 0 ? 0 : value)}</td>
        <td class="faint review-exact">${split.exact && split.texts[key].length < 16 ? `${key === "own" && split.own ? "−" : ""}${split.texts[key]}` : ""}</td></tr>`)}
        <tr class="review-sum"><th scope="row">Result</th><td class="number">${percent(split.result)}</td><td></td><td class="faint review-exact">${split.exact ? "adds up exactly" : "adds up, in floats"}</td></tr>
      </tbody></table></div>
    <p class="faint review-proof">${split.exact ? "The parts are fractions and add up exactly." : "The parts are floats and add up."} By the solution of <code>${proof.game}</code>: chance to win of who begins ${percent(proof.win_probability, 2)}, ${proof.status === "exact" ? "exact, proven" : `within ${percent((proof.bounds[1] - proof.bounds[0]) / 4, 3)}`} (${proof.method}).
      Equilibria need not be unique; what they are worth is.</p></section>`;
}

const points = (value) => `${value < -1e-12 ? "−" : "+"}${Math.abs(100 * value).toFixed(1)}`;

/** A bar from the middle, to the right what helped. */
function bar(value) {
  const size = Math.min(Math.abs(value), 1) * 50;
  return html`<svg class="review-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" x="0" y="0" width="100" height="10"></rect>
    <rect class=${value < 0 ? "minus" : "plus"} x=${value < 0 ? 50 - size : 50} y="0" width=${size} height="10"></rect>
    <rect class="zero" x="49.8" y="0" width="0.4" height="10"></rect></svg>`;
}

function grade(one) {
  if (one.loss === null) return html`<span class="tag warn">${one.status}</span>`;
  if (one.loss < SMALL) return html`<span class="tag good">no loss</span>`;
  return html`<span class=${`tag ${one.loss < 0.02 ? "warn" : "bad"}`}>loses ${(100 * one.loss).toFixed(1)} points</span>`;
}

function decision(one, review) {
  const chosen = one.choices.find((choice) => choice.action === one.action);
  const best = one.choices[0]?.worth ?? null;
  const shown = one.choices.slice(0, 6);
  if (chosen && !shown.includes(chosen)) shown.push(chosen);
  const unit = review.match ? "match" : "game";
  return html`<article class="card review-decision">
    <div class="row spread"><h3>${review.match ? `Round ${one.round}: ` : ""}${words(one.action)}${one.before ? html`<span class="faint"> after ${one.before.split(" ").map(words).join(", ")}</span>` : html`<span class="faint"> to open</span>`}</h3>
      ${grade(one)}</div>
    <div class="row">${one.dice.length ? (review.kind === "cup" ? held(one.dice, "small") : dice(one.dice, { size: "small" })) : nothing}
      ${one.loss !== null && one.loss >= SMALL ? html`<span>Better: <strong>${words(one.best)}</strong></span>` : nothing}
      ${one.loss_round !== null && one.loss_round !== undefined ? html`<span class="faint">of the round ${(100 * one.loss_round).toFixed(1)} points</span>` : nothing}</div>
    <div class="review-columns">
      <div class="scroll"><table><caption class="visually-hidden">Alternatives</caption>
        <thead><tr><th scope="col">Action</th>${best === null ? nothing : html`<th scope="col" class="number">Wins the ${unit}</th><th scope="col" class="number">Solution</th>`}<th scope="col" class="number">Naive chance</th></tr></thead>
        <tbody>${shown.map((choice) => html`<tr class=${choice === chosen ? "review-chosen" : ""}><td>${words(choice.action)}${choice === chosen ? html` <small>(played)</small>` : nothing}</td>
          ${best === null ? nothing : html`<td class="number">${percent(choice.worth)}</td><td class="number">${choice.plays === null ? "open" : choice.plays > 0.0005 ? percent(choice.plays, 0) : "–"}</td>`}
          <td class="number">${choice.chance === null ? "–" : percent(choice.chance, 0)}</td></tr>`)}</tbody></table></div>
      ${one.spread ? spread(one.spread) : nothing}
    </div>
    ${best !== null && shown[0].plays === null ? html`<p class="faint review-note">Open: the solution would not have come here by its own choices, and says nothing of what follows.</p>` : nothing}
  </article>`;
}

const words = (action) => action?.replace(/^(\d+)x(\d+)$/, "$1 × $2");

/** Two bars for each number of hidden dice that count: by the solution, and naive. */
function spread({ names, solved, naive, about }) {
  const rows = names.map((name, i) => [name, solved?.[i] ?? null, naive[i]]).filter(([, a, b]) => (a ?? 0) > 0.0005 || b > 0.0005);
  const most = rows.length > 10 ? [...rows].sort((a, b) => (b[1] ?? b[2]) - (a[1] ?? a[2])).slice(0, 10) : rows;
  return html`<figure class="review-spread"><figcaption>What may be believed: ${about}</figcaption>
    <table><thead><tr><th scope="col"></th><th scope="col">By the solution</th><th scope="col">Naive</th></tr></thead>
      <tbody>${most.map(([name, a, b]) => html`<tr><th scope="row">${name}</th><td>${a === null ? html`<span class="faint">off the tree or not solved</span>` : html`${column(a, "solved")} ${percent(a, 0)}`}</td><td>${column(b, "naive")} ${percent(b, 0)}</td></tr>`)}</tbody></table></figure>`;
}

const column = (share, kind) => html`<svg class=${`review-share ${kind}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="10"></rect><rect class="fill" width=${100 * share} height="10"></rect></svg>`;
