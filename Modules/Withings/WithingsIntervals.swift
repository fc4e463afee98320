import CivilTime
import DelimitedText
import DeviceExports
import PluginKit

/// The rows of `raw_*.csv`: a start with its offset, and lists of durations in seconds and of values, one
/// after another.
struct WithingsIntervals: WithingsTable {
    private let start: Int
    private let duration: Int
    private let value: Int
    private let device: String
    private let measure: WithingsMeasure?
    private let nights: CoveredTime
    private let days: MeasuredDays
    private let name: String

    /// Intervals of a row.
    private static let limit = 10_000
    /// The longest interval, a week in seconds.
    private static let longest = 604_800.0

    /// Nil without the three columns.
    init?(
        _ header: DelimitedHeader, device: String, measure: String, nights: CoveredTime,
        days: MeasuredDays
    ) {
        guard let start = header.column("start"), let duration = header.column("duration"),
            let value = header.column("value")
        else { return nil }
        self.start = start
        self.duration = duration
        self.value = value
        self.device = "Withings \(device)"
        self.measure = WithingsMeasure(measure)
        self.nights = nights
        self.days = days
        name = measure
    }

    func append(
        _ row: DelimitedRow, to batches: inout SampleBatches, _ time: ExportTime
    ) throws {
        guard measure != nil || name == "sleep-state" else { return batches.ignore(of: name) }
        let location = ItemLocation(row)
        guard var begin = time.instant(row[start]) else {
            return try batches.quarantine(
                location, type: measure?.metric ?? "sleepAnalysis",
                reason: "its start \"\(row[start].prefix(40))\" is not valid")
        }
        let durations = Self.list(row, duration)
        let values = Self.list(row, value)
        guard let durations, let values, durations.count == values.count,
            durations.allSatisfy({ (0...Self.longest).contains($0) })
        else {
            return try batches.quarantine(
                location, type: measure?.metric ?? "sleepAnalysis",
                reason: "its durations and values are not lists of the same length")
        }
        if values.isEmpty { batches.ignore(of: "\(name) without a value") }
        for (seconds, value) in zip(durations, values) {
            let end = begin + Int64(seconds * 1000)
            if let measure {
                days.insert(time.date(of: begin), of: name, value: value)
                try append(value, measure, begin, end, &batches, location)
            } else {
                try appendStage(value, begin, end, &batches, location)
            }
            begin = end
        }
    }

    private func append(
        _ value: Double, _ measure: WithingsMeasure, _ begin: Int64, _ end: Int64,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard value > 0 else { return batches.ignore(of: "\(measure.metric) of 0") }
        try batches.append(
            series(measure.metric, measure.unit, device: device, in: &batches), start: begin,
            end: end, value: value * measure.factor, from: location)
    }

    private func appendStage(
        _ value: Double, _ begin: Int64, _ end: Int64, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        let stages: [Double: SleepStage] = [0: .awake, 1: .core, 2: .deep, 3: .rem]
        guard let stage = stages[value], begin < end else {
            return batches.ignore(of: "sleep-state \(value)")
        }
        nights.insert(begin..<end)
        let series = try batches.series(.sleep(source: WithingsReader.source, device: device))
        try batches.append(stage, to: series, start: begin, end: end, from: location)
    }

    /// The numbers of `[60,60]` or `60`; nil for other text.
    private static func list(_ row: DelimitedRow, _ column: Int) -> [Double]? {
        if let number = row.number(column) { return [number] }
        let text = row[column]
        guard text.first == "[", text.last == "]" else { return nil }
        let numbers = text.dropFirst().dropLast().split(separator: ",").map { Double($0) }
        let known = numbers.compactMap(\.self).filter(\.isFinite)
        return known.count == numbers.count && known.count <= limit ? known : nil
    }
}

/// The rows of `aggregates_*.csv`: the totals of local days.
struct WithingsDays: WithingsTable {
    private let date: Int
    private let value: Int
    private let measure: WithingsMeasure?
    private let name: String
    private let measured: MeasuredDays

    /// Nil without the two columns. `measured` are the days whose measurements the archive has.
    init?(_ header: DelimitedHeader, measure: String, measured: MeasuredDays) {
        guard let date = header.column("date"), let value = header.column("value") else {
            return nil
        }
        self.date = date
        self.value = value
        self.measure = WithingsMeasure(measure)
        self.measured = measured
        name = measure
    }

    func append(
        _ row: DelimitedRow, to batches: inout SampleBatches, _ time: ExportTime
    ) throws {
        guard let measure else { return batches.ignore(of: "days of \(name)") }
        let location = ItemLocation(row)
        guard let day = CivilDate(row[date].prefix(10)), let value = row.number(value) else {
            return try batches.quarantine(
                location, type: measure.metric, reason: "its date or its value is not valid")
        }
        guard !measured.contains(day, of: name) else {
            return batches.ignore(of: "days of \(name) with measurements")
        }
        guard value > 0 else { return batches.ignore(of: "\(measure.metric) of 0") }
        let range = time.day(day)
        try batches.append(
            series(measure.metric, measure.unit, resolution: .day, in: &batches),
            start: range.lowerBound, end: range.upperBound, value: value * measure.factor,
            from: location)
    }
}
