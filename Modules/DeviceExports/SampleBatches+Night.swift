package import PluginKit

extension SampleBatches {
    /// Appends the stages of a night, one after another: an export with their totals only does not have the
    /// time of each within the night.
    /// `source` is that of the series. A night without stages is ignored as `type`.
    package mutating func append(
        _ stages: [(stage: SleepStage, seconds: Double?)], from start: Int64, to end: Int64,
        source: String, ignoringEmpty type: String, _ location: ItemLocation
    ) throws {
        let series = try series(
            SeriesDescription(
                metric: "sleepAnalysis", unit: "category", source: source, resolution: .day))
        var begin = start
        for (stage, seconds) in stages {
            guard let seconds, seconds > 0 else { continue }
            let next = min(end, begin + Int64(min(seconds, 1e6) * 1000))
            guard next > begin else { continue }
            try append(stage, to: series, start: begin, end: next, from: location)
            begin = next
        }
        if begin == start { ignore(of: type) }
    }
}
