package import CivilTime

/// Finds the days with totals of minutes, hours or days that have no measurement within their time.
///
/// Measurements and totals are added in order of their segments, the measurements of a segment first.
/// Times are compared in whole minutes.
package struct UncoveredTotals: Sendable {
    /// The days of the starts of the totals that were found.
    package private(set) var days: Set<CivilDate> = []
    private let zones: ZoneHistory
    /// The first minute since 1970 of `measured`.
    private let firstMinute: Int64
    /// A bit for each minute; 1 if a measurement is within it.
    private var measured: [UInt64]
    /// The totals that no measurement covers so far.
    private var waiting: [Range<Int64>] = []

    private static let millisecondsPerMinute: Int64 = 60_000

    /// Creates an empty value. Measurements and totals outside of the range, in milliseconds since 1970
    /// UTC, have no effect.
    package init(in range: Range<Int64>, _ zones: ZoneHistory) {
        self.zones = zones
        firstMinute = floorDivision(range.lowerBound, Self.millisecondsPerMinute)
        let last = floorDivision(range.upperBound, Self.millisecondsPerMinute)
        measured = Array(repeating: 0, count: Int((last - firstMinute) / 64 + 1))
    }

    /// Adds a measurement by its interval in milliseconds since 1970 UTC; one without a length is within
    /// the minute of its start.
    package mutating func addMeasurement(from start: Int64, to end: Int64) {
        guard let bits = bits(from: start, to: end) else { return }
        for word in bits.lowerBound / 64...bits.upperBound / 64 {
            measured[word] |= Self.mask(bits, of: word)
        }
    }

    /// Adds a total by its interval in milliseconds since 1970 UTC.
    package mutating func addTotal(from start: Int64, to end: Int64) {
        if start < end, isUncovered(start..<end) { waiting.append(start..<end) }
    }

    /// Finds the uncovered totals that end at or before an instant. To be called when all measurements
    /// before the instant were added.
    package mutating func complete(until limit: Int64) {
        for total in waiting where total.upperBound <= limit && isUncovered(total) {
            days.insert(zones.civilDate(at: total.lowerBound))
        }
        waiting.removeAll { $0.upperBound <= limit }
    }

    private func isUncovered(_ total: Range<Int64>) -> Bool {
        guard let bits = bits(from: total.lowerBound, to: total.upperBound) else { return false }
        return (bits.lowerBound / 64...bits.upperBound / 64).allSatisfy {
            measured[$0] & Self.mask(bits, of: $0) == 0
        }
    }

    /// The bits of the minutes of an interval; nil outside of the range.
    private func bits(from start: Int64, to end: Int64) -> ClosedRange<Int>? {
        let first = floorDivision(start, Self.millisecondsPerMinute) - firstMinute
        let last = floorDivision(max(start, end - 1), Self.millisecondsPerMinute) - firstMinute
        let limit = Int64(measured.count * 64 - 1)
        guard last >= 0, first <= limit else { return nil }
        return Int(max(0, first))...Int(min(last, limit))
    }

    /// The part of the bits in a word.
    private static func mask(_ bits: ClosedRange<Int>, of word: Int) -> UInt64 {
        let low = max(bits.lowerBound - word * 64, 0)
        let high = min(bits.upperBound - word * 64, 63)
        return (UInt64.max << UInt64(low)) & (UInt64.max >> UInt64(63 - high))
    }
}
