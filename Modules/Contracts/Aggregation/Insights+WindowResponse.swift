package import CivilTime
import Memberwise
package import RPC

extension Insights {
    package static let window = Method<WindowRequest, WindowResponse>(
        service, "Window", repeatable: true)

    @Message
    package struct WindowRequest: Codable, Hashable, WireValue {
        package var name: String
        /// Days visible at a time: a page; the first load is one and a half of it.
        package var visible: Int? = nil
        package var before: CivilDate? = nil
        package var after: CivilDate? = nil
        package var on: CivilDate? = nil
        /// The days are those of this zone, for this answer only.
        package var zone: String? = nil
    }

    @Message
    package struct WindowResponse: Codable, Hashable, WireValue {
        package var metric: String
        package var unit: String
        package var days: [Day]
        package var earliest: CivilDate?
        package var latest: CivilDate?
        package var hasOlder: Bool
        package var hasNewer: Bool
        /// Mean of the days of this answer that have data.
        package var averageOverDays: Double?
        /// True for an activity that is done or not: a value is 1 or 0.
        package var isYesNo: Bool? = nil
        /// The days of each source, where the weight log is one of them.
        package var sources: [SourceDays]? = nil
        package var version: Int64
        package var stale: Bool

        /// A day of the window; its value is null where nothing was measured.
        @Message
        package struct Day: Codable, Hashable, Sendable {
            package var date: CivilDate
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
