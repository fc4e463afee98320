import CXXHash
import Contracts
import Memberwise
package import RPC

/// The change log: the changes of all profiles by number, written in the transactions that make the
/// changes.
package enum ChangeLog {
    /// A change to be appended.
    @Memberwise
    package struct Entry: Sendable {
        package var profile: ProfileRow
        /// The origin: `person`, `importer` and its name, or `health` for health sync.
        package var who: String
        /// The kind of the changed record.
        package var kind: String
        /// The identifier of the record within its kind.
        package var key: String
        /// The record before the change; nil: it did not exist.
        package var before: String? = nil
        /// The record after the change; nil: it does not exist any more.
        package var after: String? = nil
    }

    /// The time after which an idempotency key is forgotten.
    package static let keyLifeMs: Int64 = 7 * 86_400_000
    /// The maximum number of changes of a page.
    package static let pageLimit = 1000

    /// - Throws: OUT_OF_RANGE if the log, of which `latest` is the newest number, has no such number.
    package static func check(_ number: Int64, latest: Int64) throws(Status) {
        guard (0...latest).contains(number) else {
            throw Status(
                .outOfRange,
                "The database has no change \(number): the newest is \(latest).",
                hint: "Read all data again, and continue from \(latest).")
        }
    }
}
