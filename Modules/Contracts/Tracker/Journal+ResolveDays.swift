package import CivilTime
import Memberwise
package import RPC

extension Journal {
    /// Returns the days that words such as `mon` and `mon..fri` refer to.
    package static let resolveDays = Method<ResolveDaysRequest, ResolveDaysResponse>(
        service, "ResolveDays", repeatable: true)

    @Message
    package struct ResolveDaysRequest: Codable, Hashable, WireValue {
        /// The days and ranges as a person writes them, at most 100, such as `yesterday`, `nov 3`
        /// or `mon..fri`; nil: none.
        package var days: [String]? = nil
        /// True for the next such day, for plans; nil: false, the latest such day, for records.
        package var planned: Bool? = nil
        /// The day that the words refer to; nil: today in the profile's zone.
        package var today: CivilDate? = nil
    }

    @Message
    package struct ResolveDaysResponse: Codable, Hashable, WireValue {
        /// The day that the words refer to.
        package var today: CivilDate
        /// The days of the texts, in the order of the request.
        package var days: [DayRange]
    }

    /// A range of days; both ends are included.
    @Message
    package struct DayRange: Codable, Hashable, Sendable {
        /// The first day, inclusive.
        package var from: CivilDate
        /// The last day, inclusive, not before `from`.
        package var to: CivilDate
    }
}
