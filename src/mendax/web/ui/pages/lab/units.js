// The games on the unit interval: slide your number, see what to claim and how often that is accepted.

import { html, render } from "../../lib/html.js";
import { get } from "../../lib/api.js";
import { chart } from "../../lib/chart.js";
import { percent } from "../../lib/format.js";

export async function units({ root, signal }) {
  const { games } = await get("/lab/units", signal);
  const hosts = games.map((game) => {
    const section = document.createElement("section");
    section.className = "card lab-unit";
    root.append(section);
    let at = Math.round(0.2 * (game.x.length - 1));
    const draw = () => {
      const claim = game.claim[at];
      const heard = Math.round(claim * (game.x.length - 1));
      render(
        html`<h2>${game.name === "continuous" ? "Every number anew (theorem 2)" : "Drawn above the one before (theorem 4)"}</h2>
          <p>${game.about} Who begins wins <strong>${percent(game.value, 2)}</strong>. ${Object.entries(game.marks).map(([name, value]) => html`${name} = ${value.toFixed(4)}. `)}</p>
          <label class="lab-slider">Your number: ${game.x[at].toFixed(3)}<input type="range" min="0" max=${game.x.length - 1} .value=${String(at)} @input=${(event) => { at = Number(event.target.value); draw(); }}></label>
          <p role="status">Claim <strong>${claim.toFixed(3)}</strong>${Math.abs(claim - game.x[at]) < 1e-9 ? ", the truth" : `, ${(claim - game.x[at]).toFixed(3)} too much`}; it is accepted in <strong>${percent(game.accept[heard], 1)}</strong> of cases.</p>`,
        text,
      );
    };
    const text = document.createElement("div");
    const plot = document.createElement("div");
    section.append(text, plot);
    draw();
    return () => chart(plot, { data: [game.x, game.claim, game.accept], x: "number, or claim", y: "", height: 260, range: [0, 1.02], series: [{ label: "claim with it", colour: "info" }, { label: "accepted as a claim", colour: "accent", dash: [8, 5] }] }, signal);
  });
  for (const make of hosts) make();
}
