import HealthMetrics

/// The series of a scan: resolves records to series and unit conversions.
struct SeriesTable {
    struct Series {
        let description: ScannedSeries
        let conversion: UnitConversion
        /// The least valid value in the canonical unit.
        let least: Double
        /// Number that is equal for series whose samples may be equal: those of one metric, source
        /// and device.
        let identity: Int32
        /// True if correlations may repeat its samples.
        let canBeRepeated: Bool
        /// Index declared to the sink; -1 before the first sample.
        var index: Int32 = -1
        /// Number of samples sent.
        var samples = 0
        /// Number of the series of its beats; -1 without beats.
        var beats: Int32 = -1
    }

    enum Resolution {
        case series(Int32)
        case rejected(String)
    }

    /// The form of a value.
    enum ValueKind {
        case number
        /// The name of a category value.
        case category
        /// A category whose value may be absent.
        case occurrence
    }

    struct RecordType {
        /// Index of its key.
        fileprivate let number: Int
        let valueKind: ValueKind
    }

    static let maximumSeries = 1 << 16
    static let maximumTypes = 1 << 12
    private static let maximumKeyLength = 1 << 14

    private(set) var all: [Series] = []
    private var units: CanonicalUnits
    /// The series by the bytes of their attributes, so that strings are only created for new ones.
    private let keys = ByteInterner(limit: maximumSeries)
    private var resolutions: [Resolution] = []
    private var numbers: [ScannedSeries: Int32] = [:]
    private var identities: [ScannedSeries: Int32] = [:]
    private let typeNames = ByteInterner(limit: maximumTypes)
    private var types: [RecordType] = []
    private var typeKeys: [String] = []
    private var declared: Int32 = 0

    init(units: CanonicalUnits) {
        self.units = units
    }

    /// Yields the series in location, because copying it would retain its strings.
    subscript(number: Int32) -> Series {
        _read { yield all[Int(number)] }
    }

    /// The type of a record; nil if the table is full.
    mutating func type(_ name: ByteSlice) -> RecordType? {
        guard let number = typeNames.intern(name) else { return nil }
        if number == types.count {
            let identifier = AttributeText.string(name)
            let metric = Metric.known(identifier: identifier)
            let isCategory =
                metric?.kind == .category || name.starts(with: "HKCategoryTypeIdentifier")
            let kind: ValueKind =
                metric?.isOccurrence == true ? .occurrence : isCategory ? .category : .number
            types.append(RecordType(number: number, valueKind: kind))
            typeKeys.append(Metric.key(ofIdentifier: identifier))
        }
        return types[number]
    }

    /// Metric key of a type.
    func key(of type: RecordType) -> String { typeKeys[type.number] }

    /// Resolves the series of a record with these attributes.
    mutating func resolve(
        _ fields: RecordFields, type: RecordType, isEntered: Bool, isPart: Bool
    ) -> Resolution {
        let count = fields.keyLength + 1
        guard count <= Self.maximumKeyLength else {
            return .rejected("its attributes are too long")
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { key in
            guard let base = key.baseAddress else { return .rejected("it is empty") }
            base[0] = (isEntered ? 1 : 0) | (isPart ? 2 : 0)
            fields.writeKey(to: base + 1)
            let bytes = ByteSlice(UnsafePointer(base), count)
            if let number = keys.number(of: bytes) { return resolutions[number] }
            let created = create(fields, type: type, isEntered: isEntered, isPart: isPart)
            if keys.intern(bytes) != nil { resolutions.append(created) }
            return created
        }
    }

    private mutating func create(
        _ fields: RecordFields, type: RecordType, isEntered: Bool, isPart: Bool
    ) -> Resolution {
        let isCategory = type.valueKind != .number
        let unit = isCategory ? "category" : fields.unit.map(AttributeText.string) ?? ""
        return create(
            metric: key(of: type), unit: unit,
            source: fields.source.map(AttributeText.string) ?? "",
            device: DeviceName.withoutAddress(fields.device.map(AttributeText.string) ?? ""),
            isEntered: isEntered, isPart: isPart)
    }

    private mutating func create(
        metric: String, unit: String, source: String, device: String, isEntered: Bool, isPart: Bool
    ) -> Resolution {
        let conversion: UnitConversion
        do throws(UnitError) {
            conversion = try units.conversion(of: metric, from: unit)
        } catch {
            return .rejected(error.quarantineReason)
        }
        var description = ScannedSeries(
            metric: metric, unit: unit, source: source, device: device, isEntered: isEntered,
            isPart: isPart)
        if let number = numbers[description] { return .series(number) }
        guard all.count < Self.maximumSeries else { return .rejected("there are too many series") }
        let number = Int32(all.count)
        numbers[description] = number
        description.unit = units.unit(of: metric) ?? unit
        let canBeNegative = Metric.known(key: metric)?.canBeNegative ?? true
        all.append(
            Series(
                description: description, conversion: conversion,
                least: canBeNegative ? -.infinity : 0, identity: identity(description),
                canBeRepeated: metric.hasPrefix("dietary") || metric.hasPrefix("bloodPressure")))
        return .series(number)
    }

    private mutating func identity(_ description: ScannedSeries) -> Int32 {
        var key = description
        key.source = SourceName(key.source).compared
        key.isPart = false
        let next = Int32(identities.count)
        let identity = identities[key] ?? next
        if identity == next { identities[key] = identity }
        return identity
    }

    /// The series of the beats of a series' samples; nil if the table is full.
    mutating func beats(of number: Int32) -> Int32? {
        let series = self[number]
        if series.beats >= 0 { return series.beats }
        let resolution = create(
            metric: HeartbeatSeries.metric, unit: "count/min",
            source: series.description.source, device: series.description.device,
            isEntered: series.description.isEntered, isPart: true)
        guard case .series(let beats) = resolution else { return nil }
        all[Int(number)].beats = beats
        return beats
    }

    /// The index of a series whose samples are sent, and true if it must be declared first.
    mutating func declare(_ number: Int32, samples: Int) -> (index: Int32, isNew: Bool) {
        all[Int(number)].samples += samples
        let index = all[Int(number)].index
        if index >= 0 { return (index, false) }
        all[Int(number)].index = declared
        declared += 1
        return (declared - 1, true)
    }

    /// The conversion to the canonical unit, and that unit; nil if `unit` cannot be converted.
    mutating func conversion(
        of metric: String, from unit: String
    ) -> (conversion: UnitConversion, unit: String)? {
        guard let conversion = try? units.conversion(of: metric, from: unit) else { return nil }
        return (conversion, units.unit(of: metric) ?? unit)
    }
}
