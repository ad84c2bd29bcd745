// What a value is worth, beside every table.

import { html, nothing } from "../../lib/html.js";
import { percent, count } from "../../lib/format.js";
import { told } from "../../lib/numbers.js";

export function certificate(one) {
  const exact = one.status === "exact";
  const cups = !one.rules.some((rule) => rule.key === "order");
  return html`<details class="card explore-certificate">
    <summary>
      <span><strong>Value ${told(one.value)}</strong>${one.win_probability === null ? nothing : html`, ${cups ? "who begins" : "player 0"} wins ${percent(one.win_probability, 2)}`}</span>
      ${exact ? html`<span class="tag good">exact</span>` : html`<span class="tag warn">within ${one.exploitability.toExponential(1)}</span>`}
      <span class="faint">${one.method} · rules <code>${one.fingerprint}</code></span>
    </summary>
    <dl>
      <dt>Proof</dt><dd>${exact ? "Both best responses, in rationals over the whole game, equal the value." : `The strategies are sure of ${told(one.low, 6)} and hold the other to ${told(one.high, 6)}: best responses in floats.`}</dd>
      <dt>Method</dt><dd>${one.method}, ${count(one.iterations)} iterations, ${one.seconds} s, version ${one.version}</dd>
      <dt>Sources</dt><dd>${one.cite.join("; ") || "none"}</dd>
      <dt>Check it</dt><dd><code>${one.verify}</code></dd>
      <dt>Rules</dt><dd>${one.rules.map((rule) => html`<code class="explore-rule">${rule.key}=${rule.value}</code> `)}</dd>
    </dl>
  </details>`;
}
