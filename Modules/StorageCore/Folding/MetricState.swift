import CivilTime
package import Contracts
import HealthMetrics
import Memberwise

/// The state of a metric's day totals on one snapshot.
@Memberwise
package struct MetricState: Sendable {
    package var profile: ProfileRow
    package var metric: String
    /// The first version that made days dirty; nil without dirty days.
    package var dirtyVersion: Int64?
    /// The version for which the totals were last folded; 0 for a metric that never changed.
    package var foldedVersion: Int64

    /// The newest version for which the totals are valid.
    package var version: Int64 { dirtyVersion.map { $0 - 1 } ?? profile.dataVersion }

    /// The oldest version for which the totals are valid.
    package var firstVersion: Int64 { max(foldedVersion, profile.firstVersion) }

    /// True if the totals that a caller has of the version `known` are valid.
    package func isUnchanged(since known: Int64?) -> Bool {
        known.map { $0 >= firstVersion && $0 <= version } ?? false
    }

    /// The days that differ from the totals that a caller has of the version `known`; nil if unknown.
    package func changedDays(since known: Int64?, _ recentFolds: RecentFolds) -> DaySpan? {
        guard let known, known >= profile.firstVersion, known <= version else { return nil }
        return recentFolds.days(
            of: ProfileMetric(profile: profile.id, metric: metric), from: known, to: firstVersion)
    }

    /// The response without totals. `changed` has the days of ``changedDays(since:_:)``, `unit` is the unit
    /// of the metric's series, empty without series, and `hasNamesake` is true if an activity has the
    /// metric's name, nil if unknown.
    package func response(
        to request: Days.ReadRequest, changed: DaySpan?, unit: String, zones: [ZoneChange],
        settings: [String: String], hasNamesake: Bool?
    ) -> Days.ReadResponse {
        Days.ReadResponse(
            metric: metric, unit: unit, version: version, stale: dirtyVersion != nil,
            isUnchanged: isUnchanged(since: request.knownVersion),
            changed: changed.map {
                Days.Span(from: CivilDate(days: $0.from), to: CivilDate(days: $0.to))
            },
            rememberedInterval: settings[Settings.intervalPrefix + metric],
            weekStart: settings[Settings.weekStart], dayEnd: settings[Settings.dayEnd],
            zones: zones, hasNamesake: hasNamesake,
            units: settings[Settings.units].flatMap(UnitSystem.init) ?? .metric)
    }
}
