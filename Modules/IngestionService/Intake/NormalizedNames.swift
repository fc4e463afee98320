import Contracts
import HealthMetrics

extension SeriesKey {
    /// The key with the source key that Dayline computes from the name of the source, in place of that of
    /// the importer.
    var withNormalizedNames: SeriesKey {
        var key = self
        key.sourceKey = SourceName(source).compared
        return key
    }
}

extension HealthRow {
    /// The row with the source key that Dayline computes from the name of the source, in place of that of
    /// the importer.
    var withNormalizedNames: HealthRow {
        switch self {
        case .workout(var workout):
            workout.sourceKey = SourceName(workout.source).compared
            return .workout(workout)
        case .correlation(var correlation):
            correlation.sourceKey = SourceName(correlation.source).compared
            return .correlation(correlation)
        case .activitySummary:
            return self
        }
    }
}
