import CivilTime
import DeviceExports
import JSON
import PluginKit

extension FitbitReader {
    static let minute: Int64 = 60_000

    /// Appends the value of a minute; 0 means that nothing was recorded.
    private func appendMinute(
        _ record: JSONRecord, _ metric: String, _ unit: String, divisor: Double = 1,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let milliseconds = Self.milliseconds(record), let value = record.number("value")
        else {
            return try batches.quarantine(
                location, type: metric, reason: "its dateTime or its value is not valid")
        }
        guard value != 0 else { return batches.ignore(of: "\(metric) of 0") }
        let start = time.instant(milliseconds)
        let series = try batches.series(
            SeriesDescription(
                metric: metric, unit: unit, source: Self.source, resolution: .minute))
        try batches.append(
            series, start: start, end: start + Self.minute, value: value / divisor,
            from: location)
    }

    func appendSteps(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        try appendMinute(record, "stepCount", "count", &batches, location)
    }

    /// Appends a distance in centimetres.
    func appendDistance(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        try appendMinute(record, "distanceWalkingRunning", "cm", &batches, location)
    }

    /// Appends the floors of a minute: the file has their height, 10 feet for each floor.
    func appendFloors(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        if let height = record.number("value"), height.remainder(dividingBy: 10) != 0 {
            return batches.ignore(of: "heights that are not a number of floors")
        }
        try appendMinute(record, "flightsClimbed", "count", divisor: 10, &batches, location)
    }

    /// Appends a heart rate. One without confidence is a placeholder.
    func appendHeartRate(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let milliseconds = Self.milliseconds(record), let value = record.record("value"),
            let rate = value.number("bpm")
        else {
            return try batches.quarantine(
                location, type: "heartRate", reason: "its dateTime or its value is not valid")
        }
        guard value.number("confidence") != 0 else {
            return batches.ignore(of: "heartRate without confidence")
        }
        let instant = time.instant(milliseconds)
        let series = try batches.series(
            SeriesDescription(metric: "heartRate", unit: "count/min", source: Self.source))
        try batches.append(series, start: instant, end: instant, value: rate, from: location)
    }

    func appendRestingHeartRate(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        try appendDay(
            record, record.record("value")?.number("value"), "restingHeartRate", "count/min",
            &batches, location)
    }

    func appendFitness(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        try appendDay(
            record, record.record("value")?.number("demographicVO2Max"), "vo2Max", "mL/min·kg",
            &batches, location)
    }

    /// Appends a value of the local day of `dateTime`; 0 means that nothing was measured.
    private func appendDay(
        _ record: JSONRecord, _ value: Double?, _ metric: String, _ unit: String,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let day = record.text("dateTime").flatMap({ FitbitTime.day(String($0.prefix(8))) })
        else {
            return try batches.quarantine(
                location, type: metric, reason: "its dateTime is not a date")
        }
        guard let value, value > 0 else { return batches.ignore(of: "\(metric) without a value") }
        let range = time.export.day(day)
        let series = try batches.series(
            SeriesDescription(
                metric: metric, unit: unit, source: Self.source, resolution: .day))
        try batches.append(
            series, start: range.lowerBound, end: range.upperBound, value: value, from: location)
    }

    /// Sets the minutes of a level of activity on a day, whose total is appended after all files.
    func setActiveMinutes(
        _ level: FitbitActiveMinutes.Level, _ record: JSONRecord, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard let day = record.text("dateTime").flatMap({ FitbitTime.day(String($0.prefix(8))) }),
            let value = record.number("value"), (0...FitbitActiveMinutes.longestDay).contains(value)
        else {
            return try batches.quarantine(
                location, type: Self.exerciseTime,
                reason: "its dateTime is not a date, or its value not a number of minutes")
        }
        guard value > 0 else { return batches.ignore(of: "active minutes of 0") }
        switch activeMinutes.set(value, level, on: day) {
        case .first: break
        case .further: batches.ignore(of: "active minutes in the total of their day")
        case .excess: batches.ignore(of: "active minutes of too many days")
        }
    }

