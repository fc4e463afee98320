/// What a run of samples is of.
public struct SeriesDescription: Hashable, Sendable {
    /// HealthKit's short key, such as `stepCount`, or any other name.
    public var metric: String
    /// The unit that the values come in; they are converted to the one that the metric is kept in.
    public var unit: String
    /// The name of the device or program that measured, as it is shown.
    public var source: String
    /// What is known of the device; empty when nothing is.
    public var device: String
    /// Whether a person entered the values by hand.
    public var isManualEntry: Bool
    public var resolution: Resolution

    /// Whether a value is one measurement, or sums up all of a time.
    public enum Resolution: String, Sendable {
        case raw, minute, hour, day
    }

    public init(
        metric: String, unit: String, source: String, device: String = "",
        isManualEntry: Bool = false, resolution: Resolution = .raw
    ) {
        self.metric = metric
        self.unit = unit
        self.source = source
        self.device = device
        self.isManualEntry = isManualEntry
        self.resolution = resolution
    }
}

/// A series that was declared to ``SampleBatches``.
public struct SeriesHandle: Hashable, Sendable {
    let index: Int32
}

/// A series whose unit measures something else than its metric does, so that nothing can convert it.
public struct UnitMismatch: Error, Hashable, Sendable {
    public let metric: String
    public let unit: String
    /// The unit that the metric is kept in.
    public let canonicalUnit: String
}

/// What may be known of a single sample.
public enum SampleDetail: Hashable, Sendable {
    /// The IANA name of the zone that it was taken in.
    case timeZone(String)
    /// HealthKit's motion context of a heart rate.
    case motionContext(String)
    /// HealthKit's meal time of a blood glucose.
    case mealTime(String)
}

/// Where an item is in its file.
public struct ItemLocation: Hashable, Sendable {
    /// In bytes of the unpacked part.
    public var offset: Int64
    /// Counted from 1; 0 when unknown.
    public var line: Int64
    /// The item's text, which is kept when the item is damaged.
    public var text: String

    public init(offset: Int64, line: Int64, text: String) {
        self.offset = offset
        self.line = line
        self.text = text
    }

    public init(_ line: TextLine) {
        self.init(offset: line.offset, line: line.number, text: line.text)
    }
}
