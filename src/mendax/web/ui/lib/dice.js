// Dice drawn as dice. Faces up to nine have pips; beyond, the number.

import { html, svg, nothing } from "./html.js";

const [L, M, H] = [22, 50, 78];
const PIPS = {
  1: [[M, M]],
  2: [[L, L], [H, H]],
  3: [[L, L], [M, M], [H, H]],
  4: [[L, L], [H, L], [L, H], [H, H]],
  5: [[L, L], [H, L], [M, M], [L, H], [H, H]],
  6: [[L, L], [H, L], [L, M], [H, M], [L, H], [H, H]],
  7: [[L, L], [H, L], [L, M], [M, M], [H, M], [L, H], [H, H]],
  8: [[L, L], [M, L], [H, L], [L, M], [H, M], [L, H], [M, H], [H, H]],
  9: [[L, L], [M, L], [H, L], [L, M], [M, M], [H, M], [L, H], [M, H], [H, H]],
};

/** One die. kind: `matched`, `wild` or `plain`; face null: a die that is not shown. */
export function die(face, { kind = "", size = "" } = {}) {
  const name = face === null ? "hidden die" : `${face}${kind === "matched" || kind === "wild" ? ", counts" : ""}`;
  const pips = PIPS[face]?.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="9.5"></circle>`);
  const inside = face === null ? svg`<text x="50" y="68">?</text>` : (pips ?? svg`<text x="50" y="68">${face}</text>`);
  return html`<svg class="die ${kind} ${size} ${face === null ? "hidden" : ""}" viewBox="0 0 100 100" role="img" aria-label=${name}>
    <rect x="3" y="3" width="94" height="94" rx="20"></rect>${inside}
  </svg>`;
}

/** A hand. faces: numbers, or a count of dice that are not shown. */
export function dice(faces, { kind = () => "", size = "" } = {}) {
  const list = typeof faces === "number" ? Array(faces).fill(null) : faces;
  return html`<span class="dice" role="group" aria-label=${list.length ? nothing : "no dice"}>
    ${list.map((face) => die(face, { kind: face === null ? "" : kind(face), size }))}
  </span>`;
}
