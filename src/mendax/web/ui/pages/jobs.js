// Solving from the page: how large a game is, the queue, and how a solution closes in.

import { html, render, nothing } from "../lib/html.js";
import { get, post, query } from "../lib/api.js";
import { chart } from "../lib/chart.js";
import { follow } from "../lib/stream.js";
import { bytes, decimals, seconds } from "../lib/numbers.js";
import { count } from "../lib/format.js";

const ENDED = ["done", "failed", "cancelled"];
const TAGS = { running: "tag", queued: "tag warn", paused: "tag warn", done: "tag good", failed: "tag bad", cancelled: "tag bad" };

export default async function jobs({ root, query: asked, signal }) {
  const state = { game: asked.get("game") ?? "bluff:faces=4", size: null, wrong: "", jobs: [], followed: null, points: [] };
  let stop = () => {};
  let plot = null;

  const measure = async () => {
    try {
      state.size = await get(`/size${query({ game: state.game })}`, signal);
      state.wrong = "";
    } catch (error) {
      if (signal.aborted) return;
      state.size = null;
      state.wrong = error.message;
    }
    draw();
  };
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const number = (name) => (form.get(name) ? Number(form.get(name)) : null);
    try {
      const job = await post("/jobs", { game: form.get("game").trim(), method: form.get("method"), target: number("target"), iterations: number("iterations") }, signal);
      state.wrong = "";
      watch(job);
      await refresh();
    } catch (error) {
      if (signal.aborted) return;
      state.wrong = error.message;
      draw();
    }
  };
  const control = async (job, wanted) => {
    await post(`/jobs/${job.id}/${wanted}`, {}, signal);
    if (wanted === "resume") watch(job);
    await refresh();
  };
  const watch = (job) => {
    stop();
    state.followed = job;
    state.points = [];
    plot?.destroy();
    plot = null;
    stop = follow(job.id, {
      signal,
      point: (point) => {
        if (point.iteration === undefined) return;
        state.points.push(point);
        redraw();
      },
      job: (now) => {
        state.followed = now;
        const i = state.jobs.findIndex((one) => one.id === now.id);
        if (i >= 0) state.jobs[i] = now;
        draw();
      },
    });
    draw();
  };
  const redraw = () => {
    const host = root.querySelector(".jobs-chart");
    if (!host || state.points.length < 2) return;
    const data = [state.points.map((one) => one.iteration), state.points.map((one) => (one.high - one.low) / 2)];
    if (plot) plot.set(data);
    else plot = chart(host, { series: [{ label: "exploitability", colour: "accent" }], data, x: "iterations", y: "exploitability", log: true }, signal);
    const last = state.points.at(-1);
    root.querySelector(".jobs-last").textContent = `After ${count(last.iteration)} iterations the value is between ${decimals(last.low, 7)} and ${decimals(last.high, 7)}.`;
  };
  const refresh = async () => {
    state.jobs = (await get("/jobs", signal)).jobs;
    draw();
  };
  const draw = () => {
    render(view(state, { measure, submit, control, watch }), root);
    redraw();
  };
  draw();
  await Promise.all([measure(), refresh()]);
  const running = state.jobs.find((job) => job.kind === "solve" && job.status === "running") ?? state.jobs.find((job) => job.kind === "solve" && job.status !== "queued");
  if (running) watch(running);
  const again = setInterval(() => refresh().catch(() => {}), 2000);
  signal.addEventListener("abort", () => clearInterval(again));
}

function view(state, { measure, submit, control, watch }) {
  const type = (event) => {
    state.game = event.target.value.trim();
    measure();
  };
  return html`<h1>Jobs</h1>
    <p class="faint">Solve a game here, in a process of its own. It goes on when you leave, and after a stop of the server from its last checkpoint.</p>
    <form class="card jobs-form" @submit=${submit}>
      <div class="row">
        <label>Game<input name="game" .value=${state.game} size="26" maxlength="200" required @change=${type} autocapitalize="off" spellcheck="false"></label>
        <label>Method<select name="method">${(state.size?.methods ?? ["auto"]).map((name) => html`<option>${name}</option>`)}</select></label>
        <label>Exploitability<input name="target" type="number" step="any" min="0" max="1" value="0.001" size="9"></label>
        <label>Iterations, at most<input name="iterations" type="number" min="1" step="1" placeholder="by default" size="9"></label>
        <button class="main" ?disabled=${!state.size || Boolean(state.size.why)}>Solve</button>
      </div>
      <p role="alert">${state.wrong}</p>
      ${state.size ? size(state.size) : nothing}
    </form>
    ${state.followed ? followed(state) : nothing}
    <h2>Queue</h2>
    ${state.jobs.length
      ? html`<div class="scroll" tabindex="0" role="region" aria-label="Queue"><table>
          <thead><tr><th>Work</th><th>State</th><th>Do</th><th>How far</th></tr></thead>
          <tbody>${state.jobs.map((job) => row(job, { control, watch }))}</tbody></table></div>`
      : html`<p>Nothing was asked for yet.</p>`}`;
}

