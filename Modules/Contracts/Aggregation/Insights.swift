package import CivilTime
import Memberwise
package import RPC

/// Answers about what was measured and logged, over days and wider intervals. Served by every
/// aggregation worker.
package enum Insights {
    package static let service = "dayline.aggregation.Insights"

    package static let trends = Method<TrendsRequest, TrendsResponse>(
        service, "Trends", repeatable: true)

    @Message
    package struct TrendsRequest: Codable, Hashable, WireValue {
        /// A metric as a person writes it: key, alias or unique prefix; `metric:KEY` is exact.
        package var name: String
        /// `auto` forgets a remembered interval; nil uses it.
        package var interval: String? = nil
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        package var weekStart: String? = nil
        /// `previous`, or nil.
        package var compare: String? = nil
        /// The day that the question is asked on; nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// Folds from the samples for this answer only, in this IANA zone.
        package var zone: String? = nil
        /// False leaves `daily` empty, which is most of an answer over many years.
        package var daily: Bool? = nil
        /// Number of days to predict after the day of the request; nil: none.
        package var predict: Int? = nil
        /// False: the interval is for this answer only. Else an explicit one is remembered.
        package var remember: Bool? = nil
    }

    @Message
    package struct TrendsResponse: Codable, Hashable, WireValue {
        package var metric: String
        /// Of the values shown.
        package var unit: String
        package var kind: String
        package var interval: Interval
        package var isAutomatic: Bool
        /// True if the interval is the one that was chosen for this name, and stays until `auto`.
        package var isRemembered: Bool? = nil
        /// A chosen interval that no longer fits the data, kept for when it does.
        package var remembered: Interval?
        package var availableIntervals: [Interval]
        package var dataSpanDays: Int
        package var series: [Bucket]
        package var daily: [Day]
        package var previous: [Bucket]?
        package var change: Change?
        /// The periods that were compared; nil unless a comparison was asked for.
        package var compared: ComparedPeriods? = nil
        /// True for an activity that is done or not: a value is the share of due days done, 0 to 1.
        package var isYesNo: Bool? = nil
        /// The days of each source, where the weight log is one of them.
        package var sources: [SourceDays]? = nil
        /// The days to come, soonest first; empty when the days behind are too few to tell.
        package var forecast: [ForecastDay]? = nil
        package var version: Int64
        package var stale: Bool
    }

    /// A day to come, by a straight line through the last 90 days; in 95 of 100 cases its value lies
    /// between the two ends.
    @Message
    package struct ForecastDay: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var value: Double
        package var low: Double
        package var high: Double
    }

    /// One plotted point: the days of an interval that have data.
    @Message
    package struct Bucket: Codable, Hashable, Sendable {
        package var startDate: CivilDate
        /// Inclusive.
        package var endDate: CivilDate
        package var interval: Interval
        package var displayLabel: String
        /// Mean, least and greatest of the day values; nil of answers in words.
        package var averageValue: Double?
        package var minValue: Double?
        package var maxValue: Double?
        package var sampleCount: Int
        /// Mean over samples.
        package var weightedAverage: Double?
        package var rawMin: Double?
        package var rawMax: Double?
        /// Nil of answers in words.
        package var sum: Double?
        /// Days with data.
        package var days: Int
        /// Not over yet on the day asked, or cut by the range asked for.
        package var partial: Bool
        /// Days with a yes; of activities that are done or not.
        package var yesDays: Int? = nil
        /// The last number or answer, and its day; of other activities.
        package var latest: InputValue? = nil
        package var latestAt: CivilDate? = nil
    }

    /// Its keys are in the order in which they are written: there are thousands of days in an answer.
    package struct Day: Codable, Hashable, Sendable {
        package var averageValue: Double
        package var date: CivilDate
        package var sampleCount: Int

        package init(date: CivilDate, averageValue: Double, sampleCount: Int) {
            self.date = date
            self.averageValue = averageValue
            self.sampleCount = sampleCount
        }
    }

    @Message
    package struct Change: Codable, Hashable, Sendable {
        package var absolute: Double
        /// Of the earlier value; nil when that is zero.
        package var percent: Double?
        /// `win`, `loss` or `change`.
        package var verdict: String

        /// Encodes a missing `percent` as null.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(absolute, forKey: .absolute)
            try container.encode(percent, forKey: .percent)
            try container.encode(verdict, forKey: .verdict)
        }
    }
}
