// One stream of events for all tabs: the tab with the lock reads /events and forwards them.

import { path } from "./paths.js";

const topics = ["entries", "activities", "goals", "weight", "health", "imports", "settings", "milestone", "workers", "reset"];
const graceMilliseconds = 3000;

/** True if a position EPOCH-NUMBER is after another one, or of another process. */
export function isAfter(position, other) {
  if (!position || position === other) return false;
  const [epoch, number] = position.split("-");
  const [otherEpoch, otherNumber] = other.split("-");
  return epoch !== otherEpoch || Number(number) > Number(otherNumber);
}

/**
 * Subscribes to events.
 * @param onEvent receives the topic of each event, its days, and its position; undefined for "reset".
 * @param onState receives true when the stream is open, false when it is lost for 3 seconds.
 * @param position the position of the events before the page was made; events after it are received.
 */
export function subscribe(onEvent, onState, position = "") {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("dayline") : null;
  let last = position;
  let isOpen = null;
  let timer = 0;
  let isReader = false;

  function setState(open) {
    if (!open) {
      timer ||= setTimeout(report, isOpen === null ? 0 : graceMilliseconds, false);
      return;
    }
    clearTimeout(timer);
    timer = 0;
    report(true);
  }
  function report(open) {
    if (isOpen === open) return;
    isOpen = open;
    onState(open);
  }
  function receive(message) {
    // The tab that reads the stream is ahead of a page that was made before an event.
    if (message.open && isAfter(message.id, last)) onEvent("reset");
    if (isAfter(message.id, last)) last = message.id;
    if (message.topic) onEvent(message.topic, message.days, message.id);
    if ("open" in message) setState(message.open);
    if (message.ask && isReader) channel.postMessage({ open: isOpen !== false, id: last });
  }
  function send(message) {
    channel?.postMessage(message);
    receive(message);
  }

  function read(delay = 1000) {
    const source = new EventSource(path(last ? `/events?after=${encodeURIComponent(last)}` : "/events"));
    source.onopen = () => {
      delay = 1000;
      send({ open: true });
    };
    source.onerror = () => {
      send({ open: false });
      if (source.readyState === EventSource.CLOSED) setTimeout(read, delay, Math.min(delay * 2, 30000));
    };
    for (const topic of topics) {
      source.addEventListener(topic, (event) => {
        let days;
        try { days = JSON.parse(event.data).days; } catch { days = undefined; }
        send({ topic, id: event.lastEventId, days });
      });
    }
  }

  if (channel) channel.onmessage = (event) => receive(event.data);
  if (channel && navigator.locks) {
    channel.postMessage({ ask: true });
    navigator.locks.request("dayline-events", () => new Promise(() => {
      isReader = true;
      read();
    }));
  } else {
    read();
  }
  addEventListener("offline", () => setState(false));
}
