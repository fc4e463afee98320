extension ExportScanner {
    /// Where reading goes on behind a damaged element: behind its end, or where the next element of
    /// the top level begins. Nil when more bytes are needed to tell.
    func resumePosition(
        from place: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, name: ByteSlice
    ) -> UnsafePointer<UInt8>? {
        // The damage may be within a tag. If that tag ends the element, so be it.
        var position = place
        while position < end, position.pointee != .less, position.pointee != .greater {
            position += 1
        }
        guard position < end else { return nil }
        if position.pointee == .greater, position > place, position[-1] == .slash,
            name.equals(tags.0.name), isWithinFirstTag(place)
        {
            return position + 1
        }
        return elementEnd(from: position, before: end, name: name)
    }

    /// Whether the damage at `place` is in the element's own tag and not in one of its children.
    private func isWithinFirstTag(_ place: UnsafePointer<UInt8>) -> Bool {
        var position = tags.0.name.end
        while position < place {
            if position.pointee == .greater { return false }
            if position.pointee == .quote || position.pointee == .apostrophe {
                guard let close = (position + 1).first(position.pointee, before: place) else {
                    return true
                }
                position = close
            }
            position += 1
        }
        return true
    }

    /// The next end tag of this name, or the beginning of the next element of the top level.
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

    /// Skips what is left of an element that was too large.
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
        // The end may be cut in two.
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
