package import CivilTime
import Memberwise
package import RPC

/// Vacation days: open activities are skipped on them, and none is missed. Served by the tracker
/// worker.
package enum Vacations {
    package static let service = "dayline.tracker.Vacations"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Marks days as vacation, and skips their open occurrences.
    package static let add = Method<Vacation, ChangeResponse>(service, "Add")
    /// Removes vacation marks, and exactly the skips that were added with them.
    package static let remove = Method<Vacation, ChangeResponse>(service, "Remove")

    /// The maximum number of days of a request.
    package static let rangeLimitInDays = 366
    /// The maximum number of skips that a request may write or remove.
    package static let skipLimit = 200_000

    /// A range of vacation days; both ends are included.
    @Message
    package struct Vacation: Codable, Hashable, WireValue {
        /// The first day, inclusive.
        package var from: CivilDate
        /// The last day, inclusive, not before `from`; a request has at most 366 days.
        package var to: CivilDate
    }

    @Message
    package struct ChangeResponse: Codable, Hashable, WireValue {
        /// The days that changed, ascending; days that were marked or not marked already are
        /// absent.
        package var days: [CivilDate]
        /// The number of skips that were written or removed.
        package var skips: Int
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The ranges of consecutive vacation days, earliest first.
        package var vacations: [Vacation]
    }
}
