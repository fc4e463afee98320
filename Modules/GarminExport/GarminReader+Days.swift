import CivilTime
import DeviceExports
import JSON
import PluginKit

extension GarminReader {
    /// The height of a floor, 10 feet.
    private static let metersPerFloor = 3.048

    /// Appends the totals of a day.
    func appendDay(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let day = try day(of: record, type: "days", &batches, location) else { return }
        let values: [(StaticString, String, String)] = [
            ("totalSteps", "stepCount", "count"),
            ("totalDistanceMeters", "distanceWalkingRunning", "m"),
            ("activeKilocalories", "activeEnergyBurned", "kcal"),
            ("bmrKilocalories", "basalEnergyBurned", "kcal"),
            ("restingHeartRate", "restingHeartRate", "count/min"),
        ]
        var isEmpty = true
        for (key, metric, unit) in values {
            guard let value = record.number(key), value > 0 else { continue }
            isEmpty = false
            try append(value, metric, unit, on: day, to: &batches, location)
        }
        if let meters = record.number("floorsAscendedInMeters"), meters > 0 {
            isEmpty = false
            try append(
                meters / Self.metersPerFloor, "flightsClimbed", "count", on: day, to: &batches,
                location)
        }
        // Garmin counts a vigorous minute twice towards its goal; here each minute counts once.
        let intensive: [StaticString] = ["moderateIntensityMinutes", "vigorousIntensityMinutes"]
        let minutes = intensive.reduce(0) { $0 + max(0, record.number($1) ?? 0) }
        if minutes > 0 {
            isEmpty = false
            try append(minutes, "appleExerciseTime", "min", on: day, to: &batches, location)
        }
        // Without the average that belongs to them they are not the total of a day.
        let extremes: [StaticString] = ["minHeartRate", "maxHeartRate"]
        batches.ignore(
            extremes.count { (record.number($0) ?? 0) > 0 },
            of: "least and greatest heart rates of days")
        if isEmpty { batches.ignore(of: "days without values") }
    }

    /// Appends the measurements of the night before a day. A value of 0 was not measured.
    func appendStatus(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let day = try day(of: record, type: "health status", &batches, location) else {
            return
        }
        let metrics = record.records("metrics")
        if metrics.isEmpty { batches.ignore(of: "health status without metrics") }
        for metric in metrics {
            let type = metric.text("type") ?? "metric"
            guard let value = metric.number("value"), value > 0 else {
                batches.ignore(of: "\(type) without a value")
                continue
            }
            switch type {
            case "HRV":
                try append(
                    value, "heartRateVariabilityRMSSD", "ms", on: day, to: &batches, location)
            case "SPO2":
                addSaturation(of: day)
                try append(
                    value / 100, "oxygenSaturation", "fraction", on: day, to: &batches, location)
            case "RESPIRATION":
                try append(
                    value, "respiratoryRate", "count/min", on: day, to: &batches, location)
            default: batches.ignore(of: String(type.prefix(64)))
            }
        }
    }

    /// Appends the stages of a night, one after another: the file has their totals only.
    func appendNight(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let start = instant("sleepStartTimestampGMT", record),
            let end = instant("sleepEndTimestampGMT", record), start < end
        else {
            return try batches.quarantine(
                location, type: "sleepAnalysis", reason: "its start or its end is not valid")
        }
        let stages: [(StaticString, SleepStage)] = [
            ("deepSleepSeconds", .deep), ("lightSleepSeconds", .core), ("remSleepSeconds", .rem),
            ("awakeSleepSeconds", .awake),
        ]
        try batches.append(
            stages.map { ($1, record.number($0)) }, from: start, to: end, source: Self.source,
            ignoringEmpty: "nights without stages", location)
        try appendSaturation(of: record, until: end, &batches, location)
    }

    /// Appends the average saturation of a night, unless the health status of its day has one.
    private func appendSaturation(
        of night: JSONRecord, until end: Int64, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        let average = night.record("spo2SleepSummary")?.number("averageSPO2")
        guard let average, average > 0 else { return }
        // A night belongs to the day of its end.
        let day = night.text("calendarDate").flatMap { CivilDate($0) } ?? time.date(of: end)
        guard !hasSaturation(on: day) else {
            return batches.ignore(of: "saturations of nights with a health status")
        }
        try append(
            average / 100, "oxygenSaturation", "fraction", on: day, to: &batches, location)
    }

    /// Appends a weight in grams.
    func appendWeight(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let weight = record.record("weight"), let grams = weight.number("weight"), grams > 0
        else { return batches.ignore(of: "biometrics without a weight") }
        guard let instant = instant("timestampGMT", weight) else {
            return try batches.quarantine(
                location, type: "bodyMass", reason: "its timestampGMT is not valid")
        }
        let series = try batches.series(
            SeriesDescription(metric: "bodyMass", unit: "g", source: Self.source))
        try batches.append(series, start: instant, end: instant, value: grams, from: location)
    }

    /// Appends the VO2max of a day in a field.
    func appendFitness(
        _ record: JSONRecord, _ key: StaticString, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard let day = try day(of: record, type: "vo2Max", &batches, location) else { return }
        guard let value = record.number(key), value > 0 else {
            return batches.ignore(of: "vo2Max without a value")
        }
        try append(value, "vo2Max", "mL/min·kg", on: day, to: &batches, location)
    }

    /// Milliseconds since 1970, UTC, of a time in UTC, as text or in milliseconds.
    func instant(_ key: StaticString, _ record: JSONRecord) -> Int64? {
        record.instant(key)
            ?? record.text(key).flatMap { InstantParser.instant($0)?.milliseconds }
    }
}
