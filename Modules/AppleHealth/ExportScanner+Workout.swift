import Metrics

extension ExportScanner {
    /// Reads a workout with everything in it.
    mutating func readWorkout(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let tag = tags.0
        var position: UnsafePointer<UInt8>
        var isOpen: Bool
        switch tag.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let place): return .damaged(reason: reason, at: place)
        case .complete(let next, let isEmpty): (position, isOpen) = (next, !isEmpty)
        }
        var health: ByteHealth = []
        var workout = emptyWorkout(tag)
        var path: [String] = []
        while isOpen {
            switch nextChild(from: position, before: end, tag: tags.1) {
            case .needsMore: return .needsMore
            case .damaged(let reason, let place): return .damaged(reason: reason, at: place)
            case .end(let name, let place, let next):
                position = next
                if path.popLast() == nil {
                    guard name.equals("Workout") else {
                        return .damaged(
                            reason: "the end tag of another element is in it", at: place)
                    }
                    isOpen = false
                } else if name.equals("Workout") {
                    return .damaged(reason: "an element within it is not closed", at: place)
                }
            case .start(_, let next, let isEmpty):
                position = next
                if !readPart(tags.1, of: &workout, path) { health.insert(.unusablePart) }
                if isDuplicate(tags.1) { health.insert(.attributeTwice) }
                if !isEmpty { path.append(Text.string(tags.1.name)) }
            }
        }
        guard let startText = tag.value("startDate"), let from = dates.instant(startText),
            let endText = tag.value("endDate"), let to = dates.instant(endText), to >= from
        else {
            try quarantine(
                type: "Workout", from: start, to: position,
                reason: "it has no dates that can be, or ends before it starts")
            return .done(next: position)
        }
        (workout.start, workout.end) = (from, to)
        addTotals(tag, to: &workout)
        dates.note()
        note(ByteHealth.of(ByteSlice(start, to: position)).union(health), at: start)
        report.books["Workout", default: .init()].emitted += 1
        try sink.receive(workout)
        return .done(next: position)
    }

    private func emptyWorkout(_ tag: StartTag) -> ScannedWorkout {
        ScannedWorkout(
            type: tag.value("workoutActivityType").map {
                Self.name($0, without: "HKWorkoutActivityType")
            } ?? "Other",
            source: tag.value("sourceName").map(Text.string) ?? "",
            device: DeviceName.withoutAddress(tag.value("device").map(Text.string) ?? ""),
            start: 0, end: 0, seconds: seconds(tag))
    }

    /// The time that `duration` says, whatever its unit.
    private func seconds(_ tag: StartTag) -> Double? {
        guard let duration = tag.value("duration").flatMap(DecimalNumber.value) else { return nil }
        let unit = tag.value("durationUnit").map(Text.string) ?? "min"
        let conversion = try? UnitConversion(from: unit, to: "s")
        return conversion?.converted(duration)
    }

    private func isDuplicate(_ tag: StartTag) -> Bool {
        for i in 0..<tag.count {
            for j in 0..<i where tag[i].name.equals(tag[j].name) { return true }
        }
        return false
    }

    /// Takes what a child says; false when it cannot be used. What is neither known nor kept is fine.
    private mutating func readPart(
        _ tag: StartTag, of workout: inout ScannedWorkout, _ path: [String]
    ) -> Bool {
        let name = tag.name
        if name.equals("FileReference") {
            guard let file = tag.value("path") else { return false }
            workout.routes.append(Text.string(file))
            return true
        }
        // What belongs to a part of the workout is not said of the whole.
        guard path.isEmpty else { return true }
        if name.equals("MetadataEntry") {
            guard let key = tag.value("key"), let value = tag.value("value"),
                workout.metadata.count < Self.maximumMetadata
            else { return false }
            workout.metadata[Text.string(key)] = Text.string(value)
            return true
        }
        if name.equals("WorkoutStatistics") { return addStatistic(tag, to: &workout) }
        if name.equals("WorkoutEvent") { return addEvent(tag, to: &workout) }
        if name.equals("WorkoutActivity") { return addActivity(tag, to: &workout) }
        return true
    }

    private mutating func addStatistic(
        _ tag: StartTag, to workout: inout ScannedWorkout
    ) -> Bool {
        guard let type = tag.value("type") else { return false }
        let metric = Metric.key(ofIdentifier: Text.string(type))
        let unit = tag.value("unit").map(Text.string) ?? ""
        guard let (conversion, canonical) = series.conversion(of: metric, from: unit) else {
            return false
        }
        func number(_ name: StaticString) -> Double? {
            tag.value(name).flatMap(DecimalNumber.value).map(conversion.converted)
        }
        let starts = (0..<tag.count).filter { tag[$0].name.equals("startDate") }
        // Some exports write the end as a second start.
        let end = tag.value("endDate") ?? (starts.count > 1 ? tag[starts[1]].value : nil)
        workout.statistics[metric] = ScannedWorkout.Statistic(
            unit: canonical, sum: number("sum"), average: number("average"),
            min: number("minimum"), max: number("maximum"),
            start: tag.value("startDate").flatMap { dates.instant($0) },
            end: end.flatMap { dates.instant($0) })
        return true
    }

    private mutating func addEvent(_ tag: StartTag, to workout: inout ScannedWorkout) -> Bool {
        guard let date = tag.value("date").flatMap({ dates.instant($0) }) else { return false }
        let type = tag.value("type").map { Self.name($0, without: "HKWorkoutEventType") } ?? ""
        workout.events.append(
            ScannedWorkout.Event(
                type: type, start: date,
                seconds: tag.value("duration") == nil ? nil : seconds(tag)))
        return true
    }

    private mutating func addActivity(_ tag: StartTag, to workout: inout ScannedWorkout) -> Bool {
        guard let start = tag.value("startDate").flatMap({ dates.instant($0) }) else {
            return false
        }
        let type = tag.value("workoutActivityType").map {
            Self.name($0, without: "HKWorkoutActivityType")
        }
        workout.activities.append(
            ScannedWorkout.Activity(
                type: type ?? workout.type, start: start,
                end: tag.value("endDate").flatMap { dates.instant($0) }, seconds: seconds(tag)))
        return true
    }

    /// The totals that exports before iOS 16 have as attributes, 0 for those that do not
    /// apply. Where there are statistics, these hold.
    private mutating func addTotals(_ tag: StartTag, to workout: inout ScannedWorkout) {
        let distance =
            switch workout.type {
            case "Cycling", "HandCycling": "distanceCycling"
            case "Swimming": "distanceSwimming"
            case "WheelchairWalkPace", "WheelchairRunPace": "distanceWheelchair"
            case "DownhillSkiing", "Snowboarding": "distanceDownhillSnowSports"
            default: "distanceWalkingRunning"
            }
        let totals: [(value: StaticString, unit: StaticString, metric: String)] = [
            ("totalDistance", "totalDistanceUnit", distance),
            ("totalEnergyBurned", "totalEnergyBurnedUnit", "activeEnergyBurned"),
            ("totalFlightsClimbed", "totalFlightsClimbedUnit", "flightsClimbed"),
            ("totalSwimmingStrokeCount", "totalSwimmingStrokeCountUnit", "swimmingStrokeCount"),
        ]
        for total in totals where workout.statistics[total.metric] == nil {
            guard let value = tag.value(total.value).flatMap(DecimalNumber.value), value != 0,
                let (conversion, unit) = series.conversion(
                    of: total.metric, from: tag.value(total.unit).map(Text.string) ?? "count")
            else { continue }
            workout.statistics[total.metric] = ScannedWorkout.Statistic(
                unit: unit, sum: conversion.converted(value))
        }
    }
}
