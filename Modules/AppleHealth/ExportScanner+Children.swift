import HealthMetrics

extension ExportScanner {
    /// The next tag within an element.
    enum Child {
        /// A start tag, parsed into the tag of its level.
        case start(at: UnsafePointer<UInt8>, next: UnsafePointer<UInt8>, isEmpty: Bool)
        case end(name: ByteSlice, at: UnsafePointer<UInt8>, next: UnsafePointer<UInt8>)
        case needsMore
        case damaged(reason: String, at: UnsafePointer<UInt8>)
    }

    /// Reads the next tag after `start`, skipping text and comments. `name` is the enclosing element,
    /// which must have an end tag if a top-level element begins in it; nil if none may begin.
    mutating func nextChild(
        from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, tag: StartTag,
        of name: ByteSlice?, withinCorrelation: Bool = false
    ) -> Child {
        var position = start
        while let less = position.first(.less, before: end) {
            guard end - less >= 2 else { return .needsMore }
            if let next = comment(at: less, before: end) {
                guard next <= end else { return .needsMore }
                position = next
                continue
            }
            switch ElementName.beginsTopLevel(
                at: less, before: end, withinCorrelation: withinCorrelation)
            {
            case .yes:
                guard let name, less[1] != .slash else {
                    return .damaged(reason: "it is not closed", at: less)
                }
                switch isClosed(name, around: less, before: end) {
                case .yes: break
                case .undecided: return .needsMore
                case .no: return .damaged(reason: "it is not closed", at: less)
                }
            case .undecided: return .needsMore
            case .no: break
            }
            if less[1] == .slash {
                var close = less + 2
                while close < end, close.pointee != .greater, close.pointee != .less { close += 1 }
                guard close < end else { return .needsMore }
                guard close.pointee == .greater else {
                    return .damaged(reason: "an end tag is malformed", at: close)
                }
                var nameEnd = less + 2
                while !nameEnd.pointee.isNameEnd { nameEnd += 1 }
                return .end(name: ByteSlice(less + 2, to: nameEnd), at: less, next: close + 1)
            }
            guard less[1].isNameStart else {
                position = less + 1
                continue
            }
            switch tag.parse(less, before: end) {
            case .needsMore: return .needsMore
            case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
            case .complete(let next, let isEmpty):
                return .start(at: less, next: next, isEmpty: isEmpty)
            }
        }
        return .needsMore
    }

    /// The end of the comment, character data or processing instruction at `less`: beyond `end` if it
    /// is incomplete, nil if there is other markup.
    private func comment(
        at less: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        guard less[1] == UInt8(ascii: "!") || less[1] == UInt8(ascii: "?") else { return nil }
        let rest = ByteSlice(less, to: end)
        let close: StaticString
        if rest.starts(with: "<!--") {
            close = "-->"
        } else if rest.starts(with: "<![CDATA[") {
            close = "]]>"
        } else if rest.starts(with: "<?") {
            close = "?>"
        } else {
            guard rest.count >= 9 else { return end + 1 }
            close = ">"
        }
        let body = less + (rest.starts(with: "<!--") ? 4 : 2)
        return body.first(close, before: end).map { $0 + close.utf8CodeUnitCount } ?? end + 1
    }

    /// Reads the children of a record up to its end tag.
    mutating func readChildren(
        of name: StaticString, from start: UnsafePointer<UInt8>,
        before end: UnsafePointer<UInt8>, level: Int, _ children: inout RecordChildren
    ) -> Outcome {
        let tag = level == 1 ? tags.child : tags.grandchild
        let ownName = level == 1 ? ByteSlice(name.utf8Start, name.utf8CodeUnitCount) : nil
        var position = start
        var depth = 0
        while true {
            let beatsBefore = children.beats.count
            position = Self.readPlainBeats(position, before: end, into: &children.beats)
            children.beatElements += children.beats.count - beatsBefore
            switch nextChild(from: position, before: end, tag: tag, of: ownName) {
            case .needsMore: return .needsMore
            case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
            case .end(let endName, let location, let next):
                if endName.equals(name) {
                    guard depth == 0 else {
                        return .damaged(reason: "an element within it is not closed", at: location)
                    }
                    return .done(next: next)
                }
                guard depth > 0 else {
                    return .damaged(reason: "the end tag of another element is in it", at: location)
                }
                depth -= 1
                position = next
            case .start(_, let next, let isEmpty):
                if tag.name.equals("Record") {
                    switch readNested(
                        next, before: end, isEmpty: isEmpty, &children.unexpectedRecords)
                    {
                    case .done(let next): position = next
                    case let other: return other
                    }
                    continue
                }
                if tag.name.equals("MetadataEntry") {
                    children.entries += 1
                    if depth == 0 { readMetadata(tag, &children) }
                } else if tag.name.equals("InstantaneousBeatsPerMinute") {
                    children.beatElements += 1
                    readBeat(tag, &children)
                } else {
                    children.otherElements.add(tag.name)
                }
                if !isEmpty { depth += 1 }
                position = next
            }
        }
    }

    private mutating func readMetadata(_ tag: StartTag, _ children: inout RecordChildren) {
        guard let key = tag.value("key"), let value = tag.value("value") else {
            children.defects.insert(.unreadablePart)
            return
        }
        if key.equals("HKWasUserEntered") {
            if value.equals("1") { children.isEntered = true }
            return
        }
        if let attribute = ScannedAttribute(key: key), let text = attributes.text(value) {
            children.attributes[attribute] = text
            return
        }
        children.ignored.append(metadata.number(of: key))
    }

    private func readBeat(_ tag: StartTag, _ children: inout RecordChildren) {
        if let beat = Beat(rate: tag.value("bpm"), time: tag.value("time")) {
            children.beats.append(beat)
        } else {
            children.defects.insert(.unreadablePart)
        }
    }
}
