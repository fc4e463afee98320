import Samples

/// Samples that are not yet in chunks: for each series the current segment, and recently left
/// segments in case the series returns to them.
///
/// Files are mostly ordered by time, so that a segment is usually complete when its series leaves it.
struct OpenSegments {
    struct Key: Hashable, Sendable {
        var group: Int
        var segment: Int64
    }

    struct Finished: Sendable {
        var key: Key
        var columns: SampleColumns
    }

    private struct Open {
        var columns = SampleColumns()
        /// Logical time of the last addition; identifies the valid entry of ``idle`` and ``entered``.
        var lastUsed: UInt64 = 0
    }

    /// Maximum number of open samples, 24 bytes each: 4 MiB of the 8 MiB that an import may have in
    /// flight; the rest is for batches.
    static let limit = (4 << 20) / 24
    /// Maximum number of samples in segments that their series has left. Small, so that chunks are
    /// written while the file is read.
    static let idleLimit = limit / 4

    private var open: [Key: Open] = [:]
    /// The current segment of each group.
    private var current: [Int64?] = []
    /// Segments that were left, oldest first. An entry is stale if the segment was used since.
    private var idle = AgedKeys()
    /// Segments that were entered, oldest first. An entry is stale if the segment was used since.
    private var entered = AgedKeys()
    private var idleSamples = 0
    private var samples = 0

    /// Number of open samples.
    var count: Int { samples }

    private var clock: UInt64 = 0
    /// True after a finished segment was entered again; then segments wait longer.
    var isDisordered = false

    /// Adds samples of one group. `attributes` are indexed from `firstSample`. Appends the segments
    /// that are finished by the addition to `finished`.
    mutating func add(
        group: Int, starts: UnsafeBufferPointer<Int64>, ends: UnsafeBufferPointer<Int64>,
        values: UnsafeBufferPointer<Double>, attributes: AttributeEntries,
        firstSample: Int, into finished: inout [Finished]
    ) {
        var attributes = attributes
        var first = 0
        while first < starts.count {
            let segment = Segment.number(of: starts[first])
            let lower = segment * Segment.milliseconds
            let upper = lower + Segment.milliseconds
            var end = first + 1
            while end < starts.count && starts[end] >= lower && starts[end] < upper { end += 1 }
            let key = Key(group: group, segment: segment)
            activate(key)
            let part = first..<end
            open[key, default: Open()].columns.append(
                starts: UnsafeBufferPointer(rebasing: starts[part]),
                ends: UnsafeBufferPointer(rebasing: ends[part]),
                values: UnsafeBufferPointer(rebasing: values[part]))
            set(attributes.removePrefix(before: firstSample + end), of: key, end: firstSample + end)
            samples += end - first
            first = end
            finishSome(into: &finished)
        }
    }

    /// Finishes all open segments, oldest first.
    mutating func finishAll(into finished: inout [Finished]) {
        let ordered = open.sorted { $0.value.lastUsed < $1.value.lastUsed }
        finished += ordered.map { Finished(key: $0.key, columns: $0.value.columns) }
        self = OpenSegments()
    }

    /// Makes `key` the current segment of its group.
    private mutating func activate(_ key: Key) {
        while current.count <= key.group { current.append(nil) }
        let previous = current[key.group]
        clock += 1
        guard previous != key.segment else { return }
        if let previous { deactivate(Key(group: key.group, segment: previous)) }
        if let segment = open[key] { idleSamples -= segment.columns.count }
        open[key, default: Open()].lastUsed = clock
        entered.append(key, clock)
        current[key.group] = key.segment
    }

    private mutating func deactivate(_ key: Key) {
        guard let segment = open[key] else { return }
        open[key]?.lastUsed = clock
        idle.append(key, clock)
        idleSamples += segment.columns.count
    }

    private mutating func set(_ entries: AttributeEntries, of key: Key, end: Int) {
        guard !entries.samples.isEmpty, let count = open[key]?.columns.count else { return }
        open[key]?.columns.set(entries, shift: count - end)
    }

    private mutating func finishSome(into finished: inout [Finished]) {
        let idleLimit = isDisordered ? Self.limit : Self.idleLimit
        while idleSamples > idleLimit || samples > Self.limit {
            if let key = popIdle() {
                finish(key, into: &finished)
            } else if let oldest = popEntered() {
                current[oldest.group] = nil
                finish(oldest, into: &finished)
            } else {
                return
            }
        }
    }

    private mutating func popIdle() -> Key? {
        while let (key, time) = idle.popFirst() {
            guard let segment = open[key], segment.lastUsed == time,
                current[key.group] != key.segment
            else { continue }
            idleSamples -= segment.columns.count
            return key
        }
        return nil
    }

    /// The current segment that was entered first.
    private mutating func popEntered() -> Key? {
        while let (key, time) = entered.popFirst() {
            if open[key]?.lastUsed == time, current[key.group] == key.segment { return key }
        }
        return nil
    }

    private mutating func finish(_ key: Key, into finished: inout [Finished]) {
        guard let segment = open.removeValue(forKey: key) else { return }
        samples -= segment.columns.count
        finished.append(Finished(key: key, columns: segment.columns))
    }
}

/// Keys with their time, in order of insertion.
private struct AgedKeys {
    private var entries: [(key: OpenSegments.Key, time: UInt64)] = []
    private var first = 0

    /// Removed entries after which the array may be compacted.
    private static let slack = 1024

    mutating func append(_ key: OpenSegments.Key, _ time: UInt64) {
        entries.append((key, time))
    }

    /// Removes the oldest entry, in amortised constant time.
    mutating func popFirst() -> (key: OpenSegments.Key, time: UInt64)? {
        guard first < entries.count else { return nil }
        defer {
            first += 1
            if first >= Self.slack, first * 2 >= entries.count {
                entries.removeFirst(first)
                first = 0
            }
        }
        return entries[first]
    }
}
