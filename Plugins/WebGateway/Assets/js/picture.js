// Crosshair and tooltip of pictures. Each <rect class="part-area"> has a <title> "label: value".

import { onLongPress } from "./long-press.js";
import { announce } from "./texts.js";

const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageUp: 7, PageDown: -7 };
const states = new WeakMap();

class PictureReader {
  constructor(figure) {
    this.figure = figure;
    this.selected = null;
    this.tip = document.createElement("div");
    this.tip.className = "tooltip";
    this.tip.hidden = true;
    figure.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.show(this.indexAt(event.clientX));
    });
    figure.addEventListener("pointerleave", () => this.show(this.selected));
    onLongPress(figure, (event) => this.press(this.indexAt(event.clientX)));
    figure.addEventListener("click", (event) => {
      const index = this.indexAt(event.clientX);
      this.press(index === this.selected ? null : index);
    });
    figure.addEventListener("keydown", (event) => this.key(event));
    figure.addEventListener("blur", () => this.select(null));
    this.attach();
  }

  /** Reads the parts of the visible picture; again after an update of the page. */
  attach() {
    const { figure } = this;
    this.shown?.classList.remove("selected");
    this.shown = undefined;
    this.picture = this.visible;
    this.parts = [...(this.picture?.querySelectorAll(".part-area") ?? [])].map((area) => {
      const title = area.querySelector("title");
      if (title) {
        area.dataset.text = title.textContent;
        title.remove();
      }
      area.removeAttribute("tabindex");
      return area;
    });
    if (!this.parts.length) return;
    for (const svg of this.pictures) svg.setAttribute("aria-hidden", "true");
    figure.tabIndex = 0;
    figure.setAttribute("role", "slider");
    figure.setAttribute("aria-label", figure.dataset.label);
    figure.setAttribute("aria-valuemin", 1);
    figure.setAttribute("aria-valuemax", this.parts.length);
    figure.append(this.tip);
    this.select(this.selected !== null && this.selected < this.parts.length ? this.selected : null);
  }

  /** The pictures of the figure in all widths. */
  get pictures() {
    return [...this.figure.querySelectorAll("svg")];
  }

  /** The picture that the style sheet shows; undefined: none, such as in a closed fold. */
  get visible() {
    return this.pictures.find((svg) => svg.getBoundingClientRect().width > 0);
  }

  /** Reads the parts again if another picture is shown. Each fold that opens or closes resizes the page. */
  resize() {
    if (this.visible !== this.picture) this.attach();
  }

  /** The table of the numbers of the picture; null: the page has none. */
  get table() {
    return document.getElementById(this.figure.dataset.table ?? "");
  }

  indexAt(clientX) {
    const index = this.parts.findIndex((area) => clientX < area.getBoundingClientRect().right);
    return index < 0 ? this.parts.length - 1 : index;
  }

  select(index) {
    this.selected = index;
    const now = index ?? this.parts.length - 1;
    this.figure.setAttribute("aria-valuenow", now + 1);
    this.figure.setAttribute("aria-valuetext", this.parts[now]?.dataset.text ?? "");
    this.show(index);
  }

  /** Selects a part by the pointer and reports it; keys change the value of the slider, which is read. */
  press(index) {
    this.select(index);
    if (index !== null) announce(this.parts[index]?.dataset.text);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.parts.length) return;
    if (event.key === "t" && this.table) {
      event.preventDefault();
      event.stopPropagation();
      this.table.open = !this.table.open;
      return;
    }
    const last = this.parts.length - 1;
    let index;
    if (event.key in steps) index = (this.selected ?? (steps[event.key] < 0 ? last + 1 : last - 1)) + steps[event.key];
    else if (event.key === "Home") index = 0;
    else if (event.key === "End" || event.key === "n") index = last;
    else if (event.key === "Escape" && this.selected !== null) index = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.select(index === null ? null : Math.max(0, Math.min(index, last)));
  }

  show(index) {
    const area = this.parts[index];
    if (area !== this.shown) {
      this.shown?.classList.remove("selected");
      area?.classList.add("selected");
      this.shown = area;
    }
    if (!area) {
      this.tip.hidden = true;
      return;
    }
    // The places are read before the changes: after them the browser would lay out the page at once.
    const frame = this.figure.getBoundingClientRect();
    const { left, width } = area.getBoundingClientRect();
    const place = `${(100 * (left - frame.left + width / 2)) / frame.width}%`;
    const [label, ...value] = area.dataset.text.split(": ");
    const strong = document.createElement("b");
    strong.textContent = value.join(": ");
    this.tip.replaceChildren(strong, label);
    this.tip.style.left = place;
    // By as much of its own width, so that the ends of the tooltip stay within the picture.
    this.tip.style.translate = `-${place}`;
    this.tip.hidden = false;
  }
}

function attachAll() {
  for (const figure of document.querySelectorAll("[data-picture]")) {
    const reader = states.get(figure);
    if (reader) reader.attach();
    else states.set(figure, new PictureReader(figure));
  }
}
attachAll();
document.addEventListener("dayline:updated", attachAll);
new ResizeObserver(() => {
  for (const figure of document.querySelectorAll("[data-picture]")) states.get(figure)?.resize();
}).observe(document.getElementById("main"));
