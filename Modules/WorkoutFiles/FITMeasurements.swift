import FIT
import PluginKit

/// Appends single measurements: weight, blood pressure, saturation, breathing, heart rate variability
/// and sleep stages.
struct FITMeasurements {
    let source: String
    let device: String
    private var run: StageRun?
    /// The number of messages by kind, of those kinds whose reading was not tried on a real file.
    private(set) var untried: [String: Int] = [:]

    /// The users of a scale by their number in the file, with the number of measurements of each.
    private(set) var users: [Int: Int] = [:]

    /// Fields of a weight that no metric has, by their number.
    private static let otherFields: [(number: UInt8, name: String)] = [
        (2, "body water of a scale"), (3, "visceral fat of a scale"),
        (9, "active metabolism of a scale"), (10, "metabolic age of a scale"),
        (11, "visceral fat rating of a scale"),
    ]

    /// Messages of one sleep stage whose end is not known yet.
    private struct StageRun {
        /// Nil: not measurable.
        var stage: SleepStage?
        var start: Int64
        /// Time of the last message.
        var last: Int64
    }

    /// A longer gap between messages, in milliseconds, is between two nights.
    private static let longestGap: Int64 = 4 * 3_600_000
    /// Users of a scale that are counted separately.
    private static let userLimit = 64
    /// Length of the last stage of a night behind its last message, in milliseconds: devices write a
    /// message a minute.
    private static let lastLength: Int64 = 60_000

    /// The report of a scale with several users, of which a person may want only one; nil: at most one.
    var usersReport: (text: String, count: Int)? {
        guard users.count > 1 else { return nil }
        let numbers = users.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        return (
            "weights of \(users.count) users of the scale are imported, by number: "
                + numbers.joined(separator: ", "), users.values.reduce(0, +)
        )
    }

    init(source: String, device: String) {
        self.source = source
        self.device = device
    }

    /// Appends the samples of a message; one without a measurement is counted as ignored.
    /// - Returns: False if the message has another type or no time.
    mutating func append(
        _ message: FITMessage, to batches: inout SampleBatches, from location: ItemLocation
    ) throws -> Bool {
        if message.number == FITProfile.nap {
            try appendNap(message, &batches, location)
            return true
        }
        guard let time = message.instant else { return false }
        var isEmpty = true
        func add(_ metric: String, _ unit: String, _ value: Double?) throws {
            guard let value else { return }
            isEmpty = false
            let series = try batches.series(
                SeriesDescription(metric: metric, unit: unit, source: source, device: device))
            try batches.append(series, start: time, end: time, value: value, from: location)
        }
        switch message.number {
        case FITProfile.weightScale:
            // 65,534 stands for a weight that is still being calculated.
            let weight = message.number(0).flatMap { $0 == 65_534 ? nil : $0 / 100 }
            try add("bodyMass", "kg", weight)
            try add("bodyFatPercentage", "fraction", message.number(1, scale: 10_000))
            try add("bodyMassIndex", "count", message.number(13, scale: 10))
            try add("boneMass", "kg", message.number(4, scale: 100))
            try add("muscleMass", "kg", message.number(5, scale: 100))
            try add("basalMetabolicRate", "kcal/d", message.number(7, scale: 4))
            for (number, name) in Self.otherFields where message.number(number) != nil {
                batches.ignore(of: name)
            }
            if let user = message.integer(12), users.count < Self.userLimit || users[user] != nil {
                users[user, default: 0] += 1
            }
        case FITProfile.bloodPressure:
            untried["blood pressure", default: 0] += 1
            if try appendPressure(message, at: time, &batches, location) { isEmpty = false }
            try add("heartRate", "count/min", message.number(6))
        case FITProfile.oxygenSaturation:
            try add("oxygenSaturation", "fraction", message.number(0, scale: 100))
        case FITProfile.respiratoryRate:
            // Negative values are codes of missing measurements.
            let rate = message.number(0, scale: 100).flatMap { $0 > 0 ? $0 : nil }
            try add("respiratoryRate", "count/min", rate)
        case FITProfile.heartRateVariability:
            untried["heart rate variability", default: 0] += 1
            try add("heartRateVariabilityRMSSD", "ms", message.number(0, scale: 128))
        case FITProfile.monitoringHeartRate:
            try add("restingHeartRate", "count/min", message.number(1) ?? message.number(0))
        case FITProfile.sleepLevel:
            untried["sleep stages", default: 0] += 1
            let stage = Self.stage(message.integer(0))
            isEmpty = stage == nil
            try beginStage(stage, at: time, &batches, location)
        default: return false
        }
        if isEmpty {
            batches.ignore(
                of: "\(FITProfile.name(ofMessage: message.number)) without a measurement")
        }
        return true
    }

    /// - Returns: False if one of the two pressures is absent.
    private func appendPressure(
        _ message: FITMessage, at time: Int64, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws -> Bool {
        guard let systolic = message.number(0), let diastolic = message.number(1) else {
            return false
        }
        let values = [
            ("bloodPressureSystolic", systolic), ("bloodPressureDiastolic", diastolic),
        ]
        for (metric, value) in values {
            let series = try batches.series(
                SeriesDescription(
                    metric: metric, unit: "mmHg", source: source, device: device, isPart: true))
            try batches.append(series, start: time, end: time, value: value, from: location)
        }
        try batches.append(
            ImportedCorrelation(
                type: "BloodPressure", source: source, start: time, end: time,
                members: values.map {
                    ImportedCorrelation.Member(
                        metric: $0.0, unit: "mmHg", start: time, end: time, value: $0.1)
                }), from: location)
        return true
    }

    /// Appends a nap, whose stages are not in the file.
    private mutating func appendNap(
        _ message: FITMessage, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard message.integer(5) != 1 else { return batches.ignore(of: "deleted naps") }
        func instant(_ field: UInt8) -> Int64? {
            message.integer(field).flatMap { FITMessage.instant(ofTimestamp: UInt32(clamping: $0)) }
        }
        guard let start = instant(0), let end = instant(2) else {
            return try batches.quarantine(
                location, type: "sleepAnalysis", reason: "its start or its end is not valid")
        }
        untried["naps", default: 0] += 1
        let series = try batches.series(.sleep(source: source, device: device))
        try batches.append(.asleep, to: series, start: start, end: end, from: location)
    }

    /// Stages by the profile's value of `sleep_level`; nil: not measurable.
    private static func stage(_ level: Int?) -> SleepStage? {
        switch level {
        case 1: .awake
        case 2: .core
        case 3: .deep
        case 4: .rem
        default: nil
        }
    }

    /// A stage lasts until the message of another one.
    private mutating func beginStage(
        _ stage: SleepStage?, at time: Int64, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        if let run, time < run.last || time - run.last > Self.longestGap {
            try endNight(&batches, location)
        }
        if let run, run.stage != stage {
            try appendStage(run.stage, from: run.start, to: time, &batches, location)
            self.run = nil
        }
        run = StageRun(stage: stage, start: run?.start ?? time, last: time)
    }

    /// Appends the last stage of a night.
    mutating func endNight(_ batches: inout SampleBatches, _ location: ItemLocation) throws {
        guard let run else { return }
        self.run = nil
        try appendStage(
            run.stage, from: run.start, to: run.last + Self.lastLength, &batches, location)
    }

    private func appendStage(
        _ stage: SleepStage?, from start: Int64, to end: Int64, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard let stage, start < end else { return }
        let series = try batches.series(.sleep(source: source, device: device))
        try batches.append(stage, to: series, start: start, end: end, from: location)
    }
}