    /// Appends the exercise minutes of days without minutes in active zones.
    func appendActiveMinutes(_ batches: inout SampleBatches) throws {
        for (day, minutes) in activeMinutes.totals {
            guard let minutes else {
                batches.ignore(of: "active minutes of a day with minutes in zones")
                continue
            }
            let range = time.export.day(day)
            let series = try batches.series(
                SeriesDescription(
                    metric: Self.exerciseTime, unit: "min", source: Self.source, resolution: .day))
            try batches.append(
                series, start: range.lowerBound, end: range.upperBound, value: minutes,
                from: ItemLocation(offset: 0, line: 0, text: "active minutes of \(day)"))
        }
    }

    /// Appends a weight at a time on the wall clock.
    func appendWeight(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let weight = record.number("weight"), weight > 0,
            let day = record.text("date").flatMap(FitbitTime.day),
            let wall = InstantParser.instant("\(day)T\(record.text("time") ?? "00:00:00")")
        else {
            return try batches.quarantine(
                location, type: "bodyMass", reason: "its date, time or weight is not valid")
        }
        guard let massUnit else {
            return try batches.quarantine(
                location, type: "bodyMass",
                reason: "no body mass index of the archive shows the unit of its weights; "
                    + "state the unit in a mapping with the line weight = kg, lb or st")
        }
        let instant = time.export.instant(local: wall.milliseconds)
        let share = record.number("fat").map { $0 / 100 }
        for (metric, unit, value) in [
            ("bodyMass", massUnit, weight), ("bodyFatPercentage", "fraction", share ?? 0),
        ] where value > 0 {
            let series = try batches.series(
                SeriesDescription(metric: metric, unit: unit, source: Self.source))
            try batches.append(
                series, start: instant, end: instant, value: value, from: location)
        }
    }

    /// Appends the stages of a night; a night without stages is asleep as a whole.
    func appendNight(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let night = FitbitNight(record) else {
            return try batches.quarantine(
                location, type: "sleepAnalysis", reason: "its start or its end is not valid")
        }
        if night.invalid > 0 {
            batches.ignore(night.invalid, of: "sleep stages without a valid time")
        }
        // The wall clock of a night does not change with daylight saving time.
        let offset = time.export.instant(local: night.start) - night.start
        let series = try batches.series(.sleep(source: Self.source))
        let stages =
            night.stages.isEmpty ? [(night.start..<night.end, .asleep)] : night.stages
        for (times, stage) in stages {
            guard let stage else {
                batches.ignore(of: "sleep of an unknown stage")
                continue
            }
            try batches.append(
                stage, to: series, start: times.lowerBound + offset,
                end: times.upperBound + offset, from: location)
        }
    }

    func appendExercise(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let milliseconds = record.plainBytes("startTime").flatMap(FitbitTime.milliseconds),
            let duration = record.number("duration"), (0...1e9).contains(duration)
        else {
            return try batches.quarantine(
                location, type: "Workout", reason: "its startTime or its duration is not valid")
        }
        let start = time.instant(milliseconds)
        let name = record.text("activityName") ?? ""
        var workout = ImportedWorkout(
            type: ActivityName.workoutType(name), source: Self.source, start: start,
            end: start + Int64(duration), metadata: name.isEmpty ? [:] : ["name": name])
        if let active = record.number("activeDuration"), active > 0, active < duration {
            workout.seconds = active / 1000
        }
        func add(_ key: StaticString, _ metric: String, _ unit: String, _ factor: Double = 1) {
            guard let value = record.number(key), value > 0 else { return }
            workout.statistics[metric] = ImportedWorkout.Statistic(unit: unit, sum: value * factor)
        }
        add("calories", "activeEnergyBurned", "kcal")
        add("steps", "stepCount", "count")
        switch record.text("distanceUnit") {
        case "Kilometer": add("distance", ActivityName.distanceStatistic(workout.type), "km")
        case "Mile": add("distance", ActivityName.distanceStatistic(workout.type), "mi")
        default: break
        }
        if let rate = record.number("averageHeartRate"), rate > 0 {
            workout.statistics["heartRate"] = ImportedWorkout.Statistic(
                unit: "count/min", average: rate)
        }
        try batches.append(workout, from: location)
    }
}
