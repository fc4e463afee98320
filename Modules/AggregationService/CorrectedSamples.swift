import Contracts
import Metrics
import Samples

/// What a person has corrected, for that which was told along with a sample and lies elsewhere.
struct CorrectedSamples: Sendable {
    private struct Key: Hashable {
        var metric: String
        var sourceKey: String
        var start: Int64
        var end: Int64
    }

    /// The source and device of a measurement.
    private struct Owner: Hashable {
        var sourceKey: String
        var device: String
        var isEntered: Bool

        init(_ key: SeriesKey) {
            sourceKey = key.sourceKey
            device = key.device
            isEntered = key.isEntered
        }
    }

    private var corrections: [Key: [Correction]] = [:]
    /// The times of measurements with beats that were deleted.
    private var measurements: [Owner: [Range<Int64>]] = [:]

    init(_ listing: Corrections.ListResponse) {
        for (correction, key) in listing.keyed {
            let sample = correction.original
            let place = Key(
                metric: key.metric, sourceKey: key.sourceKey, start: sample.start, end: sample.end)
            corrections[place, default: []].append(correction)
            if key.metric == HeartbeatSeries.measurement, correction.replacement == nil {
                let times = HeartbeatSeries.range(from: sample.start, to: sample.end)
                measurements[Owner(key), default: []].append(times)
            }
        }
    }

    /// A correlation with its members as they are now; nil when all that it had are deleted.
    func applied(to correlation: Correlation) -> Correlation? {
        guard !corrections.isEmpty, !correlation.members.isEmpty else { return correlation }
        var whole = correlation
        whole.members = correlation.members.compactMap { member in
            let place = Key(
                metric: member.metric, sourceKey: correlation.sourceKey, start: member.start,
                end: member.end)
            let correction = corrections[place]?.first {
                SampleIdentity.areEqual($0.original.value, member.value)
            }
            guard let correction else { return member }
            guard let value = correction.replacement else { return nil }
            var corrected = member
            corrected.value = value
            return corrected
        }
        return whole.members.isEmpty ? nil : whole
    }

    /// Beats without those of measurements that were deleted.
    func stripped(_ beats: SampleColumns, of key: SeriesKey) -> SampleColumns {
        guard let times = measurements[Owner(key)] else { return beats }
        let gone = beats.starts.indices.filter { index in
            times.contains { $0.contains(beats.starts[index]) }
        }
        return beats.removing(Set(gone))
    }
}
