import CivilTime
import Contracts
import Presentation

/// The buckets of a trend as sentences, such as
/// `Sunday 9 November 2026: 2,103 steps, 75 % below average`.
struct BucketSentences {
    private let format: MeasureFormat
    /// The mean of the intervals that are over; nil: there are fewer than two.
    private let mean: Double?

    /// - Parameters:
    ///   - trends: The trend, in percent if its values are shares.
    ///   - format: The text of its values.
    init(_ trends: Insights.TrendsResponse, _ format: MeasureFormat) {
        self.format = format
        let values = trends.series.filter { !$0.partial }.compactMap(\.averageValue)
        mean = values.count > 1 ? values.reduce(0, +) / Double(values.count) : nil
    }

    func text(_ bucket: Insights.Bucket) -> String {
        let label =
            bucket.interval == .day ? bucket.startDate.fullText : bucket.displayLabel
        guard let value = bucket.averageValue else { return "\(label): no data" }
        return "\(label): \(format.short(value))"
            + (bucket.partial ? ", not over" : comparison(value).map { ", \($0)" } ?? "")
    }

    /// `75 % below average`; nil without a mean to compare with.
    private func comparison(_ value: Double) -> String? {
        guard let mean, mean > 0 else { return nil }
        let share = value / mean - 1
        guard abs(share) >= 0.005 else { return "average" }
        return "\(NumberText.share(abs(share))) \(share > 0 ? "above" : "below") average"
    }
}
