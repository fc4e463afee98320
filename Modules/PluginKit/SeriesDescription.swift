/// The description of a series.
public struct SeriesDescription: Hashable, Sendable {
    /// Key of the metric: HealthKit's identifier without prefix, such as `stepCount`, or any other
    /// name.
    public var metric: String
    /// Unit of the values that are appended, such as `count/min`. They are converted to the canonical
    /// unit.
    public var unit: String
    /// Name of the device or application that recorded the samples, as shown to people.
    public var source: String
    /// Description of the hardware; empty if unknown.
    public var device: String
    /// True if a person entered the values.
    public var isManualEntry: Bool
    /// Time span of a value.
    public var resolution: Resolution
    /// True if the samples are parts of other items, such as the members of a correlation: the import
    /// report counts them as nested elements and not as items.
    public var isPart: Bool
    /// Name of the file's elements that attributes and manual-entry marks were read from, one each, for
    /// the import report; nil if they are not elements.
    public var attributeElement: String?

    /// A series of one metric, source and device.
    public init(
        metric: String, unit: String, source: String, device: String = "",
        isManualEntry: Bool = false, resolution: Resolution = .raw, isPart: Bool = false,
        attributeElement: String? = nil
    ) {
        self.metric = metric
        self.unit = unit
        self.source = source
        self.device = device
        self.isManualEntry = isManualEntry
        self.resolution = resolution
        self.isPart = isPart
        self.attributeElement = attributeElement
    }

    /// The time span of a value: a single measurement (`raw`), or the total of a minute, hour or day.
    public enum Resolution: String, CaseIterable, Sendable {
        case raw, minute, hour, day
    }
}

/// The handle of a series that was declared to ``SampleBatches``.
public struct SeriesHandle: Hashable, Sendable {
    let index: Int32

    /// The series of a metric without a name, which is declared nowhere: its samples are quarantined.
    static let unnamed = SeriesHandle(index: -1)
    /// A series beyond the limit of an import, which is declared nowhere: its samples are quarantined.
    static let excess = SeriesHandle(index: -2)

    /// True if the series is declared.
    var isDeclared: Bool { index >= 0 }
}

/// The error of a unit that cannot be converted to the canonical unit of the metric.
public struct UnitMismatch: Error, Hashable, Sendable {
    /// The key of the metric.
    public let metric: String
    /// The unit that cannot be converted.
    public let unit: String
    /// Canonical unit of the metric.
    public let canonicalUnit: String
}

/// An attribute of a single sample.
public enum SampleDetail: Hashable, Sendable {
    /// IANA name of the time zone in which the sample was recorded.
    case timeZone(String)
    /// HealthKit's motion context of a heart rate.
    case motionContext(String)
    /// HealthKit's meal time of a blood glucose.
    case mealTime(String)
    /// The least value of a total of several measurements, in the unit of the series.
    case minimum(Double)
    /// The greatest value of a total of several measurements, in the unit of the series.
    case maximum(Double)

    /// The kind of an attribute, for ``ColumnarSamples``.
    public enum Kind: Int32, CaseIterable, Sendable {
        case timeZone = 0
        case motionContext = 1
        case mealTime = 2
        /// The text is a number.
        case minimum = 3
        /// The text is a number.
        case maximum = 4
    }

    init(_ kind: Kind, _ text: String) {
        self =
            switch kind {
            case .timeZone: .timeZone(text)
            case .motionContext: .motionContext(text)
            case .mealTime: .mealTime(text)
            case .minimum: .minimum(Double(text) ?? .nan)
            case .maximum: .maximum(Double(text) ?? .nan)
            }
    }
}

/// The location of an item in its file.
public struct ItemLocation: Hashable, Sendable {
    /// Offset in bytes in the unpacked part.
    public var offset: Int64
    /// Line number from 1; 0 if unknown.
    public var line: Int64
    /// Text of the item, which is stored if the item is quarantined.
    public var text: String

    /// The location of an item by its position and text.
    public init(offset: Int64, line: Int64, text: String) {
        self.offset = offset
        self.line = line
        self.text = text
    }

    /// The location of an item that is a line of a text.
    public init(_ line: TextLine) {
        self.init(offset: line.offset, line: line.number, text: line.text)
    }
}
