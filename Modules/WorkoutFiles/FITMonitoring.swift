import FIT
import PluginKit

/// Reads the messages of a monitoring file. Steps and distances are counters that a device starts again
/// at each local midnight, one for each kind of movement; their differences are samples.
struct FITMonitoring {
    private let source: String
    private let device: String
    /// Seconds between local time and UTC.
    private let utcOffset: Int
    /// The start of the file in milliseconds since 1970; nil before the first message with a time.
    private var fileStart: Int64?
    private var lastTimestamp: UInt32?
    private var counters: [Key: Counter] = [:]
    /// Counters whose value at the start of the file is unknown.
    private(set) var unknownStarts = 0

    private struct Key: Hashable {
        var activity: Int
        var metric: String
    }

    private struct Counter {
        var time: Int64
        var value: Double
    }

    private static let dayLength: Int64 = 86_400_000

    init(source: String, device: String, utcOffset: Int?) {
        self.source = source
        self.device = device
        self.utcOffset = utcOffset ?? 0
    }

    /// Notes the start that an information message states.
    mutating func begin(_ message: FITMessage) {
        note(message)
        if fileStart == nil { fileStart = message.instant }
    }

    private mutating func note(_ message: FITMessage) {
        lastTimestamp = message.timestamp ?? lastTimestamp
    }

    /// Appends the samples of a monitoring message.
    /// - Returns: False if the message has no time.
    mutating func append(
        _ message: FITMessage, to batches: inout SampleBatches, from location: ItemLocation
    ) throws -> Bool {
        guard let time = time(of: message) else { return false }
        if fileStart == nil { fileStart = time }
        if let rate = message.number(27), rate > 0 {
            let series = try batches.series(
                SeriesDescription(
                    metric: "heartRate", unit: "count/min", source: source, device: device))
            try batches.append(series, start: time, end: time, value: rate, from: location)
        }
        let activity = Self.activity(of: message)
        guard let activity else { return true }
        let sport = Self.sports[activity]
        if sport?.countsStrides == true, let steps = message.number(3) ?? message.number(9) {
            try count(steps, "stepCount", "count", activity, at: time, &batches, location)
        }
        let meters =
            message.number(2, scale: 100) ?? message.number(8).map { $0 * 100 }
        if let metric = sport?.distanceMetric, let meters {
            try count(meters, metric, "m", activity, at: time, &batches, location)
        }
        if let energy = message.number(19) {
            try count(
                energy, "activeEnergyBurned", "kcal", activity, at: time, &batches, location)
        }
        return true
    }

    /// Movements by the profile's value of `activity_type`.
    private static let sports: [Int: Sport] = [
        1: Sport(type: "Running"), 2: Sport(type: "Cycling"), 5: Sport(type: "Swimming"),
        6: Sport(type: "Walking"),
    ]

    /// The kind of movement, in a field of its own or in the low five bits of another; nil if absent.
    private static func activity(of message: FITMessage) -> Int? {
        if let activity = message.integer(5) { return activity }
        return message.bytes(24).first.flatMap { $0 == 0xFF ? nil : Int($0 & 0x1F) }
    }

    /// The time of the message. The short form has the low 16 bits of the seconds.
    private mutating func time(of message: FITMessage) -> Int64? {
        if message.timestamp == nil, let low = message.integer(26), let last = lastTimestamp {
            let next = last &+ ((UInt32(clamping: low) &- last) & 0xFFFF)
            lastTimestamp = next
        } else {
            note(message)
        }
        return lastTimestamp.flatMap(FITMessage.instant(ofTimestamp:))
    }

    private mutating func count(
        _ value: Double, _ metric: String, _ unit: String, _ activity: Int, at time: Int64,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        let key = Key(activity: activity, metric: metric)
        let midnight = midnight(before: time)
        var last = counters[key]
        counters[key] = Counter(time: time, value: value)
        if let known = last, known.time <= midnight || value < known.value {
            // A new day, or a device that was restarted.
            last = Counter(time: max(midnight, known.time), value: 0)
        }
        if last == nil, let fileStart {
            guard fileStart <= midnight else {
                unknownStarts += 1
                return
            }
            last = Counter(time: max(midnight, fileStart), value: 0)
        }
        guard let last, value > last.value, time > last.time else { return }
        let series = try batches.series(
            SeriesDescription(metric: metric, unit: unit, source: source, device: device))
        try batches.append(
            series, start: last.time, end: time, value: value - last.value, from: location)
    }

    /// The local midnight before an instant. A value at midnight belongs to the day that ends.
    private func midnight(before time: Int64) -> Int64 {
        let offset = Int64(utcOffset) * 1000
        let local = time + offset - 1
        let remainder = local % Self.dayLength
        return local - (remainder < 0 ? remainder + Self.dayLength : remainder) - offset
    }
}
