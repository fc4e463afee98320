import CivilTime
import Contracts
import PostgresClient
import RPC
import StorageCore
import Tracker

/// The activities of a profile as names of metrics.
enum ActivityNames {
    /// The bodies of the activities outside of the trash, ordered by identifier.
    static func query(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT body FROM dayline.tracked
            WHERE profile_id = $1 AND kind = '\(TrackerRecords.activityKind)' ORDER BY id
            """, .int64(profile))
    }

    static func activities(_ result: PostgresResult) throws -> [Days.ActivityName] {
        try result.rows.compactMap { row in
            let body = try row.text(0)
            // A record that cannot be read as an activity has no name.
            guard let activity = try? JSONBody.decode(Activity.self, from: Bytes(body)),
                activity.deleted == nil
            else { return nil }
            return Days.ActivityName(activity)
        }
    }
}

extension Days.ActivityName {
    fileprivate init(_ activity: Activity) {
        let kind = activity.configuration.kind
        var accumulation: Accumulation?
        if case .cumulative(_, let by) = kind { accumulation = by }
        var measurement: Measurement.Name?
        if case .metric(let measured) = kind { measurement = measured.name }
        self.init(
            id: activity.id, name: activity.name, type: kind.type, unit: kind.quantity?.unit,
            accumulation: accumulation, measurement: measurement)
    }
}
