import Memberwise
package import RPC

/// Figures of a storage process for operators, without data of any profile. Served by each storage worker.
package enum StorageFigures {
    package static let service = "dayline.storage.StorageFigures"

    /// Returns the figures of the process that serves the call.
    package static let get = Method<Empty, GetResponse>(service, "Get", repeatable: true)

    @Message
    package struct GetResponse: Codable, Hashable, WireValue {
        /// The times of commits that were acknowledged since the start of the process.
        package var commits: CommitTimes
        /// Ranges of days that wait for an aggregation worker.
        package var waitingFolds: Int
        /// Ranges of days that aggregation workers fold.
        package var leasedFolds: Int
        /// The seconds since the oldest unfolded change of a metric; nil: all days are folded.
        package var oldestFoldSeconds: Double?
        /// The seconds since the start of the oldest lease; nil: no worker folds.
        package var oldestLeaseSeconds: Double?
        /// The times that the process became the owner of a profile; nil: one process has all profiles.
        package var gainedProfiles: Int?
        /// The times that another process became the owner of a profile of this one; nil as above.
        package var lostProfiles: Int?
        /// The standbys of the database server; nil: unknown, such as without the right to see them.
        package var standbys: [Standby]?
    }

    /// A histogram of durations.
    @Described
    package struct CommitTimes: Codable, Hashable, Sendable {
        /// The number of commits.
        package var count: Int
        /// The sum of their durations in seconds.
        package var seconds: Double
        /// The number of commits up to each duration, ascending.
        package var buckets: [Bucket]

        package init(count: Int, seconds: Double, buckets: [Bucket]) {
            self.count = count
            self.seconds = seconds
            self.buckets = buckets
        }
    }

    @Described
    package struct Bucket: Codable, Hashable, Sendable {
        /// The greatest duration in seconds.
        package var upTo: Double
        /// The number of commits of at most this duration.
        package var count: Int

        package init(upTo: Double, count: Int) {
            self.upTo = upTo
            self.count = count
        }
    }

    /// A standby of the database server.
    @Described
    package struct Standby: Codable, Hashable, Sendable {
        /// Its application_name.
        package var name: String
        /// Its sync_state, such as `sync` or `async`.
        package var sync: String
        /// The bytes of the log that it has not replayed; nil: unknown.
        package var lagBytes: Int64?
        /// The seconds by which a recent commit was replayed later; nil: none was recently.
        package var lagSeconds: Double?

        package init(name: String, sync: String, lagBytes: Int64?, lagSeconds: Double?) {
            self.name = name
            self.sync = sync
            self.lagBytes = lagBytes
            self.lagSeconds = lagSeconds
        }
    }
}
