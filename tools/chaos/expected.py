"""The writes of the clients of a run, and the states that each may have afterwards."""
import threading
import time

#: The state of a write that is not stored.
ABSENT = None


class Write:
    """The states of one entry in the order in which they were requested."""

    def __init__(self):
        # (time of the acknowledgement, state); without an acknowledgement the time is absent.
        self.states = [(float("-inf"), ABSENT)]
        # The write that is stored if and only if this one is; None: there is no such write.
        self.partner = None

    def allowed(self, cut):
        """The states after a power cut at `cut`: the last one that was acknowledged by then, and the later
        ones. `cut` is infinite without a power cut."""
        last = max(number for number, (at, _) in enumerate(self.states) if at is not None and at <= cut)
        return [state for _, state in self.states[last:]]


class Expected:
    """The writes of a profile by their number, which is the value of the entry."""

    def __init__(self):
        self.writes = {}
        self.lock = threading.Lock()

    def add(self, number, state, is_acknowledged):
        with self.lock:
            at = time.monotonic() if is_acknowledged else None
            self.writes.setdefault(number, Write()).states.append((at, state))

    def pair(self, first, second):
        self.writes[first].partner, self.writes[second].partner = second, first

    def acknowledged(self):
        """The number of acknowledged changes."""
        with self.lock:
            return sum(at is not None for write in self.writes.values() for at, _ in write.states[1:])

    def count(self):
        with self.lock:
            return sum(len(write.states) - 1 for write in self.writes.values())

    def problems(self, entries, cut):
        """A sentence for each stored entry, a row of entries.csv, that contradicts the acknowledgements."""
        stored = {}
        for entry in entries:
            stored.setdefault(int(float(entry["value"])), []).append(entry)
        for number, rows in stored.items():
            if number not in self.writes:
                yield f"entry {number} was never written: {rows}"
            if len(rows) > 1:
                yield f"write {number} is stored {len(rows)} times"
        for number, write in self.writes.items():
            rows = stored.get(number)
            state = rows[0]["note"] if rows else ABSENT
            if state not in write.allowed(cut):
                yield f"write {number} is {state!r}, not one of {write.allowed(cut)}: {write.states}, cut {cut}"
            if write.partner is not None and (write.partner in stored) != (number in stored):
                yield f"of the writes {number} and {write.partner} of one step, one is stored"
