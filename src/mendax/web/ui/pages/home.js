// What there is, and where.

import { html, render } from "../lib/html.js";
import { dice } from "../lib/dice.js";
import { pages } from "../pages.js";
import { get } from "../lib/api.js";

export default async function home({ root, signal }) {
  const draw = (about) =>
    render(
      html`<section class="hero">
          <h1>Liar's Dice, solved.</h1>
          <p class="lead">Play against optimal strategies, and see what every bid was worth.</p>
          ${dice([5, 3, 3, 6, 1])}
        </section>
        <div class="tiles">
          ${pages.filter((page) => !page.hidden).map(
            (page) => html`<a class="card tile" href=${page.path}><h2>${page.title}</h2><p>${page.about}</p></a>`,
          )}
        </div>
        <footer class="faint">${about ? `Mendax ${about.version}` : "Mendax"}</footer>`,
      root,
    );
  draw(null);
  draw(await get("/about", signal));
}
