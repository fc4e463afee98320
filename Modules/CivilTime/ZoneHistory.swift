/// The time zones of a person over time.
///
/// A change takes effect at 00:00 of its day in the new zone.
package struct ZoneHistory: LocalTimeline, Hashable {
    private struct Period: Hashable {
        /// The first day; nil for the first period.
        var from: CivilDate?
        /// Seconds since 1970 UTC; `Int64.min` for the first period.
        var start: Int64
        var zone: Zone
    }

    /// Ascending by day and start; never empty.
    private let periods: [Period]

    package init(_ zone: Zone) {
        self.init([(from: nil, zone: zone)])
    }

    /// A history of zones, each with its first day, in any order.
    ///
    /// The earliest zone also applies to all time before its day. Of two zones with the same day,
    /// the later one in the list applies. Without entries the history is UTC.
    package init(_ entries: [(from: CivilDate?, zone: Zone)]) {
        var zones: [CivilDate: Zone] = [:]
        for (from, zone) in entries { zones[from ?? CivilDate(days: .min)] = zone }
        let ordered = zones.sorted { $0.key < $1.key }

        var periods = [Period(from: nil, start: .min, zone: ordered.first?.value ?? .utc)]
        for (from, zone) in ordered.dropFirst() {
            let start = floorDivision(zone.startOfDay(from), 1000)
            // Days of distant zones can overlap: the later change applies from its own start.
            while periods.count > 1, let last = periods.last, last.start >= start {
                periods.removeLast()
            }
            periods.append(Period(from: from, start: start, zone: zone))
        }
        self.periods = periods
    }

    /// The zone on a day.
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

    /// The starts of the periods and of the offsets that follow no rule, in seconds since 1970 UTC.
    /// The changes of a rule never skip a day.
    var transitions: [Int64] {
        periods.flatMap { period in
            (period.from == nil ? [] : [period.start]) + period.zone.transitions
        }
    }

    private func index(atSeconds seconds: Int64) -> Int {
        (periods.lastIndex { $0.start <= seconds }) ?? 0
    }
}
