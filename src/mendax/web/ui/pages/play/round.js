// A round of bids: the bid to beat, the grid of bids, the calls, the reveal.

import { html, nothing } from "../../lib/html.js";
import { die, dice } from "../../lib/dice.js";
import { percent, plural } from "../../lib/format.js";

const ROWS = 6; // of the grid that are shown at first

const bidText = (bid) => html`<span class="play-bid">${bid.count} × ${die(bid.face, { size: "small" })}</span>`;

export function roundMiddle({ table, name }) {
  const last = table.bids.at(-1);
  const total = table.standing.dice.reduce((a, b) => a + b, 0);
  return html`<section class="card play-middle" aria-label="Bids">
    <div class="row spread"><span class="faint">${table.match ? `Round ${table.round} · ` : ""}${plural(total, "die").replace("dies", "dice")} on the table</span>
      ${table.standing.palifico ? html`<span class="tag warn">palifico: no wild face, the face stays</span>` : nothing}</div>
    ${last
      ? html`<p class="play-beat"><span class="faint">To beat</span> <strong>${last.count} × ${die(last.face)}</strong>
          <span class="faint">by ${name(last.seat)}</span></p>`
      : html`<p class="play-beat"><strong>No bid yet.</strong> <span class="faint">${name(table.standing.opener)} ${table.standing.opener === table.you ? "open" : "opens"}.</span></p>`}
    ${table.bids.length > 1
      ? html`<ol class="play-bids" aria-label="Bids of this round">${table.bids.map((bid) => html`<li><span class="faint">${name(bid.seat)}</span> ${bidText(bid)}</li>`)}</ol>`
      : nothing}
  </section>`;
}

export function roundActions(context) {
  const { table, act, state, draw } = context;
  const legal = new Set(table.legal);
  const byCount = new Map();
  const faces = [...new Set(table.ladder.map((bid) => bid.face))].sort((a, b) => a - b);
  for (const bid of table.ladder) byCount.set(bid.count, (byCount.get(bid.count) ?? new Map()).set(bid.face, bid));
  const low = Math.min(...table.ladder.filter((bid) => legal.has(bid.text)).map((bid) => bid.count));
  const counts = [...byCount.keys()].filter((count) => count >= low || count === table.bids.at(-1)?.count);
  const shown = state.wide ? counts : counts.slice(0, ROWS);
  const bid = (text) => () => act(text);
  const solved = table.help?.solved;
  const best = solved ? Math.max(...Object.values(solved).map((row) => row.worth)) : 0;

  const cell = (one) => {
    if (!one) return html`<td></td>`;
    const open = legal.has(one.text);
    const last = table.bids.at(-1)?.text === one.text;
    const help = open ? helped(table.help, one.text, best) : nothing;
    return html`<td><button class=${`play-cell ${last ? "last" : ""}`} ?disabled=${!open} @click=${bid(one.text)}><span>${one.count}×${one.face}</span>${last ? html`<span class="visually-hidden">, the bid to beat</span>` : nothing}${help}</button></td>`;
  };

  return html`<section class="card play-actions" aria-label="Your move">
    ${table.help?.said ? html`<p class="tag warn">${table.help.said}</p>` : nothing}
    ${table.bids.length
      ? html`<div class="row play-calls">
          ${table.calls.filter((call) => legal.has(call)).map(
            (call) => html`<button class="main" @click=${bid(call)}>${call === "call" ? "Call: it is a lie" : table.calza ? "Calza: exactly right" : "Exactly right"}
              ${helped(table.help, call, best)}</button>`,
          )}
        </div>`
      : nothing}
    ${table.legal.some((text) => !table.calls.includes(text))
      ? html`<p class="faint play-or">${table.bids.length ? "or bid more" : "Bid"}: at least so many dice show this face, all hands together</p>
          <div class="scroll"><table class="play-grid" @keydown=${arrows}>
            <thead><tr>${faces.map((face) => html`<th scope="col">${die(face, { size: "small", kind: face === table.wild ? "wild" : "" })}
              ${face === table.wild ? html`<span class="play-wild">wild</span>` : nothing}</th>`)}</tr></thead>
            <tbody>${shown.map((count) => html`<tr>${faces.map((face) => cell(byCount.get(count).get(face)))}</tr>`)}</tbody>
          </table></div>
          ${counts.length > shown.length ? html`<button class="quiet" @click=${() => ((state.wide = true), draw())}>Higher bids …</button>` : nothing}`
      : nothing}
    ${legend(table.help)}
  </section>`;
}

