// Play: /play sets a table, /play/ID is the table.

import setup from "./setup.js";
import table from "./table.js";

export default function play(context) {
  return context.rest ? table(context) : setup(context);
}
