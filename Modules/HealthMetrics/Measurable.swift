extension Double {
    /// True for a possible value of a sample or an entry: finite, with a magnitude of at most
    /// 10^15, so that integers are exact and no total overflows.
    @inlinable
    package var isMeasurable: Bool { magnitude <= 1e15 }

    /// The number; nil if it is not a possible value.
    package var measurable: Double? { isMeasurable ? self : nil }
}
