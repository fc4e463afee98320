// Runs one case of pagination.json against js/pager.js. Reads {"operation", "given"} on standard
// input and prints the result as JSON. Exit status 2: the operation is unknown.
import { readFileSync } from "node:fs";
import * as pager from "../../Plugins/WebGateway/Assets/js/pager.js";

const { BoundaryMemory, Pager } = pager;
const directions = { older: "older", newer: "newer", start: "older", end: "newer" };

/** A pager with the window, the limits and the requests in flight of a case. */
function pagerOf(given) {
  const today = given.today ?? given.window?.latest ?? "2026-01-20";
  const result = new Pager({ today, window: given.window, firstSample: given.firstSample });
  if (given.isLoadingOlder) result.request("older");
  if (given.isLoadingNewer) result.request("newer");
  return result;
}

function load(direction) {
  return (given) => {
    const state = pagerOf(given);
    const request = state.request(direction);
    if (request) state.finish(request);
    return {
      window: state.window,
      requests: request ? 1 : 0,
      [direction === "older" ? "hasMoreOlder" : "hasMoreNewer"]: state.hasMore(direction),
    };
  };
}

/** Runs steps such as "older started", "finish newer" and "refresh". */
function run(given) {
  const state = pagerOf(given);
  const requests = {};
  for (const step of given.ops) {
    const direction = step.includes("older") ? "older" : "newer";
    if (step === "refresh") state.refresh();
    // A second request of a direction is refused while the first is in flight.
    else if (step.includes("start")) requests[direction] = state.request(direction) ?? requests[direction];
    else if (requests[direction]) state.finish(requests[direction]);
  }
  return {
    window: state.window,
    isLoadingOlder: state.isLoading("older"),
    isLoadingNewer: state.isLoading("newer"),
  };
}

const operations = {
  initial({ today }) {
    const { window } = new Pager({ today });
    const visible = pager.visibleAtEnd(window);
    return { ...window, visibleDays: visible.days, visible: [visible.earliest, visible.latest] };
  },
  walk(given) {
    const state = pagerOf(given);
    const states = given.ops.map((op) => {
      const request = state.request(op);
      if (request) state.finish(request);
      return { ...state.window, op };
    });
    return { states };
  },
  older: load("older"),
  newer: load("newer"),
  concurrent: run,
  refresh: run,
  failure({ ops }) {
    const state = pagerOf({});
    let requests = 0;
    let last = null;
    for (const op of ops) {
      const [first, second] = op.split(" ");
      if (first === "near") {
        last = state.approach(directions[second]);
        if (last) requests += 1;
      } else if (last) {
        state.fail(last);
      }
    }
    return { requests, errorsShown: 0 };
  },
  boundary({ leftEdge, visibleDays, earliest, latest, thresholdDays }) {
    const sizes = { visible: visibleDays, threshold: thresholdDays };
    const near = (direction) => pager.isNear(direction, leftEdge, { earliest, latest }, sizes);
    return { loadOlder: near("older"), loadNewer: near("newer") };
  },
  debounce({ events }) {
    const memory = new BoundaryMemory();
    const fires = events.map((event) => {
      const [side, boundary] = event.split("@");
      return memory.shouldRequest(directions[side], boundary);
    });
    return { fires };
  },
  query: ({ from, to }) => pager.queryBounds(pager.range(from, to)),
};

const document = JSON.parse(readFileSync(0, "utf8"));
const operation = operations[document.operation];
if (!operation) {
  console.error(`unsupported: op ${document.operation}`);
  process.exit(2);
}
console.log(JSON.stringify(operation(document.given)));
