// A finger that rests on a chart selects the day below it, as a tap does.

// Shorter than the browser's own long press, which opens a menu.
const pressMilliseconds = 450;

/** Calls `select` with the event of a finger that rests. The click that some browsers send afterwards is dropped. */
export function onLongPress(element, select) {
  let timer;
  let wasPressed = false;
  element.addEventListener("pointerdown", (event) => {
    wasPressed = false;
    clearTimeout(timer);
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    timer = setTimeout(() => {
      wasPressed = true;
      select(event);
    }, pressMilliseconds);
  });
  // A scroll cancels the pointer.
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(type, () => clearTimeout(timer));
  element.addEventListener("contextmenu", (event) => { if (wasPressed) event.preventDefault(); });
  element.addEventListener("click", (event) => {
    if (!wasPressed) return;
    wasPressed = false;
    event.stopImmediatePropagation();
  }, { capture: true });
}
