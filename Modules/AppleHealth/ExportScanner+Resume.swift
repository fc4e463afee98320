extension ExportScanner {
    /// The position at which reading resumes after a damaged element: its end, or the next top-level
    /// element. Nil if more bytes are needed.
    func resumePosition(
        from damage: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, name: ByteSlice
    ) -> UnsafePointer<UInt8>? {
        // The damage may be within an empty-element tag, which ends the element.
        var position = damage
        while position < end, position.pointee != .less, position.pointee != .greater {
            position += 1
        }
        guard position < end else { return nil }
        if position.pointee == .greater, position > damage, position[-1] == .slash,
            name.equals(tags.item.name), isWithinFirstTag(damage)
        {
            return position + 1
        }
        return elementEnd(from: position, before: end, name: name)
    }

    /// True if the damage is in the element's own start tag.
    private func isWithinFirstTag(_ damage: UnsafePointer<UInt8>) -> Bool {
        var position = tags.item.name.end
        while position < damage {
            if position.pointee == .greater { return false }
            if position.pointee == .quote || position.pointee == .apostrophe {
                guard let close = (position + 1).first(position.pointee, before: damage) else {
                    return true
                }
                position = close
            }
            position += 1
        }
        return true
    }

    /// The end of the next end tag of this name, or the next top-level element; nil if more bytes are
    /// needed.
    func elementEnd(
        from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, name: ByteSlice
    ) -> UnsafePointer<UInt8>? {
        let isCorrelation = name.equals("Correlation")
        var position = start
        while let less = position.first(.less, before: end) {
            switch ElementName.beginsTopLevel(
                at: less, before: end, withinCorrelation: isCorrelation)
            {
            case .yes: return less
            case .undecided: return nil
            case .no: break
            }
            if less[1] == .slash {
                guard end - less >= name.count + 3 else { return nil }
                let nameEnd = less + 2 + name.count
                if ByteSlice(less + 2, name.count).equals(name), nameEnd.pointee.isNameEnd {
                    return nameEnd.pointee == .greater ? nameEnd + 1 : nameEnd
                }
            }
            position = less + 1
        }
        return nil
    }

    /// Skips the rest of an element that is too large.
    mutating func scanSkipped(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, name: [UInt8]
    ) -> UnsafePointer<UInt8>? {
        let next = name.withUnsafeBufferPointer { name in
            name.baseAddress.flatMap {
                elementEnd(from: start, before: end, name: ByteSlice($0, name.count))
            }
        }
        if let next {
            advance(from: start, to: next)
            state = .body
            return next
        }
        // The end tag may be split between blocks.
        guard end - start > Self.maximumEndTagLength else { return nil }
        advance(from: start, to: end - Self.maximumEndTagLength)
        return end - Self.maximumEndTagLength
    }

    /// Skips a comment, character data or a processing instruction.
    mutating func scanComment(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, upTo text: StaticString
    ) -> UnsafePointer<UInt8>? {
        let length = text.utf8CodeUnitCount
        if let found = start.first(text, before: end) {
            advance(from: start, to: found + length)
            state = .body
            return found + length
        }
        guard end - start >= length else { return nil }
        advance(from: start, to: end - (length - 1))
        return end - (length - 1)
    }
}
