import Glibc

/// The tier of a test run: the quick one of every change, or the long one of `tools/test --all`.
package enum TestTier {
    /// True if the environment has `DAYLINE_LONG_TESTS`.
    package static let isLong = getenv("DAYLINE_LONG_TESTS") != nil

    /// The seeds 0 up to `quick`, or up to `long` in the long tier.
    package static func seeds(_ quick: UInt64, long: UInt64) -> Range<UInt64> {
        0..<(isLong ? long : quick)
    }
}
