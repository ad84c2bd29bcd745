// A cup that passes: the claim to beat, claims, accept or doubt, what to keep, the reveal.

import { html, svg, nothing } from "../../lib/html.js";
import { die } from "../../lib/dice.js";
import { helped, legend } from "./round.js";

const said = { accept: "accepts", doubt: "doubts", keep: "throws" };

/** A hand under a cup: faces, coins, or groups of like dice. */
export function held(list, size = "") {
  return html`<span class="dice">${list.map((one) => (typeof one === "number" ? die(one, { size }) : coin(one, size)))}</span>`;
}

function coin(letter, size) {
  return html`<svg class=${`die ${size}`} viewBox="0 0 100 100" role="img" aria-label=${letter === "H" ? "heads" : letter === "T" ? "tails" : letter}>
    ${letter === "H" || letter === "T" ? svg`<circle class="coin" cx="50" cy="50" r="46"></circle>` : svg`<rect x="3" y="3" width="94" height="94" rx="20"></rect>`}
    <text x="50" y="68">${letter}</text></svg>`;
}

export function cupMiddle({ table, name }) {
  const unit = table.words.claim === "heads" ? " heads" : "";
  return html`<section class="card play-middle" aria-label="Claims">
    ${table.beat
      ? html`<p class="play-beat"><span class="faint">${table.stage === "answer" ? "Claimed" : "To beat"}</span> <strong>${table.beat}${unit}</strong></p>`
      : html`<p class="play-beat"><strong>No claim yet.</strong></p>`}
    ${table.said.length
      ? html`<ol class="play-bids" aria-label="What was said">${table.said.slice(-8).map(
          (one) => html`<li><span class="faint">${name(one.seat)}</span> ${one.kind === "claim" ? html`claims <strong>${one.text}${unit}</strong>` : one.kind === "keep" && one.text ? one.text.replace("keep", "keeps") : said[one.kind]}</li>`,
        )}</ol>`
      : nothing}
  </section>`;
}

export function cupActions({ table, act }) {
  const solved = table.help?.solved;
  const best = solved ? Math.max(...Object.values(solved).map((row) => row.worth)) : 0;
  const title = { answer: "Do you believe it?", claim: "What do you claim?", keep: "What do you keep? The rest is thrown again." }[table.stage];
  const label = (text) => (table.stage === "answer" ? { accept: "Accept the cup", doubt: "Doubt: look under the cup" }[text] : text.replace("keep -", "keep nothing"));
  return html`<section class="card play-actions" aria-label="Your move"><h2>${title}</h2>
    ${table.help?.said ? html`<p class="tag warn">${table.help.said}</p>` : nothing}
    ${table.held && table.stage === "keep" ? html`<p>Under the cup: <strong>${table.held}</strong></p>` : nothing}
    <div class="row play-claims">${table.legal.map(
      (text) => html`<button class=${table.stage === "answer" ? "main" : ""} @click=${() => act(text)}>${label(text)} ${helped(table.help, text, best)}</button>`,
    )}</div>
    ${legend(table.help)}</section>`;
}

export function cupReveal({ table, name }) {
  const { reveal } = table;
  if (!reveal.doubted) return html`<section class="card play-reveal" aria-label="Reveal"><h2>Nobody can claim more than ${reveal.claim}.</h2></section>`;
  return html`<section class="card play-reveal" aria-label="Reveal">
    <h2>${name(reveal.caller)} ${reveal.caller === table.you ? "doubted" : "doubted"} ${reveal.claim}</h2>
    <p class="play-count">Under the cup: ${held(reveal.dice, "large")} <strong>${reveal.hand}</strong></p>
    <p><span class=${`tag ${reveal.held ? "good" : "bad"}`}>${reveal.held ? "the claim is true" : "the claim is a lie"}</span>
      ${reveal.held ? "Who doubted loses." : "Who claimed loses."}</p></section>`;
}
