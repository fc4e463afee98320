// The order of activities: rows are dragged by their handles.

import { post } from "./app.js";
import { addDrag } from "./drag.js";
import { path } from "./paths.js";
import { announce, text } from "./texts.js";

const main = document.getElementById("main");

function announcePosition(activity) {
  const row = main.querySelector(`.activity-rows > li[data-activity="${CSS.escape(activity)}"]`);
  const rows = [...(row?.parentElement.children ?? [])];
  announce(text("moved", {
    name: row?.querySelector("a")?.textContent,
    n: rows.indexOf(row) + 1,
    all: rows.length,
    part: row?.closest("section")?.querySelector("h2")?.textContent,
  }));
}

addDrag(main, ".activity-rows > li", async (row, reset) => {
  const { activity } = row.dataset;
  // The form has the filter of the list.
  const fields = new FormData(document.getElementById("row-changes"));
  fields.set("before", row.nextElementSibling?.dataset.activity ?? "");
  fields.delete("key");
  const name = row.querySelector("a")?.textContent;
  const result = await post(path(`/activities/${activity}/order`), fields, `${name}, moved`);
  if (result !== "done" && result !== "queued") reset();
  announcePosition(activity);
});
