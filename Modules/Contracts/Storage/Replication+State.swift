import Memberwise
import RPC

extension Replication {
    package enum Role: String, CaseIterable, Codable, Sendable {
        /// `primary`: accepts changes. `replica`: follows another home and accepts none. `superseded`:
        /// another home was promoted, and this one accepts no changes.
        case primary, replica, superseded
    }

    @Message
    package struct StateResponse: Codable, Hashable, WireValue {
        /// The role of the home: `primary`, `replica` or `superseded`.
        package var role: Role
        /// The epoch of the data, raised with each promotion; 1 at first.
        package var epoch: Int64
        /// The address of the home that a replica follows; nil: not a replica.
        package var primary: String? = nil
        /// The time of the data of a replica by the clock of its primary, as RFC 3339 in UTC; nil: not a
        /// replica, or the first copy is not complete.
        @Field(.instant) package var asOf: String? = nil
        /// The seconds since the replica last had all changes of its primary; nil: not a replica, or the
        /// first copy is not complete.
        package var lagSeconds: Double? = nil
        /// The newest change in the data of a replica; nil: as for ``asOf``.
        package var change: Int64? = nil
        /// The share of blocks that were compared and copied, 0 to 1, while blocks are copied; nil: none are.
        package var copied: Double? = nil
        /// The milliseconds by which the primary's clock is ahead of this home's; nil: unknown.
        package var clockAheadMilliseconds: Int64? = nil
        /// The reason why a replica receives no changes, as a sentence; nil: it does, or is not a replica.
        package var problem: String? = nil
        /// The address of the former primary that has not been told of the promotion yet; nil: none.
        package var former: String? = nil
        /// The time at which a superseded home learned of the promotion, as RFC 3339 in UTC; nil: not
        /// superseded.
        @Field(.instant) package var supersededAt: String? = nil
        /// The file with the changes that only a superseded home has; nil: none.
        package var supersededFile: String? = nil
    }
}
