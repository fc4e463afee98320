/// The index of the range that shares the most time with `time`; nil if none shares at least half of
/// the shorter one of both. Of equal overlaps the first counts.
package func bestOverlap(of time: Range<Int64>, among ranges: [Range<Int64>]) -> Int? {
    var best: (index: Int, length: Double)?
    for (index, range) in ranges.enumerated() {
        let shared = range.clamped(to: time).length
        let isEnough = shared > 0 && shared * 2 >= min(range.length, time.length)
        if isEnough, shared > best?.length ?? 0 { best = (index, shared) }
    }
    return best?.index
}

extension Range<Int64> {
    /// A floating-point number, since the difference of distant bounds overflows.
    fileprivate var length: Double { Double(upperBound) - Double(lowerBound) }
}
