/// When two samples of one series are the same sample.
package enum SampleIdentity {
    /// Values of equal start and end are one when they differ by no more than this part of the
    /// greater: unit conversions of different exports differ in the last digits.
    package static let tolerance = 1e-6

    package static func areEqual(_ a: Double, _ b: Double) -> Bool {
        a.bitPattern == b.bitPattern
            || abs(a - b) <= tolerance * max(abs(a), abs(b))
    }
}
