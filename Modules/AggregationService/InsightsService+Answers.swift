import Contracts
import RPC

extension InsightsService {
    /// Replaces the numbers of a trend's buckets by the last answer of each bucket.
    func setAnswers(
        of activity: Days.ActivityName, in trend: inout Insights.TrendsResponse,
        _ context: CallContext
    ) async throws {
        let answers = try await client.call(
            TrackerRecords.answers,
            TrackerRecords.AnswersRequest(
                activity: activity.id, days: trend.series.compactMap(\.latestAt)),
            context.forwardedOptions
        ).answers
        guard answers.count == trend.series.count else {
            throw Status(.internal, "The number of answers differs from the number of days.")
        }
        for (index, answer) in answers.enumerated() {
            trend.series[index].latest = answer.map(InputValue.text)
            trend.series[index].removeNumbers()
        }
        trend.daily = []
        (trend.previous, trend.change) = (nil, nil)
        trend.compared = trend.compared.map {
            Insights.ComparedPeriods(earlier: $0.earlier, later: $0.later, reason: .notNumbers)
        }
        trend.forecast = nil
    }
}

extension Insights.Bucket {
    fileprivate mutating func removeNumbers() {
        (averageValue, minValue, maxValue, sum) = (nil, nil, nil, nil)
        (weightedAverage, rawMin, rawMax) = (nil, nil, nil)
    }
}
