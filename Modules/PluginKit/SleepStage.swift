/// The value of a sample of the metric `sleepAnalysis`. A sample covers the time of one stage.
public enum SleepStage: Int, CaseIterable, Sendable {
    case inBed = 0
    /// Asleep without a known stage.
    case asleep = 1
    case awake = 2
    case core = 3
    case deep = 4
    case rem = 5

    /// The stage as the value of a sample.
    public var value: Double { Double(rawValue) }
}

extension SeriesDescription {
    /// The series of the sleep stages that a source recorded.
    public static func sleep(
        source: String, device: String = "", isManualEntry: Bool = false
    ) -> SeriesDescription {
        SeriesDescription(
            metric: "sleepAnalysis", unit: "category", source: source, device: device,
            isManualEntry: isManualEntry)
    }
}

extension SampleBatches {
    /// Appends a sleep stage. Instants are milliseconds since 1970, UTC.
    public mutating func append(
        _ stage: SleepStage, to series: SeriesHandle, start: Int64, end: Int64,
        details: [SampleDetail] = [], from location: @autoclosure () -> ItemLocation
    ) throws {
        try append(
            series, start: start, end: end, value: stage.value, details: details, from: location())
    }
}
