/// A time zone: the UTC offset at every instant, parsed from a time zone file.
package struct Zone: LocalTimeline, Hashable {
    /// The name, such as `Europe/Berlin`.
    package let name: String

    /// The start of each offset in seconds since 1970 UTC; the first is unbounded.
    private let starts: [Int64]
    /// Seconds by which local time is ahead of UTC, for each start.
    private let offsets: [Int]
    /// The rule after the last start; nil if the last offset is permanent.
    let rule: ZoneRule?

    /// Parses a TZif file; invalid bytes throw an error.
    package init(name: String, tzif bytes: [UInt8]) throws(ZoneError) {
        let file = try TZif(bytes)
        self.name = name
        var starts: [Int64] = [.min]
        var offsets = [file.offsets[0]]
        for (start, offset) in zip(file.transitions, file.offsets.dropFirst())
        where offset != offsets.last || start == file.transitions.last {
            starts.append(start)
            offsets.append(offset)
        }
        self.starts = starts
        self.offsets = offsets
        rule = file.rule
    }

    private init(name: String, offset: Int) {
        self.name = name
        starts = [.min]
        offsets = [offset]
        rule = nil
    }

    package static let utc = Zone(name: "UTC", offset: 0)

    /// A zone with a constant offset, at most 26 hours from UTC.
    package static func fixed(name: String, offsetSeconds: Int) -> Zone {
        let bound = Int(maximumOffset)
        return Zone(name: name, offset: max(-bound, min(bound, offsetSeconds)))
    }

    /// The starts of offsets that follow no rule, in seconds since 1970 UTC.
    var transitions: ArraySlice<Int64> { starts.dropFirst() }

    /// The first of the last transitions that are equal to those of `rule`, in seconds since 1970 UTC. Files
    /// may list changes of the rule up to 2037.
    func firstInstant(of rule: ZoneRule) -> Int64 {
        var first = starts.count - 1
        while first > 1 {
            let earlier = rule.segment(atSeconds: starts[first - 1])
            guard earlier.start == starts[first - 1], earlier.end == starts[first],
                earlier.offset == offsets[first - 1]
            else { break }
            first -= 1
        }
        return starts[first]
    }

    package func segment(atSeconds seconds: Int64) -> OffsetSegment {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= seconds { low = middle } else { high = middle }
        }
        let start = starts[low]
        guard low == starts.count - 1 else {
            return OffsetSegment(start: start, end: starts[low + 1], offset: offsets[low])
        }
        guard let rule else { return OffsetSegment(start: start, end: .max, offset: offsets[low]) }
        let segment = rule.segment(atSeconds: seconds)
        return OffsetSegment(
            start: max(start, segment.start), end: segment.end, offset: segment.offset)
    }
}
