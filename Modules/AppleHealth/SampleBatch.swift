/// Samples in columns, in the order of the file.
package struct SampleBatch: Sendable {
    /// Maximum number of samples in a batch.
    package static let capacity = 1 << 15

    /// The index of the series of each run. A run is a number of consecutive samples of one series.
    package var series: [Int32]
    /// The number of samples of each run.
    package var lengths: [Int32]
    /// The start of each sample in milliseconds since 1970, UTC.
    package var starts: [Int64]
    /// The end of each sample in milliseconds since 1970, UTC.
    package var ends: [Int64]
    /// The value of each sample in the canonical unit.
    package var values: [Double]
    /// The index in this batch of the sample of each attribute.
    package var attributeSamples: [Int32]
    /// The raw value of the ``ScannedAttribute`` of each attribute.
    package var attributeKinds: [Int32]
    /// The index in ``texts`` of the text of each attribute.
    package var attributeTexts: [Int32]
    /// The texts of the attributes.
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
