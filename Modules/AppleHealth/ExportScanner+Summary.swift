import HealthMetrics

extension ExportScanner {
    /// Reads an activity summary.
    mutating func readSummary(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let next: UnsafePointer<UInt8>
        var unexpectedRecords = NestedParts()
        var elements = NestedElements()
        switch readSkippingChildren(start, before: end, &unexpectedRecords, &elements) {
        case .done(let after): next = after
        case let other: return other
        }
        try queueNested(unexpectedRecords)
        let tag = tags.item
        guard let day = tag.value("dateComponents"), ExportDates.day(day) != nil else {
            try quarantine(
                type: "ActivitySummary", from: start, to: next,
                reason: "its day is not a valid date")
            report.addNested(elements.counts, \.quarantined)
            return .done(next: next)
        }
        var summary = ScannedActivitySummary(
            day: AttributeText.string(day), values: [:], goals: [:],
            unit: tag.value("activeEnergyBurnedUnit").map(AttributeText.string) ?? "",
            exported: report.exportDate)
        for i in 0..<tag.count {
            let name = AttributeText.string(tag[i].name)
            if name == "dateComponents" || name.hasSuffix("Unit") { continue }
            let value = DecimalParser.value(tag[i].value)
            guard let value, value.isMeasurable else {
                try quarantine(
                    type: "ActivitySummary", from: start, to: next,
                    reason: "its \(name) is \(value == nil ? "not a number" : "too large")")
                report.addNested(elements.counts, \.quarantined)
                return .done(next: next)
            }
            if name.hasSuffix("Goal") {
                summary.goals[String(name.dropLast(4))] = value
            } else {
                summary.values[name] = value
            }
        }
        recordDamage(
            ByteDefects.of(ByteSlice(start, to: next)).union(unexpectedRecords.allDefects),
            at: start)
        report.counts["ActivitySummary", default: .init()].emitted += 1
        report.addNested(elements.counts, \.ignored)
        try sink.receive(summary)
        return .done(next: next)
    }

    /// Reads an element that is not an item, or is ignored.
    mutating func readOther(
        _ name: ByteSlice, _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let next: UnsafePointer<UInt8>
        var unexpectedRecords = NestedParts()
        var elements = NestedElements()
        switch readSkippingChildren(start, before: end, &unexpectedRecords, &elements) {
        case .done(let after): next = after
        case let other: return other
        }
        try queueNested(unexpectedRecords)
        report.addNested(elements.counts, \.ignored)
        if name.equals("ExportDate") {
            report.exportDate = tags.item.value("value").flatMap { instant($0) }
            dates.commit()
        } else if name.equals("Me") {
            for i in 0..<tags.item.count {
                report.person[AttributeText.string(tags.item[i].name)] = AttributeText.string(
                    tags.item[i].value)
            }
        } else {
            report.counts[elementType(name), default: .init()].ignored += 1
        }
        recordDamage(
            ByteDefects.of(ByteSlice(start, to: next)).union(unexpectedRecords.allDefects),
            at: start)
        return .done(next: next)
    }

    /// Parses the tag at `start`, and skips to the end of its element except for records.
    private mutating func readSkippingChildren(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>,
        _ unexpectedRecords: inout NestedParts, _ elements: inout NestedElements
    ) -> Outcome {
        var position: UnsafePointer<UInt8>
        switch tags.item.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
        case .complete(let next, isEmpty: true): return .done(next: next)
        case .complete(let next, isEmpty: false): position = next
        }
        var depth = 1
        while true {
            switch nextChild(from: position, before: end, tag: tags.child, of: tags.item.name) {
            case .needsMore: return .needsMore
            case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
            case .end(_, _, let next):
                depth -= 1
                if depth == 0 { return .done(next: next) }
                position = next
            case .start(_, let next, let isEmpty):
                position = next
                if tags.child.name.equals("Record") {
                    switch readNested(next, before: end, isEmpty: isEmpty, &unexpectedRecords) {
                    case .done(let next): position = next
                    case let other: return other
                    }
                } else {
                    elements.add(tags.child.name)
                    if !isEmpty { depth += 1 }
                }
            }
        }
    }
}
