package import CivilTime
package import RPC

/// Activities that follow a health metric, and entries that go back to health data. Served by the
/// schedule worker.
package enum HealthLinks {
    package static let service = "dayline.schedule.HealthLinks"

    /// The source that samples written from here have. Where an activity both reads and writes, they
    /// are left out when reading. (The source "Dayline" is that of samples corrected by hand.)
    package static let sourceName = "Dayline Journal"

    /// Makes the entries of linked activities agree with health data.
    package static let sync = Method<Ask, Synced>(service, "Sync")
    /// The entries of activities that write, as a file in the column `data` of the items.
    package static let outbox = StreamMethod<AskOutbox, Packet<Empty>, TrackerFiles.Exported>(
        service, "Outbox", repeatable: true)

    package struct Ask: Codable, Hashable, WireValue {
        /// Nil: from the activity's first day.
        package var from: CivilDate?
        /// Nil: through today.
        package var to: CivilDate?
        package var on: CivilDate?

        package init(from: CivilDate? = nil, to: CivilDate? = nil, on: CivilDate? = nil) {
            self.from = from
            self.to = to
            self.on = on
        }
    }

    package struct Synced: Codable, Hashable, WireValue {
        /// In list order, those that read.
        package var activities: [Activity]

        package init(activities: [Activity]) {
            self.activities = activities
        }
    }

    package struct Activity: Codable, Hashable, Sendable {
        package var activity: String
        package var metric: String
        /// Days that got an entry, and days whose entry moved.
        package var added: Int
        package var updated: Int
        /// Days whose entry went, since nothing is measured of them any more.
        package var removed: Int
        /// Why nothing could be read.
        package var problem: String?

        package var changed: Int { added + updated + removed }

        package init(
            activity: String, metric: String, added: Int = 0, updated: Int = 0,
            removed: Int = 0, problem: String? = nil
        ) {
            self.activity = activity
            self.metric = metric
            self.added = added
            self.updated = updated
            self.removed = removed
            self.problem = problem
        }
    }

    package enum Format: String, CaseIterable, Codable, Sendable {
        /// Records as Apple Health exports them.
        case xml
        case csv
    }

    package struct AskOutbox: Codable, Hashable, WireValue {
        package var format: Format
        package var from: CivilDate?
        package var to: CivilDate?

        package init(format: Format, from: CivilDate? = nil, to: CivilDate? = nil) {
            self.format = format
            self.from = from
            self.to = to
        }
    }
}