function size(found) {
  const told = found.told;
  const facts = [
    ["Bids", told.rungs], ["Information sets", told.information_sets], ["Public nodes", told.public_nodes ?? told.nodes], ["Standings of the match", told.standings],
    ["Stages, at most", told.stages], ["Hands", Array.isArray(told.hands) ? told.hands.join(" and ") : told.hands],
  ].filter(([, value]) => value !== null && value !== undefined);
  return html`<dl class="jobs-size">
      ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${typeof value === "number" ? (value > 1e15 ? value.toExponential(1) : count(value)) : value}</dd></div>`)}
      ${found.seconds === null ? nothing : html`<div><dt>Time, roughly</dt><dd>${seconds(found.seconds)}${found.way ? ` by ${found.way}` : ""}</dd></div>`}
      ${found.memory === null ? nothing : html`<div><dt>Memory</dt><dd>${bytes(found.memory)} of ${bytes(found.free)} free</dd></div>`}
      <div><dt>Rules</dt><dd><code>${found.fingerprint}</code></dd></div>
    </dl>
    ${found.why ? html`<p class="bad"><strong>Not solved here:</strong> ${found.why}.</p>` : nothing}
    ${found.solved ? html`<p><span class="tag good">solved</span> <a href=${`/explore/${found.game}`}>Explore ${found.game}</a></p>` : nothing}`;
}

const what = (job) => (job.kind === "solve" ? job.spec.game : job.kind === "paper" ? `paper ${job.spec.work}` : `population, ${job.spec.players} players, ${job.spec.dice} dice`);

function followed(state) {
  const job = state.followed;
  return html`<section class="card" aria-live="polite">
    <h2><code>${what(job)}</code> <span class=${TAGS[job.status]}>${job.status}</span></h2>
    ${state.points.length > 1 ? nothing : html`<p>${job.progress.text ?? (job.status === "queued" ? "In the queue." : "")}</p>`}
    <p class="jobs-last"></p>
    <div class="jobs-chart"></div>
    ${job.error ? html`<p role="alert">${job.error}</p>` : nothing}
    ${job.result?.value !== undefined ? html`<p>Value ${job.result.value_exact && job.result.value_exact.length < 30 ? html`<strong>${job.result.value_exact}</strong> = ` : nothing}<strong>${decimals(job.result.value, 6)}</strong>,
      ${job.result.status === "exact" ? "exact" : `within ${job.result.exploitability.toExponential(1)}`}, by ${job.result.method} in ${seconds(job.result.seconds)}.
      <a href=${`/explore/${job.result.game}`}>Explore it</a></p>` : nothing}
  </section>`;
}

function row(job, { control, watch }) {
  const can = [
    ["pause", ["running", "queued"], "Pause"],
    ["resume", ["paused"], "Resume"],
    ["cancel", ["running", "queued", "paused"], "Cancel"],
  ].filter(([, states]) => states.includes(job.status));
  const far = job.error ?? (ENDED.includes(job.status) ? new Date(1000 * job.ended).toLocaleString() : job.progress.text ?? (job.progress.done !== undefined ? `${count(job.progress.done)} of ${count(job.progress.games)} games` : ""));
  return html`<tr>
    <td><code>${what(job)}</code></td>
    <td><span class=${TAGS[job.status]}>${job.wanted !== "run" && job.status === "running" ? `${job.wanted}…` : job.status}</span></td>
    <td><span class="row jobs-do">${can.map(([wanted, , name]) => html`<button @click=${() => control(job, wanted)} aria-label=${`${name} ${what(job)}`}>${name}</button>`)}
      ${job.kind === "solve" ? html`<button class="quiet" @click=${() => watch(job)} aria-label=${`Follow ${what(job)}`}>Curve</button>` : nothing}
      ${job.kind === "solve" && job.status === "done" ? html`<a href=${`/explore/${job.spec.game}`}>Explore</a>` : nothing}</span></td>
    <td class="jobs-far">${far}</td>
  </tr>`;
}
