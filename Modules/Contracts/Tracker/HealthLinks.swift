package import CivilTime
package import RPC

/// Activities and weighings that follow a health metric, and entries that go back to health data. Served by the
/// tracker worker.
package enum HealthLinks {
    package static let service = "dayline.tracker.HealthLinks"

    /// The source that samples written from here have. Where an activity both reads and writes, they
    /// are left out when reading. (The source "Dayline" is that of samples corrected by hand.)
    package static let sourceName = "Dayline Journal"

    /// Who makes what is read, in the change log. It is nobody's step: it goes with the step before it.
    package static let changeOrigin = "health"

    /// The metric that weighings follow.
    package static let weightMetric = "bodyMass"

    /// Makes the entries of linked activities agree with health data, and the weighings of a profile
    /// that has them read.
    package static let sync = Method<SyncRequest, SyncResponse>(service, "Sync")
    /// The entries of activities that write, as a file in the column `data` of the items.
    package static let outbox = StreamMethod<
        ExportRequest, Packet<Empty>, Documents.ExportResponse
    >(
        service, "Export", repeatable: true)

    package struct SyncRequest: Codable, Hashable, WireValue {
        /// Nil: from the activity's first day, and from the first weighing that was measured.
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

    package struct SyncResponse: Codable, Hashable, WireValue {
        /// In list order, those that read.
        package var activities: [ActivityResult]
        /// Nil where weighings are not read.
        package var weight: WeightLogResult?

        package init(activities: [ActivityResult], weight: WeightLogResult?) {
            self.activities = activities
            self.weight = weight
        }
    }

    /// What a sync changed.
    package protocol SyncCounts {
        /// Days that got a value, and days whose value moved.
        var added: Int { get set }
        var updated: Int { get set }
        /// Days whose value went, since nothing is measured of them any more.
        var removed: Int { get set }
    }

    package struct ActivityResult: SyncCounts, Codable, Hashable, Sendable {
        package var activity: String
        package var metric: String
        package var added: Int
        package var updated: Int
        package var removed: Int
        /// Why nothing could be read.
        package var problem: String?

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

    /// The weighings, and the milestone to celebrate now that they have changed.
    package struct WeightLogResult: SyncCounts, Codable, Hashable, Sendable {
        package var metric: String
        package var added: Int
        package var updated: Int
        package var removed: Int
        package var celebration: Weights.Celebration?

        package init(
            metric: String, added: Int = 0, updated: Int = 0, removed: Int = 0,
            celebration: Weights.Celebration? = nil
        ) {
            self.metric = metric
            self.added = added
            self.updated = updated
            self.removed = removed
            self.celebration = celebration
        }
    }

    package enum Format: String, CaseIterable, Codable, Sendable {
        /// Records as Apple Health exports them.
        case xml
        case csv
    }

    package struct ExportRequest: Codable, Hashable, WireValue {
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

extension HealthLinks.SyncCounts {
    package var changed: Int { added + updated + removed }
}
