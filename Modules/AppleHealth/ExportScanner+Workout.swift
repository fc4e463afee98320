import Metrics

extension ExportScanner {
    /// Reads a workout with everything in it.
    mutating func readWorkout(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let tag = tags.0
        switch tag.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let place): return .damaged(reason: reason, at: place)
        case .complete(let next, let isEmpty):
            var parts = Parts(workout: emptyWorkout(tag))
            var outcome = Outcome.done(next: next)
            if !isEmpty { outcome = readParts(from: next, before: end, into: &parts) }
            if case .done(let next) = outcome { try accept(parts, from: start, to: next) }
            return outcome
        }
    }

    /// What a workout holds, as far as it was read.
    private struct Parts {
        var workout: ScannedWorkout
        /// Records within it.
        var unexpectedRecords = NestedParts()
        var defects: ByteDefects = []
        /// The elements that are open within it, the outermost first.
        var path: [Enclosing] = []
        /// All elements within it but records.
        var elements = NestedElements()
    }

    /// Reads up to the workout's end tag.
    private mutating func readParts(
        from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, into parts: inout Parts
    ) -> Outcome {
        var position = start
        while true {
            switch nextChild(from: position, before: end, tag: tags.1, of: tags.0.name) {
            case .needsMore: return .needsMore
            case .damaged(let reason, let place): return .damaged(reason: reason, at: place)
            case .end(let name, let place, let next):
                let isWorkout = name.equals("Workout")
                switch (parts.path.popLast(), isWorkout) {
                case (nil, true): return .done(next: next)
                case (nil, false):
                    return .damaged(reason: "the end tag of another element is in it", at: place)
                case (.activity, true), (.other, true):
                    return .damaged(reason: "an element within it is not closed", at: place)
                case (_, false), (.workout, true): position = next
                }
            case .start(_, let next, let isEmpty) where tags.1.name.equals("Record"):
                switch readNested(next, before: end, isEmpty: isEmpty, &parts.unexpectedRecords) {
                case .done(let next): position = next
                case let other: return other
                }
            case .start(_, let next, let isEmpty):
                position = next
                parts.elements.add(tags.1.name)
                let isUsed = readPart(tags.1, of: &parts.workout, parts.path)
                if !isUsed { parts.defects.insert(.unreadablePart) }
                if isDuplicate(tags.1) { parts.defects.insert(.duplicateAttribute) }
                if !isEmpty { parts.path.append(Enclosing(tags.1.name, isUsed: isUsed)) }
            }
        }
    }

    private mutating func accept(
        _ parts: Parts, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) throws {
        let tag = tags.0
        try queueNested(parts.unexpectedRecords)
        guard let startText = tag.value("startDate"), let from = instant(startText),
            let endText = tag.value("endDate"), let to = instant(endText), to >= from
        else {
            report.addNested(parts.elements.counts, \.quarantined)
            return try quarantine(
                type: "Workout", from: start, to: end,
                reason: "it has no dates that can be, or ends before it starts")
        }
        var workout = parts.workout
        var health = parts.defects
        (workout.start, workout.end) = (from, to)
        workout.elements = workout.storedElements
        report.addNested(workout.elements, \.emitted)
        report.addNested(parts.elements.subtracting(workout.elements), \.ignored)
        if tag.value("duration") != nil, workout.seconds == nil { health.insert(.unreadablePart) }
        if !addTotals(tag, to: &workout) { health.insert(.unreadablePart) }
        workout.inheritActivityDetails()
        dates.commit()
        health.formUnion(parts.unexpectedRecords.allDefects)
        recordDamage(ByteDefects.of(ByteSlice(start, to: end)).union(health), at: start)
        report.counts["Workout", default: .init()].emitted += 1
        try sink.receive(workout)
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
            source: tag.value("sourceName").map(AttributeText.string) ?? "",
            device: DeviceName.withoutAddress(tag.value("device").map(AttributeText.string) ?? ""),
            start: 0, end: 0, seconds: seconds(tag))
    }

    /// The time that `duration` says, whatever its unit; nil when that can be none.
    func seconds(_ tag: StartTag) -> Double? {
        guard let duration = number("duration", of: tag), duration >= 0 else { return nil }
        let unit = tag.value("durationUnit").map(AttributeText.string) ?? "min"
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
            workout.routes.append(AttributeText.string(file))
            return true
        }
        switch path.last {
        case nil:
            if name.equals("WorkoutActivity") { return addActivity(tag, to: &workout) }
            return readDetails(tag, of: &workout.details)
        case .activity where path.count == 1:
            return readDetails(tag, of: &workout.activities[workout.activities.count - 1].details)
        default: return true
        }
    }
}
