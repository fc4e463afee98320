/// Civil days, both inclusive.
struct DaySpan: Hashable, Sendable {
    var from: Int32
    var to: Int32

    func overlaps(_ other: DaySpan) -> Bool { from <= other.to && other.from <= to }

    static let all = DaySpan(from: .min, to: .max)

    /// Storage knows no zones, and a civil day may begin this long before or after that of UTC.
    private static let margin: Int64 = 1

    init(from: Int32, to: Int32) {
        self.from = from
        self.to = to
    }

    /// The days that instants from `firstMs` to `lastMs` may lie on, in whatever zone.
    init(firstMs: Int64, lastMs: Int64) {
        func day(_ ms: Int64) -> Int64 {
            let day: Int64 = 86_400_000
            return ms >= 0 ? ms / day : (ms + 1) / day - 1
        }
        from = Int32(clamping: day(firstMs) - Self.margin)
        to = Int32(clamping: day(lastMs) + Self.margin)
    }
}

extension [DaySpan] {
    /// Adds a span, none of which begins before the last one; they become one where they touch, or
    /// nearly, since each costs a task of its own.
    mutating func append(joining span: DaySpan) {
        let gap = 30
        if let last, Int(span.from) <= Int(last.to) + gap {
            self[count - 1].to = Swift.max(last.to, span.to)
        } else {
            append(span)
        }
    }

    /// The spans in order, as few as `append(joining:)` makes of them.
    var joined: [DaySpan] {
        var joined: [DaySpan] = []
        for span in sorted(by: { $0.from < $1.from }) { joined.append(joining: span) }
        return joined
    }
}
