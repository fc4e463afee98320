/// Samples in columns, in the order of the file.
package struct SampleBatch: Sendable {
    /// Maximum number of samples in a batch.
    package static let capacity = 1 << 15

    /// Runs of samples of one series: the series' index, and in ``lengths`` the number of samples.
    package var series: [Int32]
    package var lengths: [Int32]
    /// One element per sample: start and end in milliseconds since 1970, UTC, and the value in the
    /// canonical unit.
    package var starts: [Int64]
    package var ends: [Int64]
    package var values: [Double]
    /// One element per attribute: the sample's index in this batch, the ``ScannedAttribute``, and the
    /// index of its text in ``texts``.
    package var attributeSamples: [Int32]
    package var attributeKinds: [Int32]
    package var attributeTexts: [Int32]
    package var texts: [String]

    package var count: Int { starts.count }
}

/// An attribute that is stored with a sample.
package enum ScannedAttribute: Int32, CaseIterable, Sendable {
    /// `HKTimeZone`: IANA name of the zone in which the sample was recorded.
    case timeZone = 0
    /// `HKMetadataKeyHeartRateMotionContext`.
    case motionContext = 1
    /// `HKBloodGlucoseMealTime`, or the name of its constant.
    case mealTime = 2

    init?(key: ByteSlice) {
        switch key {
        case _ where key.equals("HKTimeZone"): self = .timeZone
        case _ where key.equals("HKMetadataKeyHeartRateMotionContext"): self = .motionContext
        case _ where key.equals("HKBloodGlucoseMealTime"): self = .mealTime
        case _ where key.equals("HKMetadataKeyBloodGlucoseMealTime"): self = .mealTime
        default: return nil
        }
    }
}
