import Contracts
import Metrics

extension SeriesKey {
    /// With its source's name compared as all are, whatever the importer makes of it.
    var withNormalizedNames: SeriesKey {
        var key = self
        key.sourceKey = SourceName(source).compared
        return key
    }
}

extension HealthRow {
    /// With its source's name compared as all are, whatever the importer makes of it.
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
