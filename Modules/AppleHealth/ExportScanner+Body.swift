extension ExportScanner {
    /// The result of reading an element.
    enum Outcome {
        case done(next: UnsafePointer<UInt8>)
        case needsMore
        case damaged(reason: String, at: UnsafePointer<UInt8>)
    }

    /// Reads top-level elements until the bytes or the root end; nil if the first is incomplete.
    mutating func scanBody(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isFinal: Bool
    ) throws -> UnsafePointer<UInt8>? {
        var position = start
        while true {
            // A line break and a space are the usual separator of records.
            if end - position >= 3, position[0] == .newline, position[1] == .space,
                position[2] == .less
            {
                line += 1
                position += 2
            } else {
                guard let less = position.first(.less, before: end) else {
                    advance(from: position, to: end)
                    return end
                }
                advance(from: position, to: less)
                position = less
            }
            if isHeadCacheEnabled, heads.isEnabled,
                let next = try readRemembered(position, before: end)
            {
                position = next
                continue
            }
            guard let next = try readMarkup(position, before: end, isFinal: isFinal) else {
                return position > start ? position : nil
            }
            position = next
            guard case .body = state else { return position }
        }
    }

    /// Reads the markup at the `<` at `start`; nil if it is incomplete.
    private mutating func readMarkup(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isFinal: Bool
    ) throws -> UnsafePointer<UInt8>? {
        guard end - start >= 2 else { return isFinal ? end : nil }
        switch start[1] {
        case UInt8(ascii: "!"):
            let rest = ByteSlice(start, to: end)
            if rest.starts(with: "<!--") {
                state = .comment(end: "-->")
                return start + 4
            }
            if rest.starts(with: "<![CDATA[") {
                state = .comment(end: "]]>")
                return start + 9
            }
            guard rest.count >= 9 || isFinal else { return nil }
            state = .comment(end: ">")
            return start + 2
        case UInt8(ascii: "?"):
            state = .comment(end: "?>")
            return start + 2
        case .slash:
            return readEndTag(start, before: end, isFinal: isFinal)
        case let byte where byte.isNameStart:
            return try readElement(start, before: end, isFinal: isFinal)
        default:
            recordDamage("a < that does not begin a tag", at: start)
            return start + 1
        }
    }

    private mutating func readEndTag(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isFinal: Bool
    ) -> UnsafePointer<UInt8>? {
        var close = start + 2
        while close < end, close.pointee != .greater, close.pointee != .less { close += 1 }
        guard close < end else { return isFinal ? end : nil }
        let next = close.pointee == .greater ? close + 1 : close
        let name = ByteSlice(start + 2, to: close)
        if name.starts(with: "HealthData"), name.count == 10 || name.buffer[10].isSpace {
            state = .prolog
        } else {
            recordDamage("an end tag without an element", at: start)
        }
        advance(from: start, to: next)
        return next
    }

    private mutating func readElement(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isFinal: Bool
    ) throws -> UnsafePointer<UInt8>? {
        let limit = end - start > maximumElement ? start + maximumElement : end
        var nameEnd = start + 1
        while nameEnd < limit, !nameEnd.pointee.isNameEnd { nameEnd += 1 }
        // Dates of a record that matched a remembered head in part.
        dates.discard()
        endTag = nil
        isElementComplete = isFinal || limit < end
        let name = ByteSlice(start + 1, to: nameEnd)
        let outcome: Outcome =
            nameEnd < limit ? try read(name, from: start, before: limit) : .needsMore
        dates.discard()
        let reason: String
        switch outcome {
        case .done(let next):
            advance(from: start, to: next)
            return next
        case .damaged(let damage, let location):
            if let next = resumePosition(from: location, before: limit, name: name) {
                try quarantineElement(name, from: start, to: next, reason: damage)
                advance(from: start, to: next)
                return next
            }
            reason = damage
        case .needsMore:
            _ = tags.item.parse(start, before: limit)
            reason = limit < end ? "it is too large" : "the file ends within it"
        }
        if limit < end {
            try quarantineElement(name, from: start, to: limit, reason: reason)
            state = .skipping(name: Array(name.buffer))
            // The end tag may begin in these bytes.
            advance(from: start, to: limit - Self.maximumEndTagLength)
            return limit - Self.maximumEndTagLength
        }
        guard isFinal else { return nil }
        try quarantineElement(name, from: start, to: end, reason: reason)
        return end
    }

    private mutating func read(
        _ name: ByteSlice, from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        switch name {
        case _ where name.equals("Record"): try readRecord(start, before: end)
        case _ where name.equals("Workout"): try readWorkout(start, before: end)
        case _ where name.equals("Correlation"): try readCorrelation(start, before: end)
        case _ where name.equals("ActivitySummary"): try readSummary(start, before: end)
        case _ where name.equals("HealthData"): readRoot(start, before: end)
        default: try readOther(name, start, before: end)
        }
    }

    /// Reads a root within a root: two exports in one file, the first without an end tag.
    private mutating func readRoot(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> Outcome {
        switch tags.item.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
        case .complete(let next, _):
            recordDamage("a root within the root", at: start)
            enterRoot(isEmpty: false)
            return .done(next: next)
        }
    }

    private mutating func quarantineElement(
        _ name: ByteSlice, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>,
        reason: String
    ) throws {
        if Self.isItem(name) {
            try quarantine(
                type: damagedElementType(tags.item), from: start, to: end, reason: reason)
        } else {
            recordDamage("an element that cannot be read", at: start)
        }
    }

    /// True if elements of this name are items of the report.
    private static func isItem(_ name: ByteSlice) -> Bool {
        !(name.equals("Me") || name.equals("ExportDate") || name.equals("HealthData"))
    }

    /// The type under which a partially readable element is counted.
    mutating func damagedElementType(_ tag: StartTag) -> String {
        guard tag.name.equals("Record"), let name = tag.value("type"),
            let type = series.type(name)
        else { return elementType(tag.name) }
        return series.key(of: type)
    }

    /// The type under which elements of a name are counted.
    func elementType(_ name: ByteSlice) -> String {
        let text = AttributeText.string(ByteSlice(name.start, min(name.count, 64)))
        let isKnown = ElementName.isTopLevel(name) || report.counts[text] != nil
        return isKnown || report.counts.count < SeriesTable.maximumTypes ? text : "other"
    }
}
