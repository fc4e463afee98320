import Contracts
import Synchronization

/// The heart rates of a workout by time, of one source.
struct TrackHeartRates: Sendable {
    /// Milliseconds since 1970, UTC, ascending.
    private let times: [Int64]
    /// Beats per minute.
    private let values: [Double]

    /// The greatest distance in milliseconds between a point and its heart rate: watches measure every
    /// few seconds during a workout.
    private static let distanceLimit: Int64 = 10_000

    /// A measured heart rate.
    struct Sample: Sendable {
        /// Milliseconds since 1970, UTC.
        var time: Int64
        /// Beats per minute.
        var value: Double
    }

    init(_ samples: [Sample] = []) {
        let sorted = samples.filter { 1...500 ~= $0.value }.sorted { $0.time < $1.time }
        times = sorted.map(\.time)
        values = sorted.map(\.value)
    }

    /// The value that is nearest to the time; nil if none is near.
    func value(at time: Int64) -> Double? {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        let near = [low - 1, low].filter(times.indices.contains)
            .min { abs(times[$0] - time) < abs(times[$1] - time) }
        guard let near, abs(times[near] - time) <= Self.distanceLimit else { return nil }
        return values[near]
    }
}

extension HealthReader {
    /// The heart rates during a workout: of its own source, otherwise of the source with most samples.
    func heartRates(of workout: Workout) async throws -> TrackHeartRates {
        guard let metric = try await metrics().first(where: { $0.metric == "heartRate" }) else {
            return TrackHeartRates()
        }
        let found = Mutex<[String: [TrackHeartRates.Sample]]>([:])
        _ = try await samples(of: metric) { run in
            let samples = zip(run.starts, run.values)
                .filter { workout.start <= $0.0 && $0.0 <= workout.end }
                .map { TrackHeartRates.Sample(time: $0.0, value: $0.1) }
            guard !samples.isEmpty else { return }
            found.withLock { $0[run.source, default: []] += samples }
        }
        let sources = found.withLock { $0 }
        let most = sources.sorted { $0.key < $1.key }.max { $0.value.count < $1.value.count }
        return TrackHeartRates(sources[workout.source] ?? most?.value ?? [])
    }
}
