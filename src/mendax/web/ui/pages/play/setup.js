// A table is set: which game, who sits where, what is shown.

import { html, render, nothing } from "../../lib/html.js";
import { get, post, query } from "../../lib/api.js";
import { percent } from "../../lib/format.js";

const KINDS = { round: "One round", match: "A whole match", cup: "A passing cup" };
const HELP = [
  ["none", "None", "Your dice and your head."],
  ["chances", "Chances", "How likely each bid is true, given your dice."],
  ["solved", "Solved", "What the solution plays, and what each action is worth; where the game is solved."],
];

export default async function setup({ root, signal, go }) {
  const [offers, mine] = await Promise.all([get("/play/games", signal), get("/play/tables", signal)]);
  const kept = JSON.parse(localStorage.getItem("mendax-play") ?? "{}");
  const state = {
    offer: offers.find((offer) => offer.id === kept.offer) ?? offers[0],
    players: kept.players ?? 2,
    dice: kept.dice ?? 1,
    others: kept.others ?? ["equilibrium"],
    begins: kept.begins ?? "chance",
    help: kept.help ?? "none",
    clock: kept.clock ?? "",
    name: kept.name ?? "",
    custom: kept.custom ?? "",
    known: null,
    error: "",
    busy: false,
  };

  const custom = () => state.offer === null;
  function gameString() {
    if (custom()) return state.custom.trim();
    const dice = Array(state.players).fill(state.dice).join("v");
    return state.offer.template.replace("{dice}", dice).replace("{players}", state.players);
  }

  async function ask() {
    if (!custom()) {
      const { players, dice } = state.offer;
      state.players = Math.min(Math.max(state.players, players[0]), players[1]);
      state.dice = Math.min(Math.max(state.dice, dice[0]), dice[1]);
    }
    state.error = "";
    const game = gameString();
    if (!game) return draw();
    try {
      state.known = await get(`/play/opponents${query({ game })}`, signal);
      const ready = state.known.opponents.filter((one) => one.ready);
      const best = ready.find((one) => one.agent === "equilibrium") ?? ready.find((one) => one.agent === "belief") ?? ready.at(-1);
      state.others = Array.from({ length: state.known.seats - 1 }, (_, i) => {
        const wish = state.others[i] ?? best.agent;
        return wish === "" || ready.some((one) => one.agent === wish) ? wish : best.agent;
      });
    } catch (error) {
      if (signal.aborted) return;
      state.known = null;
      state.error = error.message;
    }
    draw();
  }

  async function start(event) {
    event.preventDefault();
    if (!state.known) return;
    const { offer, players, dice, others, begins, help, clock, name } = state;
    localStorage.setItem(
      "mendax-play",
      JSON.stringify({ offer: offer?.id, players, dice, others, begins, help, clock, name, custom: state.custom }),
    );
    const seats = ["", ...others];
    const first = begins === "you" ? 0 : begins === "other" ? 1 : Math.floor(Math.random() * seats.length);
    state.busy = true;
    draw();
    try {
      const made = await post("/play/tables", {
        game: state.known.game,
        seats: [...seats.slice(first), ...seats.slice(0, first)],
        help,
        clock: clock ? Number(clock) : null,
        name,
      });
      go(`/play/${made.room}`);
    } catch (error) {
      if (signal.aborted) return;
      state.busy = false;
      state.error = error.message;
      draw();
    }
  }

  const set = (key, convert = (value) => value, again = false) => (event) => {
    state[key] = convert(event.target.value);
    again ? ask() : draw();
  };

  const option = (value, text, chosen, disabled = false) =>
    html`<option value=${value} ?selected=${value === chosen} ?disabled=${disabled}>${text}</option>`;

  function opponent(one) {
    const strength = one.optimal === null ? "" : ` (gets ${percent(one.optimal, 0)} of optimal play)`;
    return one.ready ? one.agent + strength : `${one.agent} (not solved here)`;
  }

  function seat(i) {
    const { known } = state;
    const change = (event) => {
      state.others[i] = event.target.value;
      draw();
    };
    return html`<label>${state.others.length > 1 ? `Seat ${i + 2}` : "Opponent"}
      <select @change=${change}>
        ${known.opponents.map((one) => option(one.agent, opponent(one), state.others[i], !one.ready))}
        ${option("", "a person, by link", state.others[i])}
      </select></label>`;
  }

  const range = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => low + i);

  function draw() {
    const { offer, known, others } = state;
    const choose = (next) => () => {
      state.offer = next;
      if (next) [state.players, state.dice] = [next.players[0], next.dice[2]];
      state.others = [];
      ask();
    };
    const people = others.includes("");
    const shown = new Map((known?.opponents ?? []).map((one) => [one.agent, one]));
    render(
      html`<h1>Play</h1>
        ${mine.some((one) => !one.over) ? unfinished(mine) : nothing}
        <form class="play-setup" @submit=${start}>
          <section class="card" aria-labelledby="which">
            <h2 id="which">Which game?</h2>
            ${Object.entries(KINDS).map(
              ([kind, title]) => html`<h3>${title}</h3>
                <div class="play-offers">
                  ${offers.filter((one) => one.kind === kind).map(
                    (one) => html`<button type="button" class="play-offer" aria-pressed=${one === offer} @click=${choose(one)}>
                      <strong>${one.title}</strong>${one.solved ? html` <span class="tag good">solved</span>` : nothing}
                      <span>${one.about}</span>
                    </button>`,
                  )}
                </div>`,
            )}
            <h3>Any other</h3>
            <div class="row">
              <button type="button" aria-pressed=${custom()} @click=${choose(null)}>By its game string</button>
              ${custom()
                ? html`<label class="grow">Game string
                    <input .value=${state.custom} maxlength="200" spellcheck="false" placeholder="bluff:dice=2v1,faces=4"
                      @change=${set("custom", (value) => value, true)}></label>`
                : nothing}
            </div>
          </section>
          <section class="card stack" aria-labelledby="who">
            <h2 id="who">Who plays, and how?</h2>
            ${offer && offer.players[1] > offer.players[0]
              ? html`<label>Players
                  <select @change=${set("players", Number, true)}>${range(...offer.players).map((n) => option(n, n, state.players))}</select></label>`
              : nothing}
            ${offer && offer.dice[1]
              ? html`<label>Dice each
                  <select @change=${set("dice", Number, true)}>${range(offer.dice[0], offer.dice[1]).map((n) => option(n, n, state.dice))}</select></label>`
              : nothing}
            ${known ? others.map((_, i) => seat(i)) : nothing}
            ${known ? [...new Set(others)].filter(Boolean).map((name) => strength(shown.get(name))) : nothing}
            <label>Who begins?
              <select @change=${set("begins")}>
                ${option("chance", "chance decides", state.begins)}${option("you", "you", state.begins)}${option("other", "the next seat", state.begins)}
              </select></label>
            <fieldset class="play-help"><legend>Help</legend>
              ${HELP.map(
                ([value, title, about]) => html`<label class="play-radio"><input type="radio" name="help" value=${value}
                  .checked=${state.help === value} @change=${set("help")}><span>${title}<small>${about}</small></span></label>`,
              )}
            </fieldset>
            ${people
              ? html`<label>Clock
                  <select @change=${set("clock")}>
                    ${option("", "none", state.clock)}
                    ${["30", "60", "120", "300"].map((s) => option(s, `${s} seconds a move, then an agent moves`, state.clock))}
                  </select></label>`
              : nothing}
            <label>Your name <input .value=${state.name} maxlength="24" autocomplete="nickname" placeholder="Player" @change=${set("name")}></label>
            <p role="alert">${state.error}</p>
            <p class="faint"><code>${known?.game ?? gameString()}</code></p>
            <button class="main" ?disabled=${!known || state.busy}>${people ? "Open the table" : "Play"}</button>
          </section>
        </form>`,
      root,
    );
  }

  function strength(one) {
    if (!one) return nothing;
    return html`<p class="faint play-strength"><strong>${one.agent}</strong> ${one.about}.
      ${one.optimal === null
        ? "Its strength in this game is not computed."
        : `Against optimal play it gets ${percent(one.optimal)} of games, against the best response to it ${percent(one.sure)}.`}</p>`;
  }

  draw();
  await ask();
}

function unfinished(mine) {
  return html`<section class="card" aria-labelledby="open"><h2 id="open">Go on</h2>
    <ul class="plain">${mine.filter((one) => !one.over).slice(0, 5).map(
      (one) => html`<li><a href=${`/play/${one.room}`}><code>${one.game}</code></a>
        <span class="faint">${new Date(1000 * one.created).toLocaleString()}</span></li>`,
    )}</ul></section>`;
}
