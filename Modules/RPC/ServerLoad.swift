/// Counters of a server since its start.
package struct ServerLoad: Sendable {
    package var inFlight = 0
    package var served = 0
    package var failed = 0
    /// Messages that violated the protocol.
    package var malformed = 0
    package var latency = LatencyHistogram()

    mutating func record(failed isFailure: Bool, duration: Duration? = nil) {
        served += 1
        if isFailure { failed += 1 }
        if let duration { latency.record(duration) }
    }
}

/// A histogram of durations with four buckets for each power of two: quantiles are exact to within
/// 25 %, in constant memory.
package struct LatencyHistogram: Sendable {
    private static let bucketsPerOctave = 4
    private var counts = [Int](repeating: 0, count: 40 * bucketsPerOctave)
    package private(set) var count = 0

    package init() {}

    package mutating func record(_ duration: Duration) {
        record(microseconds: duration.microseconds)
    }

    package mutating func record(microseconds: Int64) {
        counts[Self.bucket(of: microseconds)] += 1
        count += 1
    }

    /// An upper bound, in microseconds, of the given share (0 to 1) of the recorded durations; nil if
    /// none was recorded.
    package func quantile(_ share: Double) -> Int64? {
        guard count > 0 else { return nil }
        let rank = max(1, Int((share * Double(count)).rounded(.up)))
        var cumulative = 0
        for (bucket, count) in counts.enumerated() {
            cumulative += count
            if cumulative >= rank { return Self.upperBound(of: bucket) }
        }
        return nil
    }

    private static func bucket(of microseconds: Int64) -> Int {
        let value = UInt64(max(1, microseconds))
        let octave = 63 - value.leadingZeroBitCount
        let quarter =
            octave >= 2
            ? Int(value >> UInt64(octave - 2)) & 3 : Int(value << UInt64(2 - octave)) & 3
        return min(octave, 39) * bucketsPerOctave + quarter
    }

    private static func upperBound(of bucket: Int) -> Int64 {
        let octave = bucket / bucketsPerOctave
        let quarter = Int64(bucket % bucketsPerOctave)
        return max(1, ((5 + quarter) << Int64(octave)) / 4)
    }
}

extension Duration {
    /// Whole microseconds, rounded towards zero.
    package var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
