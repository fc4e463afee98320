import HealthMetrics

extension ExportScanner {
    /// Reads the element at `start` if it is a record of the usual form with a remembered head and
    /// tail, and returns its end. Otherwise returns nil without side effects:
    /// ``readRecord(_:before:)`` alone decides about unusual elements.
    @inline(__always)
    mutating func readRemembered(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> UnsafePointer<UInt8>? {
        guard let head = heads.head(at: start, before: end) else { return nil }
        var position = start + head.count
        if head.hasCreationDate {
            guard Self.isDate(position), Self.isStartDate(position + 25) else { return nil }
            position += 25 + 13
        }
        let startDate = position
        let endDate = startDate + 25 + 11
        guard Self.isEndDate(startDate + 25) else { return nil }
        position = endDate + 25

        var value = 0.0
        if head.hasValue {
            guard Self.isValue(position) else { return nil }
            position += 9
            if head.isNumber {
                guard let number = DecimalParser.short(position, before: end), number.next < end
                else { return nil }
                (value, position) = (number.value, number.next)
            } else {
                guard let category = categories.plainValue(at: position, before: end) else {
                    return nil
                }
                (value, position) = (category.value, category.quote)
            }
        }
        guard end - position >= 3, position[0] == .quote else { return nil }
        position += 1

        var number = head.measured
        let tail: Int?
        if position[0] == .slash, position[1] == .greater {
            tail = nil
            position += 2
        } else {
            guard position[0] == .greater, let known = tails.number(at: position, before: end)
            else { return nil }
            if tails[known].isEntered { number = head.entered }
            tail = known
            position += tails[known].count
        }
        guard number >= 0, let from = dates.instant(startDate), let to = dates.instant(endDate),
            to >= from
        else { return nil }
        let canonical = series[number].conversion.converted(value)
        guard canonical.isMeasurable, canonical >= series[number].least else { return nil }
        if dates.hasUncommitted { dates.commit() }
        var set: Int32 = 0
        line += Int64(head.newlineCount)
        if let tail {
            set = tails[tail].attributes
            line += Int64(tails[tail].newlineCount)
            for key in tails[tail].ignored { metadata.count(key) }
            entries.stored += tails[tail].storedEntries
            entries.ignored += tails[tail].ignoredEntries
        }
        if head.canBeRepeated { recordTopLevel(number, from, to, canonical) }
        report.headHits += 1
        try append(number, from, to, canonical, set)
        return position
    }

    /// True if the 25 bytes may be a date: they have no quote, and no byte outside the range of date
    /// characters.
    @inline(__always)
    private static func isDate(_ text: UnsafePointer<UInt8>) -> Bool {
        (text.word.nonDateBytes | (text + 8).word.nonDateBytes | (text + 16).word.nonDateBytes
            | (text + 17).word.nonDateBytes) == 0
    }

    @inline(__always)
    private static func isStartDate(_ text: UnsafePointer<UInt8>) -> Bool {
        text.word == word("\" startD") && (text + 5).word == word("rtDate=\"")
    }

    @inline(__always)
    private static func isEndDate(_ text: UnsafePointer<UInt8>) -> Bool {
        text.word == word("\" endDat") && (text + 3).word == word("ndDate=\"")
    }

    @inline(__always)
    private static func isValue(_ text: UnsafePointer<UInt8>) -> Bool {
        text.word == word("\" value=") && text[8] == .quote
    }

    /// The first eight characters as an integer.
    @inline(__always)
    private static func word(_ text: StaticString) -> UInt64 {
        text.utf8Start.word
    }
}

extension ExportScanner {
    /// Appends a sample, and sends the batch if it is full.
    @inline(__always)
    mutating func append(
        _ series: Int32, _ start: Int64, _ end: Int64, _ value: Double, _ attributes: Int32
    ) throws {
        columns.append(series, start: start, end: end, value: value, attributes: attributes)
        if columns.isFull { try flushColumns() }
    }

    /// Records a top-level sample that a correlation may repeat.
    mutating func recordTopLevel(_ number: Int32, _ start: Int64, _ end: Int64, _ value: Double) {
        nested.addTopLevel(
            NestedRecords.fingerprint(
                identity: series[number].identity, start: start, end: end, value: value))
    }

    /// Appends the queued records that the top level does not repeat.
    mutating func appendNested() throws {
        let pending = nested.removePending()
        for record in pending.single {
            entries.stored += storedEntries(series: record.series, attributes: record.attributes)
            try append(record.series, record.start, record.end, record.value, record.attributes)
        }
        for record in pending.repeated {
            let stored = storedEntries(series: record.series, attributes: record.attributes)
            report.addNested(NestedElements.entry, stored, \.duplicate)
            report.addNested(series[record.series].description.metric, 1, \.duplicate)
        }
    }
}

extension UInt64 {
    /// Nonzero if a byte is a quote or outside 0x20...0x3B, the range of date characters.
    @inline(__always)
    fileprivate var nonDateBytes: UInt64 {
        let high: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        let below = ~(self &+ ones &* 0x60)
        let above = self &+ ones &* 0x44
        let quotes = self ^ ones &* 0x22
        return (self | below | above | ((quotes &- ones) & ~quotes)) & high
    }
}
