// A node of a round: breadcrumb, bid grid, hands by actions.

import { html, svg, nothing } from "../../lib/html.js";
import { dice } from "../../lib/dice.js";
import { percent } from "../../lib/format.js";
import { decimals, share, title, told } from "../../lib/numbers.js";

export function round(place, view) {
  const here = place.round;
  return html`${here.standings.length ? standings(here, view) : nothing}
    ${crumbs(here, view)}
    <p>Player ${here.player} ${here.steps.length ? "to move" : "opens"}; ${here.dice.join(" against ")} dice. Play comes here in ${share({ value: here.comes })} of rounds.${here.note ? html` <strong>${here.note}</strong>` : nothing}</p>
    <div class="explore-node">${grid(here, view)}${table(here, view)}</div>`;
}

const standings = (here, { to, link }) => html`<nav class="explore-standings scroll" aria-label="Standings of the match">
  ${here.standings.map((one) => html`<a href=${link(one.at)} @click=${to(one.at)} aria-current=${one.name === here.standing ? "true" : nothing}
    title=${told(one.value)}>${one.name} <span class="faint">${percent((1 + one.value.value) / 2, 0)}</span></a>`)}
</nav>`;

function crumbs(here, { to, link }) {
  const start = here.standing ? `${here.standing}/` : "";
  const steps = [{ name: "start", at: start }, ...here.steps];
  const up = steps.at(-2);
  return html`<nav aria-label="Bids so far" class="explore-crumbs">
    <ol>${steps.map((step, i) => html`<li>${i === steps.length - 1
      ? html`<span aria-current="true">${step.name}</span>`
      : html`<a href=${link(step.at)} @click=${to(step.at)}>${step.name}</a>`}</li>`)}</ol>
    ${up ? html`<a class="button" data-up href=${link(up.at)} @click=${to(up.at)} title="key: u">Up</a>` : nothing}
  </nav>`;
}

/** Quantity by face; what was bid, what may be bid, and how often it is. */
function grid(here, { to, link, number }) {
  const bids = new Map(here.actions.filter((one) => one.to !== null).map((one) => [one.name, one]));
  const made = new Set(here.steps.map((step) => step.name));
  const counts = [...new Set(here.bids.map((bid) => Number(bid.split("x")[0])))].sort((a, b) => a - b);
  const faces = [...new Set(here.bids.map((bid) => Number(bid.split("x")[1])))].sort((a, b) => a - b);
  const known = new Set(here.bids);
  const cell = (name) => {
    if (!known.has(name)) return html`<td></td>`;
    if (made.has(name)) return html`<td class="explore-made"><span>${name}</span><small>bid</small></td>`;
    const bid = bids.get(name);
    if (!bid) return html`<td class="explore-closed"><span>${name}</span><small>closed</small></td>`;
    return html`<td class=${bid.played?.value ? "explore-open-bid explore-used" : "explore-open-bid"}>
      <a href=${link(bid.to)} @click=${to(bid.to)}><span>${name}</span><small>${bid.played ? share(bid.played) : "–"}</small></a></td>`;
  };
  const move = (event) => {
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    const from = event.target.closest("td");
    if (!step || !from) return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll("tbody tr")].map((row) => [...row.children]);
    let y = rows.findIndex((row) => row.includes(from));
    let x = rows[y].indexOf(from);
    for (;;) {
      [y, x] = [y + step[0], x + step[1]];
      if (!rows[y]?.[x]) return;
      const target = rows[y][x].querySelector("a");
      if (target) return target.focus();
    }
  };
  const calls = here.actions.filter((one) => one.to === null);
  return html`<div class="explore-grid" @keydown=${move}>
    <h2 id=${`grid-${number}`}>What is bid</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby=${`grid-${number}`}><table aria-labelledby=${`grid-${number}`}>
      <thead><tr><th scope="col" class="faint">at least</th>${faces.map((face) => html`<th scope="col">${dice([face], { size: "small", kind: () => (face === here.wild ? "wild" : "") })}</th>`)}</tr></thead>
      <tbody>${counts.map((count) => html`<tr><th scope="row">${count}</th>${faces.map((face) => cell(`${count}x${face}`))}</tr>`)}</tbody>
    </table></div>
    ${calls.length ? html`<p class="row">${calls.map((one) => html`<span class="explore-call">${one.name} <strong>${one.played ? share(one.played) : "–"}</strong>${one.value ? html` <small class="faint">${decimals(one.value.value, 3)}</small>` : nothing}</span>`)}</p>` : nothing}
    <p class="faint explore-legend">A percentage is how often, over the hands that come here. Arrow keys move, Enter follows, u goes up.</p>
  </div>`;
}

const kind = (action) => (action === "call" ? "explore-is-call" : action === "exact" ? "explore-is-exact" : "explore-is-bid");

const bar = (value, action) => svg`<svg class="explore-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
  <rect class="explore-bar-back" width="100" height="6"></rect><rect class=${kind(action)} width=${100 * value} height="6"></rect></svg>`;

/** Hands by actions. Rows that the mover's own play does not reach are grey, and say so. */
function table(here, { state, number }) {
  const used = here.actions.filter((one) => state.all || here.rows.some((row) => row.cells.find((cell) => cell.action === one.name)?.played?.value));
  const columns = used.length ? used : here.actions;
  const shown = new Set(columns.map((one) => one.name));
  const row = (one) => {
    const reached = one.reach.value > 0 && one.cells.some((cell) => cell.played);
    return html`<tr class=${reached ? "" : "explore-unreached"}>
      <th scope="row">${dice(one.dice, { size: "small" })}<span class="visually-hidden">${one.hand}</span></th>
      <td class="number" title=${title(one.reach)}>${reached ? share(one.reach) : "not reached"}</td>
      ${one.cells.filter((cell) => shown.has(cell.action)).map((cell) => {
        const best = cell.value && one.best && cell.value.value >= one.best.value - 1e-9;
        return html`<td class="number explore-cell">
          ${state.show !== "value" ? (cell.played ? html`<span title=${title(cell.played)} class=${cell.played.value ? "" : "faint"}>${share(cell.played)}</span>${cell.played.value ? bar(cell.played.value, cell.action) : nothing}` : html`<span class="faint">–</span>`) : nothing}
          ${state.show !== "played" && cell.value ? html`<small title=${title(cell.value)} class=${best ? "explore-best" : "faint"}>${decimals(cell.value.value, 3)}${best ? html`<span aria-label=", best"> ★</span>` : nothing}</small>` : nothing}
        </td>`;
      })}
    </tr>`;
  };
  return html`<div class="explore-table">
    <h2 id=${`table-${number}`}>Hand by hand</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby=${`table-${number}`}><table>
      <thead><tr><th scope="col">Hand</th><th scope="col" class="number">Reach</th>${columns.map((one) => html`<th scope="col" class="number">${one.name}</th>`)}</tr></thead>
      <tbody>${here.rows.map(row)}</tbody>
    </table></div>
    <p class="faint explore-legend"><span class="explore-key explore-is-bid"></span> bid <span class="explore-key explore-is-call"></span> call
      ${here.actions.some((one) => one.name === "exact") ? html`<span class="explore-key explore-is-exact"></span> exact` : nothing}
      · below, what the action is worth to the mover who goes on as well as he can: 1 a win, −1 a loss; ★ best.
      Reach: how likely his own play comes here with the hand.</p>
  </div>`;
}
