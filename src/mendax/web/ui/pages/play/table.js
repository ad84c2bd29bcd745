// The table: seats, the bid to beat, what you may do, and the reveal. All of it is what the server tells this person.

import { html, render, nothing } from "../../lib/html.js";
import { get, post } from "../../lib/api.js";
import { tableSocket } from "./socket.js";
import { roundActions, roundMiddle, roundReveal } from "./round.js";
import { cupActions, cupMiddle, cupReveal, held } from "./cup.js";
import { dice } from "../../lib/dice.js";

export default async function table({ root, rest: id, signal, go }) {
  const first = await get(`/play/tables/${encodeURIComponent(id)}`, signal);
  const state = { table: first, seen: first.reveals ?? 0, error: "", connected: true, wide: false, sent: -1, at: Date.now() };

  const socket = tableSocket(id, {
    signal,
    onTable(told) {
      state.table = told;
      state.error = "";
      state.at = Date.now();
      if (told.legal.length === 0 || told.seq !== state.sent) state.sent = -1;
      draw();
    },
    onError(error) {
      state.error = error;
      state.sent = -1;
      draw();
    },
    onStatus(connected) {
      state.connected = connected;
      draw();
    },
  });

  const act = (action) => {
    if (state.sent === state.table.seq) return;
    state.sent = state.table.seq;
    socket.act(state.table.seq, action);
  };

  async function call(path, body) {
    try {
      state.table = await post(`/play/tables/${id}/${path}`, body, signal);
    } catch (error) {
      if (signal.aborted) return;
      state.error = error.message;
    }
    draw();
  }

  async function again() {
    const { game, seats, you, help_level: help, clock } = state.table;
    // Who opened last moves to the end: the next seat opens.
    const texts = seats.map((seat, i) => (i === you ? "" : seat.agent));
    try {
      const made = await post("/play/tables", { game, seats: [...texts.slice(1), texts[0]], help, clock, name: seats[you].name }, signal);
      go(`/play/${made.room}`);
    } catch (error) {
      state.error = error.message;
      draw();
    }
  }

  function draw() {
    const { table } = state;
    const round = table.kind === "round";
    const showing = round && table.reveal && (table.reveals > state.seen || table.over);
    const name = (seat) => (seat === table.you ? "You" : table.seats[seat].name);
    const context = { table, name, act, state, draw };
    const dismiss = () => {
      state.seen = table.reveals;
      draw();
      document.getElementById("main").focus({ preventScroll: true });
    };
    render(
      html`<div class="play-table">
        <div class="row spread play-head">
          <h1 class="play-title"><code>${table.game}</code></h1>
          <span class="row">
            ${table.help_level !== "none" ? html`<span class="tag">help: ${table.help_level}</span>` : nothing}
            ${state.connected ? nothing : html`<span class="tag warn" role="status">connecting …</span>`}
          </span>
        </div>
        ${seats(context)}
        <p role="alert">${state.error}</p>
        <p class="visually-hidden" aria-live="polite">${announce(context)}</p>
        ${!table.started
          ? waiting(context, call)
          : html`${showing ? roundReveal(context) : nothing}
              ${!round && table.over ? cupReveal(context) : nothing}
              ${table.over
                ? over(context, again)
                : showing
                  ? html`<button class="main play-next" @click=${dismiss}>Next round</button>`
                  : html`${round ? roundMiddle(context) : cupMiddle(context)} ${hand(context)} ${turn(context, round)}`}`}
      </div>`,
      root,
    );
  }

  draw();
  const ticking = setInterval(() => state.table.seconds_left !== null && draw(), 1000);
  signal.addEventListener("abort", () => clearInterval(ticking));
}

