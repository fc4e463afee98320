extension Double {
    /// Whether this can be the value of anything that is measured or logged: at most 10^15 either way,
    /// so that whole numbers are told apart and no total of a lifetime overflows. NaN is none.
    @inlinable
    package var isMeasurable: Bool { magnitude <= 1e15 }

    /// The number if it can be such a value.
    package var measurable: Double? { isMeasurable ? self : nil }
}
