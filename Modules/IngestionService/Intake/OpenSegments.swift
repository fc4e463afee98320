import Samples

/// Samples that have come in and are not yet chunks: for each series those of the segment it is in,
/// and those of segments it was in a short while ago, in case it comes back.
///
/// Files mostly run forward in time, so a segment is mostly complete when its series has left it.
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
        /// When it was last added to; also the handle of its place among the idle ones.
        var lastUsed: UInt64 = 0
    }

    /// Samples that may wait in all, each of 24 bytes: 4 MiB of the 8 that an import may have in
    /// flight, the rest being the batches on their way.
    static let limit = (4 << 20) / 24
    /// Samples that may wait in segments that their series has left. Little, so that chunks are
    /// written while the file is still being read.
    static let idleLimit = limit / 4

    private var open: [Key: Open] = [:]
    /// The segment that each lane is in.
    private var current: [Int64?] = []
    /// Segments that were left, in the order of leaving; entries that were touched since are void.
    private var idle = AgedKeys()
    /// Segments that were entered, in the order of entering; entries that were touched since are void.
    private var entered = AgedKeys()
    private var idleSamples = 0
    private var samples = 0

    /// Samples that wait.
    var count: Int { samples }

    private var clock: UInt64 = 0
    /// Set when segments are met again after they were finished: then waiting longer pays.
    var isDisordered = false

    /// Adds samples of one lane, `attributes` of them by index; returns what is finished by that.
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

    /// Everything that is left, oldest first.
    mutating func finishAll(into finished: inout [Finished]) {
        let rest = open.sorted { $0.value.lastUsed < $1.value.lastUsed }
        finished += rest.map { Finished(key: $0.key, columns: $0.value.columns) }
        self = OpenSegments()
    }

    /// Makes `key` the segment that its lane is in.
    private mutating func activate(_ key: Key) {
        while current.count <= key.group { current.append(nil) }
        let previous = current[key.group]
        clock += 1
        guard previous != key.segment else { return }
        if let previous { deactivate(Key(group: key.group, segment: previous)) }
        if let back = open[key] { idleSamples -= back.columns.count }
        open[key, default: Open()].lastUsed = clock
        entered.append(key, clock)
        current[key.group] = key.segment
    }

    private mutating func deactivate(_ key: Key) {
        guard let left = open[key] else { return }
        open[key]?.lastUsed = clock
        idle.append(key, clock)
        idleSamples += left.columns.count
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
        while let (key, touched) = idle.popFirst() {
            guard let segment = open[key], segment.lastUsed == touched,
                current[key.group] != key.segment
            else { continue }
            idleSamples -= segment.columns.count
            return key
        }
        return nil
    }

    /// The segment that its series has been in for longest.
    private mutating func popEntered() -> Key? {
        while let (key, touched) = entered.popFirst() {
            if open[key]?.lastUsed == touched, current[key.group] == key.segment { return key }
        }
        return nil
    }

    private mutating func finish(_ key: Key, into finished: inout [Finished]) {
        guard let segment = open.removeValue(forKey: key) else { return }
        samples -= segment.columns.count
        finished.append(Finished(key: key, columns: segment.columns))
    }
}

/// Keys in the order in which they were added, with the time of it.
private struct AgedKeys {
    private var entries: [(key: OpenSegments.Key, time: UInt64)] = []
    private var first = 0

    /// Entries that are taken before their room is given back.
    private static let slack = 1024

    mutating func append(_ key: OpenSegments.Key, _ time: UInt64) {
        entries.append((key, time))
    }

    /// Takes the oldest entry, in constant time on average.
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
