/// The zones that a person lived in, one after the other.
///
/// A change takes effect at 00:00 of its day in the new zone.
package struct ZoneHistory: LocalTimeline, Hashable {
    private struct Period: Hashable {
        /// Nil for the first.
        var from: CivilDate?
        /// Seconds since 1970 UTC; `Int64.min` for the first.
        var start: Int64
        var zone: Zone
    }

    /// By rising day and rising start; never empty.
    private let periods: [Period]

    package init(_ zone: Zone) {
        self.init([(from: nil, zone: zone)])
    }

    /// A history of zones with the day that each begins on, in any order.
    ///
    /// The earliest holds for all time before it too; of two for one day the latter holds. Without
    /// any, the history is UTC.
    package init(_ entries: [(from: CivilDate?, zone: Zone)]) {
        var zones: [CivilDate: Zone] = [:]
        for (from, zone) in entries { zones[from ?? CivilDate(days: .min)] = zone }
        let ordered = zones.sorted { $0.key < $1.key }

        var periods = [Period(from: nil, start: .min, zone: ordered.first?.value ?? .utc)]
        for (from, zone) in ordered.dropFirst() {
            let start = floorDivision(zone.startOfDay(from), 1000)
            // Days of zones far apart overlap: the later change holds from its own start.
            while periods.count > 1, let last = periods.last, last.start >= start {
                periods.removeLast()
            }
            periods.append(Period(from: from, start: start, zone: zone))
        }
        self.periods = periods
    }

    /// The zone that a day is lived in.
    package func zone(on date: CivilDate) -> Zone {
        (periods.last { ($0.from ?? date) <= date } ?? periods[0]).zone
    }

    /// The zone at an instant in milliseconds since 1970 UTC.
    package func zone(at milliseconds: Int64) -> Zone {
        periods[index(atSeconds: floorDivision(milliseconds, 1000))].zone
    }

    package func segment(atSeconds seconds: Int64) -> OffsetSegment {
        let index = index(atSeconds: seconds)
        let segment = periods[index].zone.segment(atSeconds: seconds)
        let end = index + 1 < periods.count ? periods[index + 1].start : .max
        return OffsetSegment(
            start: max(segment.start, periods[index].start), end: min(segment.end, end),
            offset: segment.offset)
    }

    /// The starts of the zones, and of their offsets as far as they follow no rule: at a rule's changes a
    /// clock never goes on by a day. In seconds since 1970 UTC.
    var transitions: [Int64] {
        periods.flatMap { period in
            (period.from == nil ? [] : [period.start]) + period.zone.transitions
        }
    }

    private func index(atSeconds seconds: Int64) -> Int {
        (periods.lastIndex { $0.start <= seconds }) ?? 0
    }
}
