// The scrolling charts of the health page: pager.js bound to SVG, scroller, slider and table.

import { Pager, addDays, daysBetween, keptOffset, range, rules } from "./pager.js";
import { numbers, words as language } from "./locale.js";
import { onLongPress } from "./long-press.js";
import { path } from "./paths.js";
import { announce, text } from "./texts.js";

const height = 160;
const top = 10;
const bottom = 134;
const dateFormat = (options) => {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return (day) => format.format(Date.parse(day));
};
const shortDate = dateFormat({ day: "numeric", month: "short" });
const longDate = dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const unitWords = (unit) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
const hourWords = unitWords("hour");
const minuteWords = unitWords("minute");

function element(name, attributes, content) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (content !== undefined) node.textContent = content;
  return node;
}

const tickNumber = new Intl.NumberFormat(numbers, { maximumFractionDigits: 1 });
const smallNumber = new Intl.NumberFormat(numbers, { maximumFractionDigits: 12 });

/** `5K` of 5000. */
function tickText(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${tickNumber.format(value / 1e6)}M`;
  return size >= 1000 ? `${tickNumber.format(value / 1000)}K` : smallNumber.format(Number(value.toPrecision(6)));
}

/** The text of values: short for the eye, in words for screen readers. */
function valueFormat({ format, digits = "0", unit = "", unitWords: words = unit }) {
  const number = new Intl.NumberFormat(numbers, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (format !== "hours" && format !== "minutes") {
    const digitsOf = (value) => number.format(value).replace("-", "\u2212");
    return { short: (value) => `${digitsOf(value)}\u202f${unit}`.trim(), words: (value) => `${digitsOf(value)} ${words}`.trim() };
  }
  const split = (value) => {
    const minutes = Math.round(format === "hours" ? value * 60 : value);
    return [Math.floor(minutes / 60), minutes % 60];
  };
  return {
    short: (value) => {
      const [h, m] = split(value);
      return h ? `${h}\u202fh\u00a0${m}\u202fm` : `${m}\u202fmin`;
    },
    words: (value) => {
      const [h, m] = split(value);
      return [h && hourWords.format(h), (m || !h) && minuteWords.format(m)].filter(Boolean).join(" ");
    },
  };
}

/** Round numbers that include all values: at most five, from 0 for bars and areas. */
function axisOf(values, fromZero) {
  let low = fromZero ? 0 : Math.min(...values);
  let high = Math.max(...values);
  if (!Number.isFinite(low + high)) [low, high] = [0, 1];
  if (low === high) [low, high] = [fromZero ? 0 : low - 1, high + 1];
  const raw = (high - low) / 3;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= raw);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

class Strip {
  #requests = new Set();

  constructor(card) {
    const find = (selector) => card.querySelector(selector);
    this.card = card;
    this.data = card.dataset;
    this.name = find("h3").textContent.trim();
    this.scroller = find(".strip-scroll");
    this.picture = find(".strip-scroll > svg");
    this.axis = find(".strip-axis");
    this.value = find("[data-slot=value]");
    this.caption = find("[data-slot=caption]");
    this.body = find("tbody");
    this.problem = find("[data-slot=problem]");
    this.format = valueFormat(this.data);
    this.storageKey = `strip-${this.data.metric}`;
    this.selected = null;
    this.hovered = null;
    /** The rows of the table by day, at first those of the server. */
    this.rows = new Map([...this.body.rows].map((row) => {
      const value = row.querySelector("data")?.value;
      return [row.querySelector("time").dateTime, { row, value: value === undefined ? null : Number(value) }];
    }));
    const rows = [...this.rows].map(([date, { value }]) => [date, value]).sort(([a], [b]) => (a < b ? -1 : 1));
    const window = rows.length ? range(rows[0][0], rows.at(-1)[0]) : undefined;
    this.pager = new Pager({ today: this.data.today, window, firstSample: this.data.first || null, rows });
    this.bind();
    this.draw();
    this.scrollTo(addDays(this.pager.window.latest, 1 - rules.visible));
    this.restore().then(() => this.scrolled());
  }

  bind() {
    const { scroller } = this;
    scroller.setAttribute("role", "slider");
    scroller.setAttribute("aria-label", text("selected-day", { name: this.name }) || this.name);
    this.picture.setAttribute("aria-hidden", "true");
    let isQueued = false;
    scroller.addEventListener("scroll", () => {
      if (isQueued) return;
      isQueued = true;
      requestAnimationFrame(() => {
        isQueued = false;
        this.scrolled();
      });
    }, { passive: true });
    scroller.addEventListener("keydown", (event) => this.key(event));
    scroller.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !this.drag) this.hover(this.dayAt(event.clientX));
    });
    scroller.addEventListener("pointerleave", () => this.hover(null));
    scroller.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0) this.drag = { x: event.clientX, left: scroller.scrollLeft, moved: 0 };
    });
    addEventListener("pointermove", (event) => {
      if (!this.drag) return;
      const distance = event.clientX - this.drag.x;
      this.drag.moved = Math.max(this.drag.moved, Math.abs(distance));
      if (this.drag.moved > 4) scroller.classList.add("dragging");
      scroller.scrollLeft = this.drag.left - distance;
    });
    addEventListener("pointerup", () => {
      this.wasDrag = this.drag?.moved > 4;
      this.drag = null;
      scroller.classList.remove("dragging");
    });
    onLongPress(scroller, (event) => this.selectAt(this.dayAt(event.clientX)));
    scroller.addEventListener("click", (event) => {
      if (this.wasDrag) return;
      const day = this.dayAt(event.clientX);
      this.selectAt(day === this.selected ? null : day);
    });
    this.card.querySelectorAll("[data-days]").forEach((link) => link.addEventListener("click", (event) => {
      event.preventDefault();
      const smooth = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
      scroller.scrollBy({ left: Number(link.dataset.days) * this.dayWidth, behavior: smooth });
    }));
    this.card.addEventListener("dayline:refresh", ({ detail }) => {
      if (detail?.dataset.today) this.pager.today = detail.dataset.today;
      this.reload();
    });
    this.problem.querySelector("button").addEventListener("click", () => {
      scroller.focus({ preventScroll: true });
      this.reload();
    });
    new ResizeObserver(() => this.resized()).observe(scroller);
    document.addEventListener("dayline:today", () => { if (this.card.isConnected) this.backToToday(); });
  }

  // Geometry. `left` is a day and the share of the day that is hidden.

  get position() { return this.scroller.scrollLeft / this.dayWidth; }
  get leftEdge() { return addDays(this.pager.window.earliest, Math.floor(this.position + 0.2)); }
  offsetOf([day, share]) { return (daysBetween(this.pager.window.earliest, day) + share) * this.dayWidth; }
  scrollTo(place) {
    const [day, share = 0] = [place].flat();
    this.left = [day, share];
    this.scroller.scrollLeft = this.offsetOf(this.left);
    this.report();
  }

  /** Records the left edge. An offset that was rounded by less than a pixel is the same edge. */
  recordLeft() {
    if (Math.abs(this.scroller.scrollLeft - this.offsetOf(this.left)) < 1) return;
    this.left = [addDays(this.pager.window.earliest, Math.floor(this.position)), this.position % 1];
  }

  /** Draws at another width with the same left edge. The browser may have changed the offset before. */
  resized() {
    const { clientWidth } = this.scroller;
    if (!clientWidth || clientWidth === this.width) return;
    this.draw();
    this.scrollTo(this.left);
  }
  dayAt(clientX) {
    const x = clientX - this.scroller.getBoundingClientRect().left + this.scroller.scrollLeft;
    const index = Math.max(0, Math.min(Math.floor(x / this.dayWidth), this.pager.window.days - 1));
    return addDays(this.pager.window.earliest, index);
  }

  // Loading

  scrolled() {
    this.resized();
    this.recordLeft();
    for (const request of this.pager.scroll(this.leftEdge)) this.load(request);
    this.report();
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.save(), rules.delay);
  }

  /** Reads the loaded days again. A failure is shown, and the days remain. */
  async reload() {
    this.problem.hidden = await this.load(this.pager.reload());
  }

  /** Loads the days of a request. Resolves to false if they could not be read. */
  load(request) {
    const { page, direction } = request;
    const query = new URLSearchParams({ metric: this.data.metric });
    if (direction === "newer") query.set("after", this.pager.window.latest);
    else query.set("before", addDays(page.latest, 1));
    if (page.days !== rules.page) query.set("visible", page.days);
    const loading = fetch(path(`/api/v1/window?${query}`))
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.status))))
      .then(({ days, hasOlder }) => {
        if (hasOlder === false && days.length && direction !== "newer") this.pager.firstSample ??= days[0].date;
        this.resized();
        const added = this.pager.finish(request, days.map(({ date, value }) => [date, value]));
        if (added === null) return true;
        const offset = this.scroller.scrollLeft;
        this.draw();
        this.scroller.scrollLeft = keptOffset(offset, added, this.dayWidth);
        this.report();
        return true;
      })
      .catch(() => {
        this.pager.fail(request);
        return false;
      })
      .finally(() => this.#requests.delete(loading));
    this.#requests.add(loading);
    return loading;
  }

  backToToday() {
    this.selected = null;
    const { today, window } = this.pager;
    if (window.latest === today) {
      this.scrollTo(addDays(today, 1 - rules.visible));
    } else {
      this.load(this.pager.refresh()).then(() => this.scrollTo(addDays(today, 1 - rules.visible)));
    }
  }

  save() {
    sessionStorage.setItem(this.storageKey, JSON.stringify({ left: this.left, selected: this.selected, today: this.pager.today }));
  }

  /** Restores the position of the session: the days around it are loaded if they are missing. */
  async restore() {
    const saved = JSON.parse(sessionStorage.getItem(this.storageKey) ?? "null");
    if (!saved || new URLSearchParams(location.search).has(`${this.data.metric}.before`)) return;
    const [day] = saved.left;
    const last = addDays(day, rules.visible - 1);
    const { window, today } = this.pager;
    const wasAtEnd = last >= saved.today;
    if (wasAtEnd) return this.select(saved.selected ?? null);
    if (day < window.earliest || last > window.latest) {
      const latest = addDays(last, rules.page) < today ? addDays(last, rules.page) : today;
      this.pager.window = range(addDays(latest, 1 - rules.most), latest);
      await this.load(this.pager.reload());
    }
    this.scrollTo(saved.left);
    this.select(saved.selected ?? null);
  }

  // Selection

  hover(day) {
    if (this.hovered === day) return;
    this.hovered = day;
    this.report();
  }
  select(day) {
    this.selected = day;
    this.report();
    this.save();
  }

  /** Selects a day by the pointer and reports it; keys change the value of the slider, which is read. */
  selectAt(day) {
    this.select(day);
    if (day) announce(this.sentence);
  }

  async key(event) {
    const { window, today } = this.pager;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageUp: 7, PageDown: -7 };
    let day;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "t") {
      event.preventDefault();
      event.stopPropagation();
      const table = document.getElementById(`${this.scroller.id.replace(/-scroll$/, "")}-table`);
      if (table) table.open = !table.open;
      return;
    }
    if (event.key in steps) {
      const from = this.selected ?? (steps[event.key] < 0 ? addDays(window.latest, 1) : addDays(window.latest, -1));
      day = addDays(from, steps[event.key]);
    } else if (event.key === "Home") day = window.earliest;
    else if (event.key === "End") day = window.latest;
    else if (event.key === "n") day = today;
    else if (event.key === "Escape" && this.selected) day = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (day === null) return this.select(null);
    if (event.key === "n" && window.latest < today) {
      this.backToToday();
      await Promise.allSettled(this.#requests);
    }
    if (day < window.earliest || day > window.latest) {
      const request = this.pager.approach(day < window.earliest ? "older" : "newer");
      if (request) this.load(request);
      await Promise.allSettled(this.#requests);
    }
    const now = this.pager.window;
    this.select(day < now.earliest ? now.earliest : day > now.latest ? now.latest : day);
    const at = daysBetween(this.pager.window.earliest, this.selected) * this.dayWidth;
    const { scrollLeft, clientWidth } = this.scroller;
    if (at < scrollLeft) this.scroller.scrollLeft = at;
    else if (at + this.dayWidth > scrollLeft + clientWidth) this.scroller.scrollLeft = at + this.dayWidth - clientWidth;
  }

  // Drawing

  draw() {
    const { kind, tone } = this.data;
    const days = this.pager.days;
    this.width = this.scroller.clientWidth || 560;
    this.dayWidth = this.width / rules.visible;
    const total = days.length * this.dayWidth;
    const known = days.filter(({ value }) => value !== null).map(({ value }) => value);
    const ticks = axisOf(known, kind !== "line");
    const y = (value) => bottom - ((value - ticks[0]) / (ticks.at(-1) - ticks[0])) * (bottom - top);
    const x = (index) => (index + 0.5) * this.dayWidth;
    const nodes = ticks.map((tick) => element("path", { class: "grid", d: `M0 ${y(tick)}H${total}` }));
    this.selection = element("rect", { class: "selected", y: 0, height: bottom, rx: 4, width: this.dayWidth, visibility: "hidden" });
    nodes.push(this.selection);
    const runs = [];
    const labels = [];
    days.forEach(({ date, value }, index) => {
      if (value === null) {
        nodes.push(element("path", { class: "gap", d: `M${x(index) - 3} ${bottom - 2}h6` }));
      } else if (kind === "bar") {
        const size = this.dayWidth * 0.66;
        nodes.push(element("rect", { class: `f-${tone}`, x: x(index) - size / 2, y: y(value), width: size, height: Math.max(bottom - y(value), 1), rx: Math.min(4, size / 3) }));
      } else {
        if (index === 0 || days[index - 1].value === null) runs.push([]);
        runs.at(-1).push(`${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
      }
      const number = Number(date.slice(8));
      if ((number % 5 === 0 && number < 30) || number === 1) {
        const label = element("text", { x: x(index), y: height - 8, "text-anchor": "middle" }, shortDate(date));
        nodes.push(label);
        labels.push({ label, center: x(index), half: null });
      }
    });
    this.labels = labels;
    for (const run of runs) {
      const [first, last] = [run[0], run.at(-1)].map((point) => point.split(" ")[0]);
      if (kind === "area") nodes.push(element("path", { class: `f-${tone} fade`, d: `M${first} ${bottom}L${run.join("L")}L${last} ${bottom}Z` }));
      nodes.push(element("path", { class: `line s-${tone}`, d: `M${run.join("L")}` }));
      for (const point of kind === "line" || run.length === 1 ? run : []) {
        const [cx, cy] = point.split(" ");
        nodes.push(element("circle", { class: `f-${tone}`, cx, cy, r: 2.5 }));
      }
    }
    this.picture.setAttribute("width", total);
    this.picture.setAttribute("viewBox", `0 0 ${total} ${height}`);
    this.picture.replaceChildren(...nodes);
    this.axis.replaceChildren(...ticks.map((tick) => element("text", { x: 32, y: y(tick) + 4, "text-anchor": "end" }, tickText(tick))));
    this.drawTable(days);
  }

  /** Moves the labels of days at the edges inwards and hides those of days outside, so that no label is cut. */
  placeLabels() {
    const { scrollLeft, clientWidth } = this.scroller;
    for (const entry of this.labels) {
      const { label, center } = entry;
      const isOutside = center < scrollLeft || center > scrollLeft + clientWidth;
      label.setAttribute("visibility", isOutside ? "hidden" : "visible");
      if (isOutside) continue;
      entry.half ??= label.getComputedTextLength() / 2 + 1;
      const { half } = entry;
      label.setAttribute("x", Math.max(scrollLeft + half, Math.min(center, scrollLeft + clientWidth - half)));
    }
  }

  /** Rows of days that were shown before with the same value are used again. */
  drawTable(days) {
    const rows = new Map();
    for (const { date, value } of days.toReversed()) {
      const known = this.rows.get(date);
      rows.set(date, known?.value === value ? known : { value, row: this.tableRow(date, value) });
    }
    this.rows = rows;
    this.body.replaceChildren(...[...rows.values()].map(({ row }) => row));
  }

  tableRow(date, value) {
    const add = (parent, name, properties) => parent.appendChild(Object.assign(document.createElement(name), properties));
    const row = document.createElement("tr");
    add(add(row, "th", { scope: "row" }), "time", { dateTime: date, textContent: longDate(date) });
    const cell = add(row, "td", { className: "number" });
    if (value === null) cell.textContent = text("no-data");
    else add(cell, "data", { value, textContent: this.format.short(value) });
    return row;
  }

  /** A value beside the mean of the visible days, in the words of the trend page; empty without a mean. */
  comparison(day, value, mean) {
    if (day === this.pager.today) return text("not-over");
    if (!(mean > 0)) return "";
    const share = tickNumber.format(Math.round(Math.abs(value / mean - 1) * 100));
    if (share === tickNumber.format(0)) return text("equal");
    return text(value > mean ? "above" : "below", { share });
  }

  /** Shows the selected day, else the mean of the visible days that have data. */
  report() {
    const { scroller, selection } = this;
    const { window } = this.pager;
    this.placeLabels();
    const day = this.hovered ?? this.selected;
    const shown = day && day >= window.earliest && day <= window.latest ? day : null;
    const index = shown ? daysBetween(window.earliest, shown) : -1;
    selection.setAttribute("visibility", shown ? "visible" : "hidden");
    if (shown) selection.setAttribute("x", index * this.dayWidth);
    const first = this.leftEdge;
    const days = this.pager.days;
    const visible = days.filter(({ date }) => date >= first).slice(0, rules.visible);
    const known = visible.filter(({ value }) => value !== null);
    const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length;
    let sentence;
    if (shown) {
      const { value } = days[index];
      const date = longDate(shown);
      const words = value === null ? [text("no-data")] : [this.format.words(value), this.comparison(shown, value, known.length > 1 ? mean : 0)];
      sentence = `${date}: ${words.filter(Boolean).join(", ")}`;
      this.value.textContent = value === null ? "–" : this.format.short(value);
      this.caption.textContent = value === null ? sentence : date;
    } else {
      const values = { n: known.length, from: shortDate(visible[0].date), to: shortDate(visible.at(-1).date) };
      this.value.textContent = known.length ? this.format.short(mean) : "–";
      this.caption.textContent = text(known.length ? (known.length === 1 ? "average-one" : "average") : "no-days", values);
      sentence = known.length ? `${this.format.words(mean)}, ${this.caption.textContent}` : this.caption.textContent;
    }
    this.sentence = sentence;
    scroller.setAttribute("aria-valuemin", 1);
    scroller.setAttribute("aria-valuemax", window.days);
    scroller.setAttribute("aria-valuenow", shown ? index + 1 : window.days);
    if (!this.hovered) scroller.setAttribute("aria-valuetext", sentence);
  }
}

const known = new WeakSet();
function attachAll() {
  for (const card of document.querySelectorAll("[data-strip]")) {
    if (known.has(card)) continue;
    known.add(card);
    new Strip(card);
  }
}
attachAll();
document.addEventListener("dayline:updated", attachAll);
document.querySelector("[data-strips-today]")?.addEventListener("click", (event) => {
  if (location.search) return;
  event.preventDefault();
  document.dispatchEvent(new CustomEvent("dayline:today"));
});
