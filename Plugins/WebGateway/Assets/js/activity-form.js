// The form of an activity: only the fields of the chosen type and schedule are shown.

const area = document.querySelector("[data-fragment=activity-form]");
const opened = new WeakSet();

/** Shows the parts whose data-shown names a choice, such as "type-answer+answer-choice"; all with a message. */
function showParts() {
  const choices = new Set();
  for (const { name, value } of area.querySelectorAll("input[type=radio]:checked, select")) {
    choices.add(`${name}-${value}`);
  }
  for (const part of area.querySelectorAll("[data-shown]")) {
    const isChosen = part.dataset.shown.split(" ")
      .some((all) => all.split("+").every((choice) => choices.has(choice)));
    part.hidden = !isChosen && !part.querySelector("[aria-invalid], .error");
    if (part.hidden) {
      opened.delete(part);
    } else if (part.tagName === "DETAILS" && !opened.has(part)) {
      part.open = true;
      opened.add(part);
    }
  }
}

area?.addEventListener("change", showParts);
area?.addEventListener("input", ({ target }) => {
  // A colour that was chosen is wanted.
  if (target.id === "f-color") document.getElementById("f-noColor").checked = false;
});
if (area) {
  document.addEventListener("dayline:updated", showParts);
  showParts();
}
