import CivilTime
import JSON
import Tracker

/// The codec of the structural fields that activities and configuration snapshots share.
struct ConfigurationRecord {
    let zone: Zone

    /// Reads the fields; kind and accumulation default to those of `base`.
    func read(_ reader: inout RecordReader, base: Configuration) -> Configuration {
        var configuration = base
        configuration.schedule = schedule(&reader) ?? .daily
        configuration.window = reader.blob("timeWindowData", Blob.window)
        configuration.slots = reader.blob("timeSlotsData", Blob.slots) ?? []
        configuration.kind = kind(&reader, base: base.kind)
        return configuration
    }

    private func schedule(_ reader: inout RecordReader) -> Schedule? {
        let zone = zone
        var isOlder = false
        let schedule = reader.blob("scheduleData") { value in
            let older = Blob.olderSchedule(value)
            isOlder = older != nil
            return older ?? Blob.schedule(value, in: zone)
        }
        if isOlder { reader.report(.olderShape, "scheduleData") }
        return schedule
    }

    private func kind(_ reader: inout RecordReader, base: ActivityKind) -> ActivityKind {
        let quantity = Quantity(
            target: reader.double("targetValue"),
            period: reader.blob("targetPeriodData", Blob.period),
            isLimit: reader.bool("targetIsLimit"), unit: reader.string("unit"))
        switch reader.enumValue("typeRaw", as: ActivityType.self) ?? base.type {
        case .checkbox: return .checkbox
        case .value: return .value(quantity)
        case .container: return .container
        case .cumulative:
            var accumulation = reader.enumValue("aggregationModeRaw", as: Accumulation.self)
            if case .cumulative(_, let known) = base, reader.object["aggregationModeRaw"] == nil {
                accumulation = known
            }
            return .cumulative(quantity, by: accumulation ?? .sum)
        case .metric:
            return .metric(measurement(&reader, quantity: quantity, base: base))
        case .answer:
            reader.report(.unknownValue, "typeRaw")
            return .checkbox
        }
    }

    private func measurement(
        _ reader: inout RecordReader, quantity: Quantity, base: ActivityKind
    ) -> Measurement {
        let name = reader.enumValue("metricKindRaw", as: Measurement.Name.self)
        if name == nil, case .metric(let known) = base {
            if case .value = known { return .value(quantity) }
            return known
        }
        switch name ?? .value {
        case .value: return .value(quantity)
        case .checkbox: return .checkbox
        case .notes: return .notes
        case .photo:
            let views = reader.blob("photoSlotsData", Blob.views)
            return .photo(views: views ?? Measurement.defaultViews)
        }
    }

    func write(_ configuration: Configuration, into object: inout JSONObject) {
        object["scheduleData"] = Blob.encode(
            Blob.value(of: configuration.schedule, in: zone))
        object["timeWindowData"] =
            configuration.window.map { Blob.encode(Blob.value(of: $0)) } ?? .null
        object["timeSlotsData"] =
            configuration.slots.isEmpty
            ? .null : Blob.encode(Blob.value(of: configuration.slots))
        object["typeRaw"] = .string(Self.typeName(of: configuration.kind))
        let quantity = configuration.kind.quantity
        object["targetValue"] = quantity?.target.map { JSONValue($0) } ?? .null
        object["unit"] = quantity?.unit.map(JSONValue.string) ?? .null
        object["targetPeriodData"] = quantity?.period.map {
            Blob.encode(.object(Blob.value(of: $0)))
        }
        object["targetIsLimit"] = quantity?.isLimit.map(JSONValue.bool)
    }

    /// The format has no answers: an answer activity is written as a checkbox, and its text as a note.
    private static func typeName(of kind: ActivityKind) -> String {
        kind.type == .answer ? ActivityType.checkbox.rawValue : kind.type.rawValue
    }
}
