// People against machines: as in the thesis' Tables 2 to 4, by agent, who began, help level; with intervals.

import { html, render, nothing } from "../lib/html.js";
import { get, query } from "../lib/api.js";
import { percent, plural } from "../lib/format.js";

export default async function people({ root, signal }) {
  let mine = false;
  let told = await get("/people", signal);

  const only = async (event) => {
    mine = event.target.checked;
    told = await get(`/people${query({ mine: mine || "" })}`, signal);
    draw();
  };

  function draw() {
    render(
      html`<h1>People against machines</h1>
        <p class="lead">Games won by people, by who began. Beside each share a 95% interval (Wilson) of the chance behind it.</p>
        <p><label class="row people-only"><input type="checkbox" .checked=${mine} @change=${only}> Only my games</label></p>
        <div class="stack">
          <section class="card" aria-labelledby="here"><h2 id="here">On this server</h2>
            ${told.rows.length ? table(told.rows, true) : html`<p>Nobody has finished a game against an agent yet. <a href="/play">Play one.</a></p>`}
            <p class="faint">Games of one person against one agent, no move of which a stand-in made. Imported games are not counted.</p></section>
          <section class="card" aria-labelledby="printed"><h2 id="printed">In the thesis</h2>
            ${table(told.thesis.map((one) => ({ ...one.row, title: `Table ${one.table}` })), false)}
            <p class="faint">As printed: one die, the claim must be what was rolled; the person wins the rest of the agent's games.</p></section>
        </div>`,
      root,
    );
  }
  draw();
}

function table(rows, here) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${here ? "Games on this server" : "Tables of the thesis"}><table class="people-table">
    <thead><tr><th scope="col">Game</th><th scope="col">Agent</th>${here ? html`<th scope="col">Help</th>` : nothing}
      <th scope="col">Agent began</th><th scope="col">Person began</th><th scope="col">All</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><td data-label="Game">${row.title ? html`${row.title}: ` : nothing}<code>${row.game}</code></td><td data-label="Agent">${row.agent}</td>${here ? html`<td data-label="Help">${row.help}</td>` : nothing}
      ${[row.agent_began, row.person_began, row.all].map((one, i) => cell(one, COLUMNS[i]))}</tr>`)}</tbody></table></div>`;
}

const COLUMNS = ["Agent began", "Person began", "All"];

function cell({ games, won, low, high }, label) {
  if (!games) return html`<td class="faint" data-label=${label}>no game</td>`;
  return html`<td data-label=${label}><strong>${won}</strong> of ${plural(games, "game")} <span class="people-share">${percent(won / games, 0)}</span>
    <svg class="people-bar" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label=${`interval ${percent(low, 0)} to ${percent(high, 0)}`}>
      <rect class="track" x="0" y="5" width="100" height="2"></rect><rect class="half" x="49.7" y="0" width="0.6" height="12"></rect>
      <rect class="range" x=${100 * low} y="3" width=${100 * (high - low)} height="6"></rect><rect class="point" x=${(100 * won) / games - 0.8} y="0" width="1.6" height="12"></rect></svg>
    <small class="faint">${percent(low, 0)} to ${percent(high, 0)}</small></td>`;
}
