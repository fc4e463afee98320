import CivilTime

/// The effect of each day of a history on a streak, in two bits per day.
///
/// Ten years need less than a kilobyte, and streaks are counted 64 days at a time. Days outside the span
/// have no effect.
struct StreakDays: Sendable {
    /// The stored days; nil before the first `append`.
    private(set) var span: ClosedRange<CivilDate>?
    private var extending: [UInt64] = []
    private var breaking: [UInt64] = []

    /// Appends the day after the last one, or the first day.
    mutating func append(_ effect: StreakEffect, on day: CivilDate) {
        let first = span?.lowerBound ?? day
        span = first...day
        if first.distance(to: day) >> 6 == extending.count {
            extending.append(0)
            breaking.append(0)
        }
        self[day] = effect
    }

    /// The effect of a day. Setting the effect of a day outside the span is ignored.
    subscript(day: CivilDate) -> StreakEffect {
        get {
            guard let (word, bit) = position(of: day) else { return .preserves }
            if extending[word] & bit != 0 { return .extends }
            return breaking[word] & bit != 0 ? .breaks : .preserves
        }
        set {
            guard let (word, bit) = position(of: day) else { return }
            extending[word] &= ~bit
            breaking[word] &= ~bit
            switch newValue {
            case .extends: extending[word] |= bit
            case .breaks: breaking[word] |= bit
            case .preserves: break
            }
        }
    }

    private func position(of day: CivilDate) -> (word: Int, bit: UInt64)? {
        guard let span, span.contains(day) else { return nil }
        let offset = span.lowerBound.distance(to: day)
        return (offset >> 6, 1 << UInt64(offset & 63))
    }

    /// The streaks through `last`. A miss on `last` does not break a streak, because the day is not over.
    /// The current streak counts only days after `limit`.
    func streaks(through last: CivilDate, after limit: CivilDate) -> Streaks {
        guard let span, span.lowerBound <= last else { return Streaks(current: 0, longest: 0) }
        let end = span.lowerBound.distance(to: min(last, span.upperBound))
        // A miss on `last` is ignored. Days after the span are not misses.
        let lastMiss = last > span.upperBound ? end : end - 1
        var run = 0
        var longest = 0
        var runStart = 0
        for word in 0...(end >> 6) {
            var days = extending[word] & Self.bits(through: end - word << 6)
            var misses = breaking[word] & Self.bits(through: lastMiss - word << 6)
            while misses != 0 {
                let miss = misses.trailingZeroBitCount
                let before: UInt64 = 1 << UInt64(miss) &- 1
                longest = max(longest, run + (days & before).nonzeroBitCount)
                run = 0
                runStart = word << 6 + miss + 1
                days &= ~before
                misses &= misses - 1
            }
            run += days.nonzeroBitCount
        }
        let firstCounted = max(runStart, span.lowerBound.distance(to: limit) + 1)
        return Streaks(
            current: firstCounted > runStart ? count(firstCounted, through: end) : run,
            longest: max(longest, run))
    }

    /// A mask of the lowest bits of a word: the days through `offset`, counted from the word's first day.
    private static func bits(through offset: Int) -> UInt64 {
        offset < 0 ? 0 : UInt64.max >> UInt64(63 - min(offset, 63))
    }

    private func count(_ first: Int, through end: Int) -> Int {
        guard first <= end else { return 0 }
        return (first >> 6...end >> 6).reduce(0) { sum, word in
            let days = extending[word] & Self.bits(through: end - word << 6)
            let counted = days & ~Self.bits(through: first - 1 - word << 6)
            return sum + counted.nonzeroBitCount
        }
    }
}
