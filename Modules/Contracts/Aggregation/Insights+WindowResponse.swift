package import CivilTime
import Memberwise
package import RPC

extension Insights {
    package static let window = Method<WindowRequest, WindowResponse>(
        service, "Window", repeatable: true)

    @Message
    package struct WindowRequest: Codable, Hashable, WireValue {
        /// The name of an activity or metric: key, alias or unique prefix; `metric:KEY` and
        /// `activity:NAME` are exact.
        package var name: String
        /// The number of days of a page, clamped to 1 to 1,000; the first load has one and a half
        /// pages. Nil: 14.
        package var visible: Int? = nil
        /// The day after the requested page of older days; nil: no older page. Not together with
        /// `after`.
        package var before: CivilDate? = nil
        /// The day before the requested page of newer days; nil: no newer page. Not together with
        /// `before`.
        package var after: CivilDate? = nil
        /// The day that counts as today, after which no day is returned; nil: today in the
        /// profile's zone.
        package var on: CivilDate? = nil
        /// The IANA name of the zone whose days are used, for this response only; nil: the
        /// profile's zones.
        package var zone: String? = nil
    }

    @Message
    package struct WindowResponse: Codable, Hashable, WireValue {
        /// The key of the metric, or the name of the activity.
        package var metric: String
        /// The unit of the values; empty: no unit.
        package var unit: String
        /// The days of the page, ascending, including days without data.
        package var days: [Day]
        /// The first day of the page; nil: an empty page.
        package var earliest: CivilDate?
        /// The last day of the page; nil: an empty page.
        package var latest: CivilDate?
        /// True if data exists before the page.
        package var hasOlder: Bool
        /// True if the page ends before today.
        package var hasNewer: Bool
        /// The mean of the days of the page that have data, in `unit`; nil: no data.
        package var averageOverDays: Double?
        /// True for an activity that is done or not, with the values 1 and 0; nil: false.
        package var isYesNo: Bool? = nil
        /// The number of days of each source of body mass; nil: the weight log is not a source.
        package var sources: [SourceDays]? = nil
        /// The data version that the response was computed from. For an activity, the number of the
        /// newest change.
        package var version: Int64
        /// True if newer samples are not folded yet, so that the response can be out of date.
        package var stale: Bool

        /// A day of the window; its value is null on a day without data.
        @Message
        package struct Day: Codable, Hashable, Sendable {
            /// The day.
            package var date: CivilDate
            /// The value of the day, in `unit` of the response; null: no data.
            package var value: Double?

            /// Encodes a missing `value` as null.
            package func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(date, forKey: .date)
                try container.encode(value, forKey: .value)
            }
        }
    }
}
