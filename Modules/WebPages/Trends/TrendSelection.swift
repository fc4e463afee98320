import CivilTime
import Contracts
import Presentation

/// The trend of a URL: its name, range, interval and additions.
struct TrendSelection {
    /// The name of a metric or an activity as in the path.
    var name: String
    /// An interval, `auto`, or empty.
    var interval: String
    /// The first day as it was typed; empty: no limit.
    var from: String
    /// The last day as it was typed; empty: no limit.
    var to: String
    /// True if the picture shows the period before.
    var isCompared: Bool
    var hasForecast: Bool

    /// The number of days of a forecast.
    private static let forecastDays = 30

    init(name: String, in fields: [String: String]) {
        self.name = name
        interval = fields["interval"] ?? ""
        from = fields["from"] ?? ""
        to = fields["to"] ?? ""
        isCompared = fields["compare"] == "previous"
        hasForecast = fields["forecast"] == "1"
    }

    var isRanged: Bool { !from.isEmpty || !to.isEmpty }

    /// The problems of the range by field.
    var problems: [String: String] {
        var problems: [String: String] = [:]
        for (field, text) in [("from", from), ("to", to)]
        where !text.isEmpty && CivilDate(text) == nil {
            problems[field] = "\"\(text)\" is not a day. Write days as 2026-11-22."
        }
        if let first = CivilDate(from), let last = CivilDate(to), first > last {
            problems["to"] =
                "The range ends (\(last.dayMonthAndYear)) before it begins (\(first.dayMonthAndYear))."
        }
        return problems
    }

    /// The selection with the first and the last day exchanged; nil if the range does not end before it
    /// begins.
    var inOrder: Self? {
        guard let first = CivilDate(from), let last = CivilDate(to), first > last else {
            return nil
        }
        var selection = self
        (selection.from, selection.to) = (to, from)
        return selection
    }

    /// The selection of the newer half of a trend of all days, which is compared with the older half. Nil
    /// if no comparison or a range is selected, or if the halves have less than two buckets.
    func newerHalf(of trends: Insights.TrendsResponse) -> Self? {
        guard isCompared, !isRanged, trends.hasNumbers, trends.series.count >= 4 else { return nil }
        var selection = self
        selection.from = "\(trends.series[trends.series.count / 2].startDate)"
        return selection
    }

    /// The request without a range if the range has problems. The change is always requested, for
    /// the verdict.
    var request: Insights.TrendsRequest {
        var request = Insights.TrendsRequest(name: name)
        request.interval = interval.isEmpty ? nil : interval
        if problems.isEmpty {
            request.from = CivilDate(from)
            request.to = CivilDate(to)
        }
        request.compare = "previous"
        request.daily = false
        request.predict = hasForecast ? Self.forecastDays : nil
        return request
    }

    var path: String { "/trends/\(URLText.encoded(name))" }

    /// The fields of the selection that differ from the default.
    var fields: [(name: String, value: String)] {
        [
            ("interval", interval), ("from", from), ("to", to),
            ("compare", isCompared ? "previous" : ""), ("forecast", hasForecast ? "1" : ""),
        ].filter { !$0.1.isEmpty }
    }

    var query: String { URLText.query(fields) }

    /// The query with another interval.
    func query(interval: String) -> String {
        var other = self
        other.interval = interval
        return other.query
    }
}
