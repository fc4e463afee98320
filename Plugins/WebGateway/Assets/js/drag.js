// Dragging the items of a list by their handles: an addition to their buttons.

import { forget } from "./fragments.js";

/**
 * Lets the items of lists be dragged.
 * @param root the element that contains the lists.
 * @param selector the selector of an item, whose parent is its list.
 * @param onDrop receives an item at another place, and a function that moves the item back.
 */
export function addDrag(root, selector, onDrop) {
  root.addEventListener("pointerdown", (event) => startDrag(event, selector, onDrop));
}

function startDrag(event, selector, onDrop) {
  const handle = event.target.closest(".handle");
  const item = handle?.closest(selector);
  if (!item || event.button) return;
  event.preventDefault();
  const next = item.nextElementSibling;
  const list = item.parentElement;
  const controller = new AbortController();
  const { signal } = controller;
  const reset = () => list.insertBefore(item, next);
  function end() {
    controller.abort();
    item.classList.remove("moving");
  }
  // The list, because an item loses the pointer when it is moved.
  list.setPointerCapture(event.pointerId);
  item.classList.add("moving");
  list.addEventListener("pointermove", ({ clientY }) => {
    const others = [...list.children].filter((other) => other !== item);
    const before = others.find((other) => {
      const { top, height } = other.getBoundingClientRect();
      return clientY < top + height / 2;
    });
    if ((before ?? null) === item.nextElementSibling) return;
    forget(list);
    list.insertBefore(item, before ?? null);
  }, { signal });
  list.addEventListener("pointerup", () => {
    end();
    if (item.nextElementSibling !== next) onDrop(item, reset);
  }, { signal });
  list.addEventListener("pointercancel", () => { end(); reset(); }, { signal });
  addEventListener("keydown", ({ key }) => { if (key === "Escape") { end(); reset(); } }, { signal });
}
