package import CivilTime
import Memberwise
package import RPC

/// Activities and weighings that follow a health metric, and entries that go back to health data. Served by the
/// tracker worker.
package enum HealthLinks {
    package static let service = "dayline.tracker.HealthLinks"

    /// The source that samples written from here have. Where an activity both reads and writes, they
    /// are left out when reading. (The source "Dayline" is that of samples corrected by hand.)
    package static let sourceName = "Dayline Journal"

    /// Origin of synced changes in the change log. They belong to the preceding step.
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

    @Message
    package struct SyncRequest: Codable, Hashable, WireValue {
        /// Nil: from the activity's first day, and from the first weighing that was measured.
        package var from: CivilDate? = nil
        /// Nil: through today.
        package var to: CivilDate? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct SyncResponse: Codable, Hashable, WireValue {
        /// In list order, those that read.
        package var activities: [ActivityResult]
        /// Nil where weighings are not read.
        package var weight: WeightLogResult?
    }

    /// Counts of the changes of a sync.
    package protocol SyncCounts {
        /// Days that got a value, and days whose value moved.
        var added: Int { get set }
        var updated: Int { get set }
        /// Days whose value went, since nothing is measured of them any more.
        var removed: Int { get set }
    }

    @Message
    package struct ActivityResult: SyncCounts, Codable, Hashable, Sendable {
        package var activity: String
        package var metric: String
        package var added: Int = 0
        package var updated: Int = 0
        package var removed: Int = 0
        /// Why nothing could be read.
        package var problem: String? = nil
    }

    /// The weighings, and the milestone to celebrate now that they have changed.
    @Message
    package struct WeightLogResult: SyncCounts, Codable, Hashable, Sendable {
        package var metric: String
        package var added: Int = 0
        package var updated: Int = 0
        package var removed: Int = 0
        package var celebration: Weights.Celebration? = nil
    }

    package enum Format: String, CaseIterable, Codable, Sendable {
        /// Records as Apple Health exports them.
        case xml
        case csv
    }

    @Message
    package struct ExportRequest: Codable, Hashable, WireValue {
        package var format: Format
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
    }
}

extension HealthLinks.SyncCounts {
    package var changed: Int { added + updated + removed }
}