function seats({ table, name, state }) {
  const left = table.seconds_left === null ? null : Math.max(0, Math.ceil(table.seconds_left - (Date.now() - state.at) / 1000));
  return html`<ol class="play-seats" aria-label="Players">
    ${table.seats.map((seat, i) => {
      const had = table.standing?.dice[i];
      const out = had === 0;
      return html`<li class=${`play-seat ${table.mover === i ? "turn" : ""} ${out ? "out" : ""}`}>
        <strong>${seat.taken ? name(i) : "free seat"}</strong>
        ${had === undefined ? nothing : html`<span class="play-left" aria-label=${`${had} dice`}><span aria-hidden="true">${"■".repeat(Math.min(had, 10))}</span> ${out ? "out" : had}</span>`}
        <span class="row play-tags">
          ${seat.agent ? html`<span class="faint">agent</span>` : nothing}
          ${table.standing && table.standing.opener === i && !out && !table.over ? html`<span class="tag">starter</span>` : nothing}
          ${table.mover === i && !table.over ? html`<span class="tag good">to move${left === null ? "" : ` ${left} s`}</span>` : nothing}
          ${seat.away ? html`<span class="tag warn">away, an agent plays</span>` : nothing}
          ${!seat.agent && seat.taken && !seat.here && !seat.away && i !== table.you ? html`<span class="tag warn">not connected</span>` : nothing}
        </span>
      </li>`;
    })}
  </ol>`;
}

function hand({ table }) {
  if (table.you === null) return html`<p class="faint">You watch: dice are hidden until a call.</p>`;
  if (table.kind === "cup") return table.dice.length ? html`<section class="play-hand"><h2>Your throw</h2>${held(table.dice, "large")} <span class="faint">${table.hand}</span></section>` : nothing;
  const faces = table.hand;
  if (!faces?.length) return nothing;
  const counts = table.bids?.length ? table.bids.at(-1).face : null;
  const kind = (face) => (counts === null ? "" : face === counts ? "matched" : face === table.wild ? "wild" : "");
  return html`<section class="play-hand"><h2>Your dice</h2>
    ${dice(faces, { size: "large", kind })}
    ${table.wild ? html`<span class="faint">${table.wild}s are wild</span>` : html`<span class="faint">no face is wild</span>`}
  </section>`;
}

function turn(context, round) {
  const { table, name } = context;
  if (table.legal.length) return round ? roundActions(context) : cupActions(context);
  return table.mover === null ? nothing : html`<p class="faint" role="status">${name(table.mover)} ${table.mover === table.you ? "are" : "is"} to move.</p>`;
}

function waiting({ table, state, draw }, call) {
  const link = location.href;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    state.copied = true;
    draw();
  };
  const sit = (event) => {
    event.preventDefault();
    call("sit", { name: new FormData(event.target).get("name") });
  };
  return html`<section class="card stack"><h2>The table waits for ${table.seats.filter((seat) => !seat.taken).length} more</h2>
    ${table.you === null
      ? html`<form class="row" @submit=${sit}><label>Your name <input name="name" maxlength="24" autocomplete="nickname"></label>
          <button class="main">Sit down</button></form>`
      : html`<p>Send this link to who is to play:</p>
          <div class="row"><code class="play-link">${link}</code><button @click=${copy}>${state.copied ? "Copied" : "Copy"}</button></div>
          ${table.owner ? html`<div><button @click=${() => call("fill", { agent: "honest" })}>Let agents take the free seats</button></div>` : nothing}`}
  </section>`;
}

function over({ table, name }, again) {
  const won = table.seats.map((seat) => seat.won);
  const mine = table.you === null ? null : won[table.you];
  const winners = won.map((share, i) => [share, i]).filter(([share]) => share === Math.max(...won)).map(([, i]) => name(i));
  const title = mine === 1 ? "You win." : mine === 0 ? "You lose." : `${winners.join(" and ")} ${winners.length > 1 || winners[0] === "You" ? "win" : "wins"}.`;
  const alone = table.seats.filter((seat) => !seat.agent).length === 1;
  return html`<section class="card row spread play-over"><h2>${title}</h2>
    <span class="row">
      <a class="button" href=${`/review/${table.room}`}>Review</a>
      ${alone && table.you !== null ? html`<button class="main" @click=${again}>Play again, next seat begins</button>` : nothing}
      <a class="button" href="/play">Another table</a>
    </span>
    <details class="faint play-proof"><summary>Were the dice fair?</summary>
      <p>Before the first throw the server told the SHA-256 of <code>mendax SEED</code>: <code>${table.commitment}</code>.
        The seed was <code>${table.seed}</code>. All dice come from it.</p></details>
  </section>`;
}

function announce({ table, name }) {
  if (table.over) return "The game is over.";
  const last = table.bids?.at(-1);
  const told = last ? `${name(last.seat)} bid ${last.count} times ${last.face}. ` : "";
  return table.legal.length ? `${told}Your turn.` : told;
}
