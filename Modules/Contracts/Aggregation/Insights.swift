package import CivilTime
import Memberwise
package import RPC

/// Day totals, trends and other results computed from health data and the tracker. Served by the
/// aggregation workers.
package enum Insights {
    package static let service = "dayline.aggregation.Insights"

    package static let trends = Method<TrendsRequest, TrendsResponse>(
        service, "Trends", repeatable: true, hasLargeReply: true)
    /// Stores the interval of a request for later requests without an interval; `auto` removes the
    /// stored interval. FAILED_PRECONDITION if the data does not span enough days for the interval.
    package static let setInterval = Method<TrendsRequest, Empty>(
        service, "SetInterval", repeatable: true, access: .scope(.log))

    @Message
    package struct TrendsRequest: Codable, Hashable, WireValue {
        /// The name of an activity or metric: key, alias or unique prefix; `metric:KEY` and
        /// `activity:NAME` are exact.
        package var name: String
        /// The interval: `day`, `week`, `month`, `quarter`, `half`, `year` or `auto`; nil: the
        /// interval that `SetInterval` stored, else automatic.
        package var interval: String? = nil
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// The first day of the week: `monday`, `sunday` or `saturday`; nil: the setting of the
        /// profile.
        package var weekStart: String? = nil
        /// The comparison: `previous`, with the period before; nil: none.
        package var compare: String? = nil
        /// The day to answer as of; nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// The IANA name of the zone whose days are used, for this response only; nil: the
        /// profile's zones.
        package var zone: String? = nil
        /// False to leave `daily` empty; nil: true.
        package var daily: Bool? = nil
        /// The number of days to predict after the day of the request, 1 to 90; nil: none.
        package var predict: Int? = nil
    }

    @Message
    package struct TrendsResponse: Codable, Hashable, WireValue {
        /// The key of the metric, or the name of the activity.
        package var metric: String
        /// The unit of all values; empty: no unit.
        package var unit: String
        /// The kind of the metric: `cumulative`, `discrete`, `duration` or `category`. `category`
        /// is an activity with answers as text.
        package var kind: String
        /// The interval of the series: `day`, `week`, `month`, `quarter`, `half` or `year`.
        package var interval: Interval
        /// True if the interval was chosen by the span of the data.
        package var isAutomatic: Bool
        /// True if the interval is stored for later requests; nil: false.
        package var isRemembered: Bool? = nil
        /// A stored interval for which the data does not span enough days; nil: none.
        package var remembered: Interval?
        /// The intervals for which the data spans enough days, shortest first.
        package var availableIntervals: [Interval]
        /// The days between the first and the last plotted day; 0: one day or no data.
        package var dataSpanDays: Int
        /// The buckets that have data, ascending.
        package var series: [Bucket]
        /// The days that have data, ascending; empty: not requested, or answers as text.
        package var daily: [Day]
        /// The buckets of the earlier period; nil: no comparison requested, or answers as text.
        package var previous: [Bucket]?
        /// The change from the earlier to the later period; nil: no comparison requested, or a
        /// period without data.
        package var change: Change?
        /// The periods that were compared; nil: no comparison requested.
        package var compared: ComparedPeriods? = nil
        /// True for an activity that is done or not: a value is the share of due days done, 0 to 1;
        /// nil: false.
        package var isYesNo: Bool? = nil
        /// The days in a row with a value, or done, as of the day of the request; nil: a
        /// response of an earlier version.
        package var streak: Streak? = nil
        /// The number of days of each source of body mass; nil: the weight log is not a source.
        package var sources: [SourceDays]? = nil
        /// The predicted days, ascending; empty: fewer than 7 of the last 90 days have data; nil:
        /// not requested, or answers as text.
        package var forecast: [ForecastDay]? = nil
        /// The data version that the response was computed from. For an activity, the number of the
        /// newest change.
        package var version: Int64
        /// True if newer samples are not folded yet, so that the response can be out of date.
        package var stale: Bool
    }

    /// Consecutive days with a value, or of an activity that is done or not, days done. Schedules and the
    /// requested range have no effect.
    @Message
    package struct Streak: Codable, Hashable, Sendable {
        /// The days up to the day of the request; a day that is not over need not have a value.
        package var current: Int
        /// The days of the longest streak, not below the current one.
        package var best: Int
        /// The newest day with a value or an answer; nil: none.
        package var lastDate: CivilDate?
        /// The value of that day, in `unit` of the response; nil: no day, or answers as text.
        package var lastValue: Double?
    }

    /// A predicted day, on a straight line through the last 90 days with a 95 % prediction interval
    /// for the value of a day, or for the mean of an interval with as many days as those of the
    /// series have on average.
    @Message
    package struct ForecastDay: Codable, Hashable, Sendable {
        /// The day.
        package var date: CivilDate
        /// The expected value, in `unit` of the response.
        package var value: Double
        /// The lower bound of the 95 % prediction interval, in `unit` of the response.
        package var low: Double
        /// The upper bound of the 95 % prediction interval, in `unit` of the response.
        package var high: Double
    }

    /// One plotted point: the days of an interval that have data.
    @Message
    package struct Bucket: Codable, Hashable, Sendable {
        /// The first day of the interval, inclusive.
        package var startDate: CivilDate
        /// The last day of the interval, inclusive.
        package var endDate: CivilDate
        /// The interval: `day`, `week`, `month`, `quarter`, `half` or `year`.
        package var interval: Interval
        /// The interval as text, such as `Jan 5` or `Q1 2024`.
        package var displayLabel: String
        /// The mean of the day values, in `unit` of the response; nil: answers as text.
        package var averageValue: Double?
        /// The least day value, in `unit` of the response; nil: answers as text.
        package var minValue: Double?
        /// The greatest day value, in `unit` of the response; nil: answers as text.
        package var maxValue: Double?
        /// The number of samples of all sources before merging, 0 or more.
        package var sampleCount: Int
        /// The mean of all samples, in `unit` of the response; nil: no sample starts in the bucket,
        /// or answers as text.
        package var weightedAverage: Double?
        /// The least sample of all sources, in `unit` of the response; nil: no sample starts in the
        /// bucket, or answers as text.
        package var rawMin: Double?
        /// The greatest sample of all sources, in `unit` of the response; nil: no sample starts in
        /// the bucket, or answers as text.
        package var rawMax: Double?
        /// The sum of the day values of a cumulative or duration metric, else of all samples, in
        /// `unit` of the response; nil: answers as text.
        package var sum: Double?
        /// The number of days with data, 1 or more.
        package var days: Int
        /// True if the last day of the interval is not over on the day of the request, or the range
        /// covers only a part.
        package var partial: Bool
        /// The number of days with a yes; nil: not an activity that is done or not.
        package var yesDays: Int? = nil
        /// The last number or answer in the bucket; nil: a metric, or an activity that is done or
        /// not.
        package var latest: InputValue? = nil
        /// The day of `latest`; nil: a metric, or an activity that is done or not.
        package var latestAt: CivilDate? = nil
    }

    /// A day of a trend. The properties are in the order of the JSON keys, since a response can
    /// have thousands of days.
    package struct Day: Codable, Hashable, Sendable {
        /// The value of the day, in `unit` of the response.
        package var averageValue: Double
        /// The day.
        package var date: CivilDate
        /// The number of samples of all sources that start on the day, 0 or more.
        package var sampleCount: Int

        package init(date: CivilDate, averageValue: Double, sampleCount: Int) {
            self.date = date
            self.averageValue = averageValue
            self.sampleCount = sampleCount
        }
    }

    @Message
    package struct Change: Codable, Hashable, Sendable {
        /// The difference of the means of the day values, later minus earlier, in `unit` of the
        /// response.
        package var absolute: Double
        /// The difference in percent of the earlier mean; null: the earlier mean is 0.
        package var percent: Double?
        /// The verdict by the wanted direction: `win` or `loss`, or `change` without a wanted
        /// direction.
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
