/// The rule for when two samples of one series are equal.
package enum SampleIdentity {
    /// The tolerance for values of equal start and end, relative to the greater one: unit
    /// conversions of different exports differ in the last digits.
    package static let tolerance = 1e-6

    package static func areEqual(_ a: Double, _ b: Double) -> Bool {
        a.bitPattern == b.bitPattern
            || abs(a - b) <= tolerance * max(abs(a), abs(b))
    }
}
