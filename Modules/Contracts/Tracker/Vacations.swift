package import CivilTime
import Memberwise
package import RPC

/// Days off: what is open on them is skipped, and nothing is missed. Served by the tracker worker.
package enum Vacations {
    package static let service = "dayline.tracker.Vacations"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Marks days, and skips each open session of them.
    package static let add = Method<Vacation, ChangeResponse>(service, "Add")
    /// Takes marks away, and exactly the skips that came with them.
    package static let remove = Method<Vacation, ChangeResponse>(service, "Remove")

    /// Largest number of days of a request.
    package static let rangeLimitInDays = 366
    /// Largest number of skips that a request may write or remove.
    package static let skipLimit = 200_000

    /// Both ends are included.
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
