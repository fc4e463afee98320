import CivilTime
import Contracts
import Texts

extension Insights.TrendsResponse {
    /// The trend with the labels of its buckets as the reader writes them. The service labels them
    /// without a reader.
    var localized: Self {
        guard TextLocale.current != nil else { return self }
        var trends = self
        for index in trends.series.indices { trends.series[index].localize() }
        for index in (trends.previous ?? []).indices { trends.previous?[index].localize() }
        trends.compared?.earlier?.localize(trends.interval)
        trends.compared?.later?.localize(trends.interval)
        return trends
    }
}

extension Insights.Bucket {
    fileprivate mutating func localize() {
        displayLabel = Bucket(interval: interval, start: startDate, end: endDate).label
    }
}

extension Insights.Period {
    /// The label of a period that is one bucket. Ranges of days are written as ISO dates.
    fileprivate mutating func localize(_ interval: Interval) {
        let bucket = Bucket(interval: interval, start: from, end: to)
        let named = TextLocale.$current.withValue(nil) { bucket.label }
        if label == named { label = bucket.label }
    }
}

extension Insights.ReportResponse {
    /// The report with the label of its period as the reader writes it.
    func localized(_ period: ReportPage.Period) -> Self {
        guard let interval = Interval(rawValue: period.rawValue) else { return self }
        var report = self
        report.label = Bucket(interval: interval, start: from, end: to).label
        return report
    }
}
