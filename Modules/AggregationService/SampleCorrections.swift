import Contracts
import HealthMetrics
import Samples

/// Applies sample corrections to correlations and heart beats, which are stored apart from the
/// samples.
struct SampleCorrections: Sendable {
    private struct SampleKey: Hashable {
        var metric: String
        var sourceKey: String
        var start: Int64
        var end: Int64
    }

    /// The source and device of a measurement.
    private struct SourceAndDevice: Hashable {
        var sourceKey: String
        var device: String
        var isEntered: Bool

        init(_ key: SeriesKey) {
            sourceKey = key.sourceKey
            device = key.device
            isEntered = key.isEntered
        }
    }

    private var corrections: [SampleKey: [Correction]] = [:]
    /// The intervals of deleted measurements that have beats.
    private var deletedIntervals: [SourceAndDevice: [Range<Int64>]] = [:]

    init(_ listing: Corrections.ListResponse) {
        for (correction, series) in listing.keyed {
            let sample = correction.original
            let key = SampleKey(
                metric: series.metric, sourceKey: series.sourceKey, start: sample.start,
                end: sample.end)
            corrections[key, default: []].append(correction)
            if series.metric == HeartbeatSeries.measurement, correction.replacement == nil {
                let interval = HeartbeatSeries.range(from: sample.start, to: sample.end)
                deletedIntervals[SourceAndDevice(series), default: []].append(interval)
            }
        }
    }

    /// A correlation with corrected members; nil if all its members are deleted.
    func applied(to correlation: Correlation) -> Correlation? {
        guard !corrections.isEmpty, !correlation.members.isEmpty else { return correlation }
        var corrected = correlation
        corrected.members = correlation.members.compactMap { member in
            let key = SampleKey(
                metric: member.metric, sourceKey: correlation.sourceKey, start: member.start,
                end: member.end)
            let correction = corrections[key]?.first {
                SampleIdentity.areEqual($0.original.value, member.value)
            }
            guard let correction else { return member }
            guard let value = correction.replacement else { return nil }
            var replaced = member
            replaced.value = value
            return replaced
        }
        return corrected.members.isEmpty ? nil : corrected
    }

    /// Removes the beats of deleted measurements.
    func removingDeleted(from beats: SampleColumns, of key: SeriesKey) -> SampleColumns {
        guard let intervals = deletedIntervals[SourceAndDevice(key)] else { return beats }
        let deleted = beats.starts.indices.filter { index in
            intervals.contains { $0.contains(beats.starts[index]) }
        }
        return beats.removing(Set(deleted))
    }
}
