// Review: /review lists finished games, /review/ID is one of them.

import list from "./list.js";
import game from "./game.js";

export default function review(context) {
  return context.rest ? game(context) : list(context);
}
