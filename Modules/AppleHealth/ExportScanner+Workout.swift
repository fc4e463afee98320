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
        var strays = NestedParts()
        var path: [Enclosing] = []
        while isOpen {
            switch nextChild(from: position, before: end, tag: tags.1, of: tag.name) {
            case .needsMore: return .needsMore
            case .damaged(let reason, let place): return .damaged(reason: reason, at: place)
            case .end(let name, let place, let next):
                position = next
                if let enclosing = path.popLast() {
                    if name.equals("Workout"), enclosing != .workout {
                        return .damaged(reason: "an element within it is not closed", at: place)
                    }
                } else {
                    guard name.equals("Workout") else {
                        return .damaged(
                            reason: "the end tag of another element is in it", at: place)
                    }
                    isOpen = false
                }
            case .start(_, let next, let isEmpty):
                position = next
                if tags.1.name.equals("Record") {
                    switch readNested(next, before: end, isEmpty: isEmpty, &strays) {
                    case .done(let next): position = next
                    case let other: return other
                    }
                    continue
                }
                let isUsed = readPart(tags.1, of: &workout, path)
                if !isUsed { health.insert(.unusablePart) }
                if isDuplicate(tags.1) { health.insert(.attributeTwice) }
                if !isEmpty { path.append(Enclosing(tags.1.name, isUsed: isUsed)) }
            }
        }
        try hold(strays)
        guard let startText = tag.value("startDate"), let from = instant(startText),
            let endText = tag.value("endDate"), let to = instant(endText), to >= from
        else {
            try quarantine(
                type: "Workout", from: start, to: position,
                reason: "it has no dates that can be, or ends before it starts")
            return .done(next: position)
        }
        (workout.start, workout.end) = (from, to)
        if tag.value("duration") != nil, workout.seconds == nil { health.insert(.unusablePart) }
        if !addTotals(tag, to: &workout) { health.insert(.unusablePart) }
        workout.takeFromActivities()
        dates.note()
        health.formUnion(strays.allHealth)
        note(ByteHealth.of(ByteSlice(start, to: position)).union(health), at: start)
        report.books["Workout", default: .init()].emitted += 1
        try sink.receive(workout)
        return .done(next: position)
    }

    /// What a part of a workout lies in.
    private enum Enclosing {
        case activity, workout, other

        /// `isUsed` tells whether anything was made of the element.
        init(_ name: ByteSlice, isUsed: Bool) {
            self =
                switch name {
                case _ where name.equals("WorkoutActivity") && isUsed: .activity
                case _ where name.equals("Workout"): .workout
                default: .other
                }
        }
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

    /// The time that `duration` says, whatever its unit; nil when that can be none.
    func seconds(_ tag: StartTag) -> Double? {
        guard let duration = number("duration", of: tag), duration >= 0 else { return nil }
        let unit = tag.value("durationUnit").map(Text.string) ?? "min"
        let conversion = try? UnitConversion(from: unit, to: "s")
        return conversion?.converted(duration).measurable
    }

    private func isDuplicate(_ tag: StartTag) -> Bool {
        for i in 0..<tag.count {
            for j in 0..<i where tag[i].name.equals(tag[j].name) { return true }
        }
        return false
    }

    /// Takes what a child says; false when it cannot be used. What is neither known nor kept is fine.
    private mutating func readPart(
        _ tag: StartTag, of workout: inout ScannedWorkout, _ path: [Enclosing]
    ) -> Bool {
        let name = tag.name
        if name.equals("FileReference") {
            guard let file = tag.value("path") else { return false }
            workout.routes.append(Text.string(file))
            return true
        }
        switch path.last {
        case nil:
            if name.equals("WorkoutActivity") { return addActivity(tag, to: &workout) }
            return readSaid(tag, of: &workout.said)
        case .activity where path.count == 1:
            return readSaid(tag, of: &workout.activities[workout.activities.count - 1].said)
        default: return true
        }
    }
}
