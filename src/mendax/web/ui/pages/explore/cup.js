// A position of a passing cup: what is claimed with each hand, and how claims are answered.

import { html, nothing } from "../../lib/html.js";
import { decimals, share, title, told } from "../../lib/numbers.js";

export function cup(place, { to, link, state }) {
  const here = place.cup;
  return html`<nav aria-label="Position" class="explore-crumbs">
      <ol><li>${here.at ? html`<a data-up href=${link("")} @click=${to("")}>start</a>` : html`<span aria-current="true">start</span>`}</li>
      ${here.at ? html`<li><span aria-current="true">to beat ${here.at}</span></li>` : nothing}</ol>
      <label class="explore-positions"><span class="visually-hidden">Position</span><select @change=${(event) => to(event.target.value)()}>
        ${here.positions.map((one) => html`<option value=${one.at} ?selected=${one.at === here.at}>${one.at ? `to beat ${one.at}` : "start"}: ${decimals(one.worth.value, 3)}</option>`)}
      </select></label>
    </nav>
    <p>Who has the cup wins ${told(here.worth)}.</p>
    ${here.rows.length ? tables(here, { to, link, state }) : html`<p>No higher claim is left.</p>`}`;
}

function tables(here, { to, link, state }) {
  const used = here.claims.filter((claim) => state.all || here.rows.some((row) => row.cells.find((cell) => cell.claim === claim)?.played.value));
  const shown = used.length ? used : here.claims;
  const kept = here.throws.length > 1 || (here.throws[0] && here.throws[0].keeps !== "-");
  return html`${kept ? html`<p>Keeps ${here.throws.map((one) => html`<code>${one.keeps}</code> ${share(one.chance)} `)}</p>` : nothing}
  <div class="explore-node explore-cup"><div class="explore-table">
    <h2 id="cup-hands">Claims, hand by hand</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="cup-hands"><table>
      <thead><tr><th scope="col">Hand</th><th scope="col" class="number">Comes</th>${shown.map((claim) => html`<th scope="col" class="number">${claim}</th>`)}</tr></thead>
      <tbody>${here.rows.map((row) => {
        const best = Math.max(...row.cells.map((cell) => cell.value.value));
        return html`<tr><th scope="row">${row.hand}</th><td class="number" title=${title(row.chance)}>${share(row.chance)}</td>
          ${shown.map((claim) => {
            const cell = row.cells.find((one) => one.claim === claim);
            if (!cell) return html`<td class="number faint">–</td>`;
            return html`<td class="number explore-cell">
              ${state.show !== "value" ? html`<a href=${link(cell.to)} @click=${to(cell.to)} title=${title(cell.played)} class=${cell.played.value ? "" : "explore-zero"}>${share(cell.played)}</a>` : nothing}
              ${state.show !== "played" ? html`<small title=${title(cell.value)} class=${cell.value.value >= best - 1e-9 ? "explore-best" : "faint"}>${decimals(cell.value.value, 3)}${cell.value.value >= best - 1e-9 ? " ★" : ""}</small>` : nothing}</td>`;
          })}</tr>`;
      })}</tbody>
    </table></div>
    <p class="faint explore-legend">Below each share the chance to win of who claims so, as it is answered; ★ best. A link leads to where the claim is accepted.</p>
  </div>
  <div class="explore-table"><h2 id="cup-answers">Answers</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="cup-answers"><table>
      <thead><tr><th scope="col">Claim</th><th scope="col" class="number">Heard</th><th scope="col" class="number">True then</th><th scope="col" class="number">Doubted</th></tr></thead>
      <tbody>${here.answers.map((one) => html`<tr class=${one.heard.value ? "" : "explore-unreached"}><th scope="row">${one.claim}</th>
        <td class="number" title=${title(one.heard)}>${one.heard.value ? share(one.heard) : "never"}</td><td class="number">${one.true ? share(one.true) : "–"}</td>
        <td class="number" title=${title(one.doubted)}>${share(one.doubted)}</td></tr>`)}</tbody>
    </table></div></div></div>`;
}
