import HealthMetrics

/// Top-level elements within others, which the format has only for records of correlations. They
/// belong to the enclosing element, and their records are samples.
extension ExportScanner {
    /// The records within an element.
    struct NestedParts {
        var records: [(type: SeriesTable.RecordType, sample: Sample)] = []
        /// The reason that one of the records is invalid; nil if all are valid.
        var rejectionReason: String?
        var defects: ByteDefects = []
        /// Number of metadata entries within the records.
        var entries = 0
        /// Invalid records, and other elements within the records.
        var otherElements = NestedElements()

        var isEmpty: Bool { records.isEmpty && rejectionReason == nil }

        /// The defects to report if the enclosing element is accepted.
        var allDefects: ByteDefects {
            rejectionReason == nil ? defects : defects.union(.unreadablePart)
        }
    }

    /// Reads a nested record whose tag is parsed into the second level's.
    mutating func readNested(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isEmpty: Bool,
        _ parts: inout NestedParts
    ) -> Outcome {
        let fields = RecordFields(tags.child)
        var children = RecordChildren()
        var next = start
        if !isEmpty {
            switch readChildren(of: "Record", from: start, before: end, level: 2, &children) {
            case .done(let after): next = after
            case let other: return other
            }
        }
        parts.entries += children.entries + children.unexpectedRecords.entries
        parts.otherElements.add(children.otherElements)
        parts.otherElements.add(HeartbeatSeries.metric, children.beatElements)
        parts.otherElements.add(elements(of: children.unexpectedRecords, withEntries: false))
        parts.defects.formUnion(children.defects)
        if fields.hasDuplicate { parts.defects.insert(.duplicateAttribute) }
        guard let name = fields.type, let type = series.type(name) else {
            parts.rejectionReason =
                fields.type == nil
                ? "a record in it has no type"
                : "the file has more than \(SeriesTable.maximumTypes) types"
            parts.otherElements.add("Record")
            return .done(next: next)
        }
        switch reading(fields, type, children, isPart: true) {
        case .sample(let sample): parts.records.append((type, sample))
        case .rejected(let reason):
            parts.rejectionReason = "a record in it is damaged: \(reason)"
            parts.otherElements.add(series.key(of: type))
        }
        return .done(next: next)
    }

    /// Queues records until the end of the file, when it is known whether the top level repeats them.
    mutating func queueNested(_ parts: NestedParts) throws {
        var ignored = parts.entries
        for (_, sample) in parts.records {
            ignored -= storedEntries(series: sample.series, attributes: sample.attributes)
            let fingerprint = NestedRecords.fingerprint(
                identity: series[sample.series].identity, start: sample.start, end: sample.end,
                value: sample.value)
            nested.append(
                NestedRecords.Record(
                    series: sample.series, attributes: sample.attributes, start: sample.start,
                    end: sample.end, value: sample.value, fingerprint: fingerprint))
        }
        report.addNested(NestedElements.entry, ignored, \.ignored)
        report.addNested(parts.otherElements.counts, \.ignored)
        if nested.isFull { try appendNested() }
    }

    /// Matches if an element has an end tag although a top-level element begins in it at `less`: its
    /// end tag precedes that of the root, and other elements of its name are closed before.
    mutating func isClosed(
        _ name: ByteSlice, around less: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> ElementName.Match {
        if let endTag, less < endTag { return .yes }
        let limit = end - less > Self.maximumNestingBytes ? less + Self.maximumNestingBytes : end
        let root: StaticString = "</HealthData"
        var depth = 1
        var position = less
        while let less = position.first(.less, before: limit) {
            let rest = ByteSlice(less, to: end)
            guard isElementComplete || rest.count > max(name.count + 2, root.utf8CodeUnitCount)
            else {
                return .undecided
            }
            position = less + 1
            if rest.starts(with: "</") {
                if rest.starts(with: root) { return .no }
                guard Self.isName(name, at: less + 2, before: end) else { continue }
                depth -= 1
                if depth == 0 {
                    endTag = less
                    return .yes
                }
            } else if Self.isName(name, at: less + 1, before: end) {
                switch tags.grandchild.parse(less, before: end) {
                case .needsMore: return isElementComplete ? .no : .undecided
                case .damaged: return .no
                case .complete(let next, let isEmpty):
                    if !isEmpty { depth += 1 }
                    position = next
                }
                if depth > Self.maximumNestingDepth { return .no }
            }
        }
        return limit == end && !isElementComplete ? .undecided : .no
    }

    /// True if the name at `position` is `name`.
    private static func isName(
        _ name: ByteSlice, at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> Bool {
        end - position > name.count && ByteSlice(position, name.count).equals(name)
            && position[name.count].isNameEnd
    }

    /// Maximum distance of an end tag, to bound the time for files without one.
    private static let maximumNestingBytes = 1 << 20
    private static let maximumNestingDepth = 16
}