/** What the help level says of an action. */
export function helped(help, text, best) {
  if (!help) return nothing;
  const row = help.solved?.[text];
  if (row) {
    const loss = best - row.worth;
    return html`<small class=${loss < 0.0005 ? "play-best" : ""}>${loss < 0.0005 ? "best" : `−${(100 * loss).toFixed(1)}`}</small><small>${row.plays > 0.0005 ? percent(row.plays, 0) : "\u00a0"}</small>`;
  }
  const chance = help.chances[text];
  return chance === undefined ? nothing : html`<small>${percent(chance, 0)}</small>`;
}

export function legend(help) {
  if (!help) return nothing;
  return help.solved
    ? html`<p class="faint play-legend"><strong>best</strong>: loses nothing; <strong>−2.1</strong>: loses so many points of the chance to win;
        <strong>60%</strong>: how often the solution does it.</p>`
    : html`<p class="faint play-legend">Percent: how likely this is right, given your dice, the others unseen.</p>`;
}

/** Arrows move between the cells of the grid. */
function arrows(event) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  const cell = event.target.closest("td");
  if (!step || !cell) return;
  event.preventDefault();
  let [row, column] = [cell.parentElement.rowIndex, cell.cellIndex];
  const rows = event.currentTarget.rows;
  do {
    row += step[0];
    column += step[1];
    const button = rows[row]?.cells[column]?.querySelector("button");
    if (button && !button.disabled) return button.focus();
  } while (rows[row]?.cells[column]);
}

export function roundReveal({ table, name }) {
  const { reveal } = table;
  const counts = (face) => (face === reveal.bid.face ? "matched" : face === reveal.wild ? "wild" : "idle");
  const held = reveal.count >= reveal.bid.count;
  return html`<section class="card play-reveal" aria-label="Reveal">
    <h2>${name(reveal.caller)} ${reveal.exact ? "said: exactly" : "called"} ${reveal.bid.count} × ${die(reveal.bid.face, { size: "small" })} by ${name(reveal.bidder)}</h2>
    <p class="play-count"><strong>${plural(reveal.count, "die").replace("dies", "dice")} ${reveal.count === 1 ? "counts" : "count"}</strong>
      <span class=${`tag ${held ? "good" : "bad"}`}>${reveal.count === reveal.bid.count ? "exactly as bid" : held ? `${reveal.count - reveal.bid.count} more than bid` : `${reveal.bid.count - reveal.count} short`}</span></p>
    <ul class="plain play-hands">${reveal.hands.map((hand, i) =>
      reveal.dice[i]
        ? html`<li><span class="play-who">${name(i)}</span> ${dice(hand, { kind: counts })}
            ${lost(reveal.lost?.[i])}</li>`
        : nothing,
    )}</ul>
    <p>${capital(reveal.rule)}.${reveal.lost && reveal.lost.every((n) => n === 0) ? " Nobody loses a die." : ""}</p>
    ${reveal.wild && reveal.hands.flat().includes(reveal.wild) ? html`<p class="faint">Dashed green: ${reveal.wild}s are wild and count for every face.</p>` : nothing}
    <details><summary>Bids of the round</summary>
      <ol class="play-bids">${reveal.bids.map((bid) => html`<li><span class="faint">${name(bid.seat)}</span> ${bid.text.replace("x", " × ")}</li>`)}</ol></details>
  </section>`;
}

const lost = (number) =>
  !number ? nothing : number > 0
    ? html`<span class="tag bad">loses ${number}</span>`
    : html`<span class="tag good">gets ${-number}</span>`;

export const capital = (text) => text[0].toUpperCase() + text.slice(1);
