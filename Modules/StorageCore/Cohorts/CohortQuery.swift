import CivilTime
package import Contracts
package import HealthMetrics
package import RPC

/// A checked query of people in groups.
package struct CohortQuery: Sendable {
    package let request: Cohorts.QueryRequest
    package let metric: Metric
    /// The numbers of the months, see ``CalendarMonth``.
    package let months: ClosedRange<Int32>
    /// The months before and since a change; nil: the value of a person is the mean of all months.
    package let change: Change?

    package struct Change: Sendable {
        /// Months with a lower number are before the change.
        package let firstExcluded: Int32
        /// The first month since the change.
        package let first: Int32
    }

    /// - Throws: INVALID_ARGUMENT, or NOT_FOUND for an unknown metric.
    package init(_ request: Cohorts.QueryRequest) throws(Status) {
        self.request = request
        metric = try Self.metric(request.metric)
        let first = try Self.month(request.from, isFirst: true) ?? 1900 * 12
        let last = try Self.month(request.to, isFirst: false) ?? 2199 * 12 + 11
        guard first <= last else {
            let (from, to) = (CalendarMonth.text(Int(first)), CalendarMonth.text(Int(last)))
            throw Status(
                .invalidArgument,
                "The range \(from)..\(to) is empty: the first month is after the last.",
                hint: "Use --from \(to) --to \(from).")
        }
        months = first...last
        guard let day = request.after else {
            change = nil
            return
        }
        guard request.by != .month else {
            throw Status(
                .invalidArgument, "A change after \(day) is one of all months, not of each month.",
                hint: "Leave out --by month, or leave out --after.")
        }
        let month = CalendarMonth(of: day.days)
        let isFirst = month.days.from == day.days
        change = Change(firstExcluded: month.number, first: month.number + (isFirst ? 0 : 1))
    }

    private static func metric(_ name: String) throws(Status) -> Metric {
        guard let metric = Metric.known(key: name) else {
            let closest = MetricName.closest(to: name, among: Metric.all.map(\.key))
            throw Status(
                .notFound, "There is no metric \"\(name)\" whose unit is the same for all people.",
                hint: closest.map { "Did you mean \($0)?" }
                    ?? "See the metrics with: dayline metrics --all")
        }
        guard metric.kind != .category else {
            throw Status(
                .invalidArgument,
                "\(metric.key) has categories as values, of which there is no mean.",
                hint: "Choose a metric with amounts or readings, such as sleepHours.")
        }
        return metric
    }

    /// The number of the month that begins or ends with a day; nil without a day.
    private static func month(_ day: CivilDate?, isFirst: Bool) throws(Status) -> Int32? {
        guard let day else { return nil }
        guard (CivilDate.distantPast...CivilDate.distantFuture).contains(day) else {
            throw Status(
                .invalidArgument, "\(day) is outside of the years 1900 to 2199.",
                hint: "Choose a day of these years.")
        }
        let month = CalendarMonth(of: day.days)
        guard (isFirst ? month.days.from : month.days.to) == day.days else {
            let name = CalendarMonth.text(Int(month.number))
            throw Status(
                .invalidArgument,
                "Whole months are compared, and \(day) is not the \(isFirst ? "first" : "last") day "
                    + "of its month.",
                hint: "Use: \(isFirst ? "--from" : "--to") \(name)")
        }
        return month.number
    }
}
