// The lab: populations as they grow, stage games, and the games on the unit interval.

import { html, render } from "../lib/html.js";
import { evolution } from "./lab/evolution.js";
import { stages } from "./lab/stages.js";
import { units } from "./lab/units.js";

const TABS = [
  ["", "Evolution", evolution],
  ["stages", "Stage games", stages],
  ["interval", "Unit interval", units],
];

export default async function lab(page) {
  const found = TABS.find(([path]) => path === page.rest.split("/")[0]);
  if (!found) throw new Error(`There is no ${page.rest} in the lab.`);
  const place = document.createElement("div");
  render(
    html`<h1>Lab</h1><nav class="row lab-tabs" aria-label="Lab">${TABS.map(
      ([path, title]) => html`<a class="button" href=${`/lab${path ? `/${path}` : ""}`} aria-current=${path === found[0] ? "page" : "false"}>${title}</a>`,
    )}</nav>`,
    page.root,
  );
  page.root.append(place);
  await found[2]({ ...page, root: place });
}
