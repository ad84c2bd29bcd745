// A population of (s, t) strategies that plays for score, as it runs.

import { html, render, nothing, svg } from "../../lib/html.js";
import { get, post } from "../../lib/api.js";
import { chart } from "../../lib/chart.js";
import { follow } from "../../lib/stream.js";
import { count } from "../../lib/format.js";

const SHADES = 12;

export async function evolution({ root, signal }) {
  const [setup, papers] = await Promise.all([get("/lab", signal), get("/papers", signal)]);
  const drawings = new Set(papers.works.flatMap((work) => work.drawings.map((one) => one.name)));
  const keys = [...new Set(setup.choices.map((choice) => choice.key))];
  const state = { run: { players: 2, dice: 30, rounds: 3000, side: 1, top: 1, points: "", seed: 1, reading: {} }, job: null, points: [], wrong: "", preset: null, held: null };
  let stop = () => {};
  let plot = null;

  const start = async (event) => {
    event?.preventDefault();
    const form = new FormData(root.querySelector("form"));
    const reading = keys.map((key) => `${key}=${form.get(key)}`).join(",");
    const points = form.get("points") ? form.get("points").split("x").map(Number) : null;
    const wanted = { reading, sides: points, box: [Number(form.get("side")), Number(form.get("top"))] };
    for (const name of ["players", "dice", "rounds", "seed"]) wanted[name] = Number(form.get(name));
    try {
      const job = await post("/lab/evolution", wanted, signal);
      stop();
      plot?.destroy();
      plot = null;
      Object.assign(state, { job, points: [], wrong: "", held: state.job?.progress.scores ? state.job : state.held });
      stop = follow(job.id, {
        signal,
        point: (point) => state.points.push(point),
        job: (now) => {
          state.job = now;
          draw();
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      state.wrong = error.message;
    }
    draw();
  };
  const control = async (wanted) => {
    state.job = await post(`/jobs/${state.job.id}/${wanted}`, {}, signal);
    draw();
  };
  const take = (event) => {
    const preset = setup.presets[Number(event.target.value)];
    state.preset = preset ?? null;
    if (preset) {
      const form = root.querySelector("form");
      const values = { players: preset.players, dice: preset.dice, rounds: preset.rounds, side: preset.box[0], top: preset.box[1] };
      for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
    }
    draw();
  };
  const field = (name, text, extra = {}) =>
    html`<label>${text}<input name=${name} type="number" value=${state.run[name]} min=${extra.min ?? 0} max=${extra.max ?? nothing} step=${extra.step ?? 1} required></label>`;
  const draw = () => {
    const live = state.job && ["queued", "running", "paused"].includes(state.job.status);
    render(
      html`<form class="card" @submit=${start}>
          <div class="lab-fields">
            <label>Run of the paper<select @change=${take}><option value="">own choice</option>${setup.presets.map((one, i) => html`<option value=${i}>${one.name}</option>`)}</select></label>
            ${field("players", "Players P", { min: 2, max: 10 })} ${field("dice", "Dice of each D", { min: 1, max: 100 })}
            ${field("rounds", "Games", { min: 1, max: 100000000 })} ${field("side", "s up to", { step: "any", max: 100 })} ${field("top", "t up to", { step: "any", max: 100 })}
            <label>Mesh<input name="points" placeholder="as read" pattern="[0-9]+x[0-9]+" size="7" title="as in 11x11"></label>
            ${field("seed", "Seed")}
          </div>
          <details><summary>Reading of the paper</summary><div class="lab-fields">${keys.map(
            (key) => html`<label>${key}<select name=${key}>${setup.choices.filter((one) => one.key === key).map((one) => html`<option value=${one.name} title=${one.about}>${one.name}</option>`)}</select></label>`,
          )}</div></details>
          <p role="alert">${state.wrong}</p>
          <p class="row"><button class="main" ?disabled=${live}>${state.job ? "Run again" : "Run"}</button>
            ${state.job?.status === "paused" ? html`<button type="button" @click=${() => control("resume")}>Resume</button>` : html`<button type="button" ?disabled=${!live} @click=${() => control("pause")}>Pause</button>`}
            <button type="button" ?disabled=${!live} @click=${() => control("cancel")}>Cancel</button></p>
        </form>
        ${state.job ? shown(state) : html`<p class="faint">Every strategy begins with score 1; who wins a game has one more, and is drawn more often.</p>`}
        ${state.preset ? drawn(state.preset, drawings) : nothing}`,
      root,
    );
    const host = root.querySelector(".lab-curve");
    if (!host || state.points.length < 2) return;
    const data = [state.points.map((one) => one.done), state.points.map((one) => one.mean_s), state.points.map((one) => one.mean_t)];
    if (plot) plot.set(data);
    else plot = chart(host, { data, x: "games", y: "mean", series: [{ label: "mean s", colour: "info" }, { label: "mean t", colour: "accent", dash: [8, 5] }] }, signal);
  };
  draw();
}

function shown(state) {
  const { job } = state;
  const now = job.progress;
  return html`<section aria-label="Population" class="lab-run">
    <p role="status"><span class=${job.status === "done" ? "tag good" : job.status === "failed" ? "tag bad" : "tag"}>${job.status}</span>
      ${now.done !== undefined && now.games ? html`<progress max=${now.games} value=${now.done}></progress> ${count(now.done)} of ${count(now.games)} games` : now.text ?? "in the queue"}
      ${job.error ? html`<span class="bad">${job.error}</span>` : nothing}</p>
    <div class="lab-two">
      ${now.scores ? heat(now, "Scores now") : nothing}
      <div><h2>Means over the population</h2><div class="lab-curve"></div></div>
    </div>
    ${job.result ? html`<p>Mean s ${job.result.mean_s.toFixed(3)} (95%: ${job.result.interval_s.map((value) => value.toFixed(3)).join(" to ")}), mean t ${job.result.mean_t.toFixed(3)} (95%: ${job.result.interval_t.map((value) => value.toFixed(3)).join(" to ")});
      were all strategies alike, their standard deviations were ${job.result.noise_s.toFixed(3)} and ${job.result.noise_t.toFixed(3)}.</p>
      <p class="faint">Remake: <code>${job.result.command}</code></p>` : nothing}
    ${state.held?.progress.scores && state.held.id !== job.id ? html`<details><summary>The run before, seed ${state.held.spec.seed}</summary>${heat(state.held.progress, "Scores then")}</details>` : nothing}
  </section>`;
}

/** s to the right, t upwards. What colours say is told in words below. */
function heat({ mesh, scores }, title) {
  const most = Math.max(...scores.flat());
  const least = Math.min(...scores.flat());
  const [across, up] = [mesh.s.length, mesh.t.length];
  const size = 300;
  const [w, h] = [size / across, size / up];
  let best = [0, 0];
  scores.forEach((row, i) => row.forEach((score, j) => (score > scores[best[0]][best[1]] ? (best = [i, j]) : null)));
  const shade = (score) => (most > least ? Math.round(((score - least) / (most - least)) * (SHADES - 1)) : 0);
  return html`<div><h2>${title}</h2>
    <svg class="lab-heat" viewBox="-34 -6 346 346" role="img" aria-label=${`Scores by s and t; the highest, ${most}, at s ${mesh.s[best[0]].toFixed(2)}, t ${mesh.t[best[1]].toFixed(2)}`}>
      ${scores.map((row, i) => row.map((score, j) => svg`<rect class=${`lab-shade-${shade(score)}`} x=${i * w} y=${size - (j + 1) * h} width=${w + 0.3} height=${h + 0.3}><title>${`s ${mesh.s[i].toFixed(2)}, t ${mesh.t[j].toFixed(2)}: ${score}`}</title></rect>`))}
      ${svg`<circle class="lab-best" cx=${(best[0] + 0.5) * w} cy=${size - (best[1] + 0.5) * h} r=${Math.min(w, h) / 4}></circle>`}
      ${svg`<text x="0" y="318">${mesh.s[0].toFixed(1)}</text><text x="150" y="318" class="lab-middle">s</text><text x="300" y="318" class="lab-end">${mesh.s.at(-1).toFixed(1)}</text>
        <text x="-6" y="300" class="lab-end">${mesh.t[0].toFixed(1)}</text><text x="-6" y="155" class="lab-end">t</text><text x="-6" y="12" class="lab-end">${mesh.t.at(-1).toFixed(1)}</text>`}
    </svg>
    <p class="faint">Light ${count(least)}, dark ${count(most)}; the ring is at s ${mesh.s[best[0]].toFixed(2)}, t ${mesh.t[best[1]].toFixed(2)}.</p></div>`;
}

const drawn = (preset, drawings) => {
  const known = preset.drawings.filter((name) => drawings.has(name));
  return html`<section><h2>${preset.name}, remade</h2>
    ${known.length
      ? html`<div class="lab-two">${known.map((name) => html`<figure class="card"><img src=${`/api/papers/figures/${name}.svg`} alt=${`${preset.name}, remade as ${name.split("-").at(-1)}`}><figcaption class="faint">As the paper draws it, with seed 1; above, your run.</figcaption></figure>`)}</div>`
      : html`<p>The figure is drawn with the paper: <a href="/papers/burcsi-nagy">compute it there</a>. The printed one is in the paper itself.</p>`}</section>`;
};
