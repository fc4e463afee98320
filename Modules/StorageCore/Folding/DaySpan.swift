/// A range of civil days, both ends inclusive.
package struct DaySpan: Hashable, Sendable {
    package var from: Int32
    package var to: Int32

    package func overlaps(_ other: DaySpan) -> Bool { from <= other.to && other.from <= to }

    /// The days in both spans; nil if the spans do not overlap.
    package func intersection(_ other: DaySpan) -> DaySpan? {
        overlaps(other) ? DaySpan(from: max(from, other.from), to: min(to, other.to)) : nil
    }

    package static let all = DaySpan(from: .min, to: .max)

    /// In days: a civil day starts up to this long before or after the day of UTC.
    private static let margin: Int64 = 1

    package init(from: Int32, to: Int32) {
        self.from = from
        self.to = to
    }

    /// The days on which instants from `firstMs` to `lastMs` may be, in any zone.
    package init(firstMs: Int64, lastMs: Int64) {
        func day(_ ms: Int64) -> Int64 {
            let day: Int64 = 86_400_000
            return ms >= 0 ? ms / day : (ms + 1) / day - 1
        }
        from = Int32(clamping: day(firstMs) - Self.margin)
        to = Int32(clamping: day(lastMs) + Self.margin)
    }
}

extension [DaySpan] {
    /// Adds a span that does not start before the last one. Spans with a gap of at most 30 days are joined,
    /// since each span costs a task.
    package mutating func append(joining span: DaySpan) {
        let gap = 30
        if let last, Int(span.from) <= Int(last.to) + gap {
            self[count - 1].to = Swift.max(last.to, span.to)
        } else {
            append(span)
        }
    }

    /// The spans in order, joined as by `append(joining:)`.
    package var joined: [DaySpan] {
        var joined: [DaySpan] = []
        for span in sorted(by: { $0.from < $1.from }) { joined.append(joining: span) }
        return joined
    }
}
