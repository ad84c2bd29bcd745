// Strategies locked at chosen places, and what the best response gains.

import { html, nothing } from "../../lib/html.js";
import { decimals, told } from "../../lib/numbers.js";

export function locks(place, { one, gains, note, change }) {
  const choices = place.round ? ofRound(place.round) : ofCup(place.cup);
  if (!choices.actions.length) return nothing;
  const add = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const [hand, action, chance] = ["hand", "action", "chance"].map((name) => form.get(name));
    const rest = choices.actions.filter((name) => name !== action);
    const left = 1 - Number(chance) / 100;
    const other = rest.includes("call") ? "call" : rest[0];
    const share = (value) => Number(value.toFixed(4));
    const text = left > 0 && other ? `${action}:${share(1 - left)},${other}:${share(left)}` : `${action}:1`;
    change((all) => {
      const had = all.panes[0].locks.filter((lock) => !lock.startsWith(`${place.at}|${hand}|`));
      all.panes[0].locks = [...had, `${place.at}|${hand}|${text}`];
    });
  };
  const drop = (lock) => change((all) => (all.panes[0].locks = all.panes[0].locks.filter((other) => other !== lock)));
  return html`<details class="card explore-locks" ?open=${one.locks.length > 0}>
    <summary><strong>Lock and exploit</strong> <span class="faint">fix what is done here, and see what the best response gains</span></summary>
    <form class="row" @submit=${add}>
      <label>Hand<select name="hand">${choices.hands.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></label>
      <label>always or often<select name="action">${choices.actions.map((name) => html`<option>${name}</option>`)}</select></label>
      <label>in % of cases<input name="chance" type="number" min="0" max="100" step="any" value="100"></label>
      <button>Lock</button>
    </form>
    <p class="faint">What is left of 100% goes to ${choices.actions.includes("call") ? "call" : choices.actions[0]}.</p>
    ${one.locks.length
      ? html`<ul class="explore-locked">${one.locks.map((lock) => {
          const [at, hand, does] = lock.split("|");
          return html`<li><span>${at || "start"}, ${hand === "*" ? "all hands" : hand}: ${does.replaceAll(",", ", ")}</span> <button class="quiet" @click=${() => drop(lock)} aria-label=${`Unlock ${lock}`}>Unlock</button></li>`;
        })}</ul>`
      : nothing}
    ${gains
      ? html`<div class="scroll" tabindex="0" role="region" aria-label="What the best response gains"><table><thead><tr><th>Best response to</th><th class="number">Before</th><th class="number">After</th><th class="number">Gain</th></tr></thead>
          <tbody>${gains.map((gain) => html`<tr><td>player ${gain.locked}</td><td class="number">${told(gain.before)}</td><td class="number">${told(gain.after)}</td>
            <td class="number"><strong>${gain.gain.value > 0 ? "+" : ""}${decimals(gain.gain.value)}</strong></td></tr>`)}</tbody></table></div>
        <p class="faint">Values in the tables are now those against the locked strategy; ★ is the best response. ${note}</p>`
      : nothing}
  </details>`;
}

const ofRound = (here) => ({
  hands: [["*", "all hands"], ...here.rows.map((row) => [row.hand, row.hand])],
  actions: here.actions.map((one) => one.name),
});

const ofCup = (here) => ({
  hands: [...here.rows.map((row) => [row.hand, `holding ${row.hand}`])],
  actions: here.claims,
});
