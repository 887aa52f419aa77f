// The table at which the reader plays.

import { make } from "./dom.js";

export const playTable = { render };
export default playTable;

function render({ model, el }) {
  el.classList.add("kuhncfr-widget");
  el.replaceChildren(make("p", { role: "status" }, `A table for ${model.get("game")}.`));
}
