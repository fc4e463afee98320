import HealthMetrics

extension ExportScanner {
    /// Stores the values of a child in the details of a workout or of one of its activities.
    /// - Returns: False if they are invalid; true for an ignored child.
    mutating func readDetails(_ tag: StartTag, of details: inout ScannedWorkout.Details) -> Bool {
        let name = tag.name
        if name.equals("MetadataEntry") {
            guard let key = tag.value("key"), let value = tag.value("value"),
                details.metadata.count < Self.maximumMetadata
            else { return false }
            details.metadata[AttributeText.string(key)] = AttributeText.string(value)
            return true
        }
        if name.equals("WorkoutStatistics") { return addStatistic(tag, to: &details) }
        if name.equals("WorkoutEvent") { return addEvent(tag, to: &details) }
        return true
    }

    func number(_ name: StaticString, of tag: StartTag) -> Double? {
        tag.value(name).flatMap { AttributeText.resolving($0, DecimalParser.value) }
    }

    private mutating func addStatistic(
        _ tag: StartTag, to details: inout ScannedWorkout.Details
    ) -> Bool {
        guard let type = tag.value("type") else { return false }
        let metric = Metric.key(ofIdentifier: AttributeText.string(type))
        let unit = tag.value("unit").map(AttributeText.string) ?? ""
        guard let (conversion, canonical) = series.conversion(of: metric, from: unit) else {
            return false
        }
        func value(_ name: StaticString) -> Double? {
            number(name, of: tag).flatMap { conversion.converted($0).measurable }
        }
        let numbers: [StaticString] = ["sum", "average", "minimum", "maximum"]
        let isUsable = numbers.allSatisfy { tag.value($0) == nil || value($0) != nil }
        let starts = (0..<tag.count).filter { tag[$0].name.equals("startDate") }
        // Some exports write the end as a second start.
        let end = tag.value("endDate") ?? (starts.count > 1 ? tag[starts[1]].value : nil)
        details.statistics[metric] = ScannedWorkout.Statistic(
            unit: canonical, sum: value("sum"), average: value("average"),
            min: value("minimum"), max: value("maximum"),
            start: tag.value("startDate").flatMap { instant($0) },
            end: end.flatMap { instant($0) })
        return isUsable
    }

    private mutating func addEvent(_ tag: StartTag, to details: inout ScannedWorkout.Details)
        -> Bool
    {
        guard let date = tag.value("date").flatMap({ instant($0) }) else { return false }
        let type = tag.value("type").map { Self.name($0, without: "HKWorkoutEventType") } ?? ""
        let seconds = seconds(tag)
        details.events.append(ScannedWorkout.Event(type: type, start: date, seconds: seconds))
        return tag.value("duration") == nil || seconds != nil
    }

    mutating func addActivity(_ tag: StartTag, to workout: inout ScannedWorkout) -> Bool {
        guard let start = tag.value("startDate").flatMap({ instant($0) }) else {
            return false
        }
        let end = tag.value("endDate").flatMap { instant($0) }
        if let end, end < start { return false }
        let type = tag.value("workoutActivityType").map {
            Self.name($0, without: "HKWorkoutActivityType")
        }
        workout.activities.append(
            ScannedWorkout.Part(
                type: type ?? workout.type, start: start,
                end: end, seconds: seconds(tag)))
        return true
    }

    /// Adds the totals that exports before iOS 16 have as attributes, with 0 for inapplicable ones.
    /// Statistics take precedence.
    /// - Returns: True if all totals are valid.
    mutating func addTotals(_ tag: StartTag, to workout: inout ScannedWorkout) -> Bool {
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
        var isUsable = true
        for total in totals {
            guard tag.value(total.value) != nil, workout.details.statistics[total.metric] == nil
            else {
                continue
            }
            let value = number(total.value, of: tag)
            if value == 0 { continue }
            guard let value,
                let (conversion, unit) = series.conversion(
                    of: total.metric,
                    from: tag.value(total.unit).map(AttributeText.string) ?? "count"),
                let sum = conversion.converted(value).measurable
            else {
                isUsable = false
                continue
            }
            workout.details.statistics[total.metric] = ScannedWorkout.Statistic(
                unit: unit, sum: sum)
        }
        return isUsable
    }
}
