// The loaded days of a scrolling chart and its page requests. No DOM, no clock, no network.

const millisecondsPerDay = 86400000;

/** The day that is `count` days after a day, as YYYY-MM-DD. */
export const addDays = (day, count) =>
  new Date(Date.parse(day) + count * millisecondsPerDay).toISOString().slice(0, 10);

/** The number of days from one day to another. */
export const daysBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / millisecondsPerDay);

const earlier = (a, b) => (a < b ? a : b);
const later = (a, b) => (a > b ? a : b);

/** The numbers of days that a chart shows, loads and retains. */
export const rules = Object.freeze({ visible: 14, initial: 21, page: 14, most: 42, threshold: 5, delay: 200 });

/** A range of days, both ends included. */
export const range = (earliest, latest) => ({ earliest, latest, days: daysBetween(earliest, latest) + 1 });

export const initialWindow = (today) => range(addDays(today, 1 - rules.initial), today);

/** The days on the screen if its right edge is the end of the window. */
export const visibleAtEnd = (window) =>
  range(later(window.earliest, addDays(window.latest, 1 - rules.visible)), window.latest);

/**
 * The page beside a window: none before the first sample or after today.
 * @returns null if there are no days in the direction.
 */
export function pageBeside(direction, window, { firstSample = null, today } = {}) {
  let page;
  if (direction === "older") {
    const start = addDays(window.earliest, -rules.page);
    page = range(firstSample ? later(firstSample, start) : start, addDays(window.earliest, -1));
  } else {
    page = range(addDays(window.latest, 1), earlier(addDays(window.latest, rules.page), today));
  }
  return page.days > 0 ? page : null;
}

/** True if an edge of the screen is near the end of the loaded days on its side. */
export function isNear(direction, leftEdge, window, { visible = rules.visible, threshold = rules.threshold } = {}) {
  if (direction === "older") return daysBetween(window.earliest, leftEdge) <= threshold;
  return daysBetween(addDays(leftEdge, visible - 1), window.latest) <= threshold;
}

/** The window extended by a page and cut on the other side. */
export function extend(window, page, direction) {
  const extended = range(earlier(window.earliest, page.earliest), later(window.latest, page.latest));
  const excess = extended.days - rules.most;
  if (excess <= 0) return extended;
  return direction === "older"
    ? range(extended.earliest, addDays(extended.latest, -excess))
    : range(addDays(extended.earliest, excess), extended.latest);
}

/** The bounds of a query in local time. A night belongs to the day of waking. */
export const queryBounds = ({ earliest, latest }) => ({
  startInclusive: `${earliest}T00:00`,
  endExclusive: `${addDays(latest, 1)}T00:00`,
  sleepStartInclusive: `${addDays(earliest, -1)}T00:00`,
});

/** The boundaries that were requested last, separately for each direction. */
export class BoundaryMemory {
  #last = new Map();

  /** True if the boundary differs from that of the last request. Records the boundary. */
  shouldRequest(direction, boundary) {
    if (this.#last.get(direction) === boundary) return false;
    this.#last.set(direction, boundary);
    return true;
  }

  /** Allows another request at the same boundary, after a failure. */
  reset(direction) { this.#last.delete(direction); }
}

/**
 * The state of one chart. At most one request of a direction is in flight. Pages are merged by day, a
 * failed page changes nothing, and a refresh invalidates the requests in flight.
 */
export class Pager {
  #rows = new Map();
  #inFlight = new Map();
  #boundaries = new BoundaryMemory();
  #generation = 0;

  constructor({ today, window, firstSample = null, rows = [] }) {
    this.today = today;
    this.firstSample = firstSample;
    this.window = window ?? initialWindow(today);
    for (const [day, value] of rows) this.#rows.set(day, value);
  }

  /** The days of the window with their values; null is a gap. */
  get days() {
    return Array.from({ length: this.window.days }, (_, index) => {
      const date = addDays(this.window.earliest, index);
      return { date, value: this.#rows.get(date) ?? null };
    });
  }

  isLoading(direction) { return this.#inFlight.has(direction); }

  hasMore(direction) { return pageBeside(direction, this.window, this) !== null; }

  /** The request for the next page; null if one is in flight or there are no days. */
  request(direction) {
    const page = this.isLoading(direction) ? null : pageBeside(direction, this.window, this);
    if (!page) return null;
    const request = { direction, page, generation: this.#generation };
    this.#inFlight.set(direction, request);
    return request;
  }

  /** The request for all days of the window. */
  reload() { return { direction: null, page: this.window, generation: this.#generation }; }

  /** The requests for the pages near the screen, once for each boundary. */
  scroll(leftEdge) {
    return ["older", "newer"]
      .filter((direction) => isNear(direction, leftEdge, this.window))
      .map((direction) => this.approach(direction))
      .filter(Boolean);
  }

  /** The request for the page behind a boundary, once for each boundary. */
  approach(direction) {
    const boundary = direction === "older" ? this.window.earliest : this.window.latest;
    if (this.isLoading(direction) || !this.hasMore(direction)) return null;
    return this.#boundaries.shouldRequest(direction, boundary) ? this.request(direction) : null;
  }

  /**
   * Merges the rows of a page: pairs of a day and a value.
   * @returns The number of days that were added before the window, negative if days were removed; null
   * if a refresh invalidated the request.
   */
  finish(request, rows = []) {
    if (request.generation !== this.#generation) return null;
    const before = this.window;
    const { direction, page } = request;
    if (direction) {
      if (this.#inFlight.get(direction) !== request) return null;
      this.#inFlight.delete(direction);
      this.window = extend(before, page, direction);
    }
    for (const [day, value] of rows) {
      if (day >= page.earliest && day <= page.latest) this.#rows.set(day, value);
    }
    // Rows outside of the window remain while a page is in flight, so that a page leaves no gap.
    if (this.#inFlight.size === 0) {
      for (const day of this.#rows.keys()) {
        if (day < this.window.earliest || day > this.window.latest) this.#rows.delete(day);
      }
    }
    return daysBetween(this.window.earliest, before.earliest);
  }

  /** Ends a failed request. The same boundary can request a page again. */
  fail(request) {
    if (request.direction === null || this.#inFlight.get(request.direction) !== request) return;
    this.#inFlight.delete(request.direction);
    this.#boundaries.reset(request.direction);
  }

  /** Resets to the first window, possibly on a new day, and returns the request for it. */
  refresh(today = this.today) {
    this.today = today;
    this.window = initialWindow(today);
    this.#rows.clear();
    this.#inFlight.clear();
    this.#boundaries = new BoundaryMemory();
    this.#generation += 1;
    return this.reload();
  }
}

/** The scroll offset that shows the same day after `added` days were put before the window. */
export const keptOffset = (offset, added, dayWidth) => offset + added * dayWidth;
