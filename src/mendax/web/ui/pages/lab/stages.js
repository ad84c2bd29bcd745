// Games in which a cup passes, small enough to be solved at once: one slider each, and the explorer's tables.

import { html, render } from "../../lib/html.js";
import { pane } from "../explore/pane.js";

const GAMES = [
  { name: "liars-die", title: "Ferguson's die", key: "faces", from: 2, to: 12, value: 6, about: "One die, rolled anew by each player; claims must rise." },
  { name: "seven-category", title: "Seven categories", key: "dice", from: 2, to: 5, value: 5, about: "Five dice; kept ones are shown, claims are by category." },
  { name: "coins", title: "Coins", key: "n", from: 1, to: 8, value: 3, about: "Coins tossed unseen; claims are the number of heads." },
];

export async function stages({ root, query, signal, go }) {
  const chosen = GAMES.find((one) => one.name === query.get("game")) ?? GAMES[0];
  const state = { number: Number(query.get(chosen.key) ?? chosen.value), show: "both", all: false, panes: [{ game: "", at: query.get("at") ?? "", locks: [] }] };
  const host = document.createElement("section");
  const game = () => (state.number === chosen.value ? chosen.name : `${chosen.name}:${chosen.key}=${state.number}`);
  const change = (edit) => {
    edit(state);
    const at = state.panes[0].at;
    go(`/lab/stages?game=${chosen.name}&${chosen.key}=${state.number}${at ? `&at=${encodeURIComponent(at)}` : ""}`, { quiet: true, replace: true });
    return draw();
  };
  const draw = () => {
    state.panes[0].game = game();
    render(
      html`<nav class="row lab-tabs" aria-label="Stage games">${GAMES.map((one) => html`<a class="button" href=${`/lab/stages?game=${one.name}`} aria-current=${one === chosen ? "page" : "false"}>${one.title}</a>`)}</nav>
        <p class="faint">${chosen.about}</p>
        <label class="lab-slider">${chosen.key}: ${state.number}<input type="range" min=${chosen.from} max=${chosen.to} .value=${String(state.number)}
          @change=${(event) => change((all) => { all.number = Number(event.target.value); all.panes[0] = { game: "", at: "", locks: [] }; })}></label>
        <p><a href=${`/explore/${game()}`}>Open ${game()} in the explorer</a></p>`,
      head,
    );
    return pane(host, { one: state.panes[0], state, number: 0, change, signal });
  };
  const head = document.createElement("div");
  root.replaceChildren(head, host);
  await draw();
}
