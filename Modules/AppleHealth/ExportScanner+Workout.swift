import HealthMetrics

extension ExportScanner {
    /// Reads a workout with its children.
    mutating func readWorkout(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let tag = tags.item
        switch tag.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
        case .complete(let next, let isEmpty):
            var parts = Parts(workout: emptyWorkout(tag))
            var outcome = Outcome.done(next: next)
            if !isEmpty { outcome = readParts(from: next, before: end, into: &parts) }
            if case .done(let next) = outcome { try accept(parts, from: start, to: next) }
            return outcome
        }
    }

    /// The content of a workout.
    private struct Parts {
        var workout: ScannedWorkout
        /// Nested records.
        var unexpectedRecords = NestedParts()
        var defects: ByteDefects = []
        /// The open nested elements, the outermost first.
        var path: [Enclosing] = []
        /// Nested elements other than records.
        var elements = NestedElements()
    }

    /// Reads up to the workout's end tag.
    private mutating func readParts(
        from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, into parts: inout Parts
    ) -> Outcome {
        var position = start
        while true {
            switch nextChild(from: position, before: end, tag: tags.child, of: tags.item.name) {
            case .needsMore: return .needsMore
            case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
            case .end(let name, let location, let next):
                let isWorkout = name.equals("Workout")
                switch (parts.path.popLast(), isWorkout) {
                case (nil, true): return .done(next: next)
                case (nil, false):
                    return .damaged(reason: "the end tag of another element is in it", at: location)
                case (.activity, true), (.other, true):
                    return .damaged(reason: "an element within it is not closed", at: location)
                case (_, false), (.workout, true): position = next
                }
            case .start(_, let next, let isEmpty) where tags.child.name.equals("Record"):
                switch readNested(next, before: end, isEmpty: isEmpty, &parts.unexpectedRecords) {
                case .done(let next): position = next
                case let other: return other
                }
            case .start(_, let next, let isEmpty):
                position = next
                parts.elements.add(tags.child.name)
                let isUsed = readPart(tags.child, of: &parts.workout, parts.path)
                if !isUsed { parts.defects.insert(.unreadablePart) }
                if isDuplicate(tags.child) { parts.defects.insert(.duplicateAttribute) }
                if !isEmpty { parts.path.append(Enclosing(tags.child.name, isUsed: isUsed)) }
            }
        }
    }

    private mutating func accept(
        _ parts: Parts, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) throws {
        let tag = tags.item
        try queueNested(parts.unexpectedRecords)
        guard let startText = tag.value("startDate"), let from = instant(startText),
            let endText = tag.value("endDate"), let to = instant(endText), to >= from
        else {
            report.addNested(parts.elements.counts, \.quarantined)
            return try quarantine(
                type: "Workout", from: start, to: end,
                reason: "it has no valid dates, or ends before it starts")
        }
        var workout = parts.workout
        var defects = parts.defects
        (workout.start, workout.end) = (from, to)
        workout.elements = workout.storedElements
        report.addNested(workout.elements, \.emitted)
        report.addNested(parts.elements.subtracting(workout.elements), \.ignored)
        if tag.value("duration") != nil, workout.seconds == nil { defects.insert(.unreadablePart) }
        if !addTotals(tag, to: &workout) { defects.insert(.unreadablePart) }
        workout.inheritActivityDetails()
        dates.commit()
        defects.formUnion(parts.unexpectedRecords.allDefects)
        recordDamage(ByteDefects.of(ByteSlice(start, to: end)).union(defects), at: start)
        report.counts["Workout", default: .init()].emitted += 1
        try sink.receive(workout)
    }

    /// The kind of an element that encloses a part of a workout.
    private enum Enclosing {
        case activity, workout, other

        /// `isUsed` is true if the element was stored.
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

    /// The `duration` in seconds; nil if it is absent or invalid.
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

    /// Stores the values of a child.
    /// - Returns: False if they are invalid; true for an ignored child.
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
