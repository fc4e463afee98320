/// A parsed start tag with its attributes in any order, with either quote, entities unresolved.
final class StartTag {
    struct Attribute {
        var name: ByteSlice
        var value: ByteSlice
    }

    enum Parsed {
        /// `isEmpty` is true for `<a/>`.
        case complete(next: UnsafePointer<UInt8>, isEmpty: Bool)
        case needsMore
        case damaged(reason: String, at: UnsafePointer<UInt8>)
    }

    /// More attributes than any element of an export has.
    static let maximumAttributes = 64

    private let attributes = UnsafeMutablePointer<Attribute>.allocate(
        capacity: StartTag.maximumAttributes)
    // Unchecked: a scanner is used by one thread, and exclusivity checks cost measurable time.
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private(set) var name = ByteSlice(("" as StaticString).utf8Start, 0)

    deinit { attributes.deallocate() }

    subscript(index: Int) -> Attribute { attributes[index] }

    /// The value of the first attribute of this name; nil if it is absent.
    func value(_ name: StaticString) -> ByteSlice? {
        for i in 0..<count where attributes[i].name.equals(name) { return attributes[i].value }
        return nil
    }

    /// Parses the tag whose `<` is at `start`.
    func parse(_ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Parsed {
        let parsed = parseAttributes(start, before: end)
        // A name of the format within an attribute means that its closing quote is missing, and that
        // the attributes after it are wrong.
        let limit: UnsafePointer<UInt8> =
            switch parsed {
            case .complete(let next, _): next
            case .needsMore: end
            case .damaged(_, let location): location
            }
        var position = start + 1
        while let less = position.first(.less, before: limit) {
            switch ElementName.isMarkup(at: less, before: end) {
            case .yes:
                while count > 0, attributes[count - 1].value.end > less { count -= 1 }
                return .damaged(reason: "an attribute is not closed", at: less)
            case .undecided: return .needsMore
            case .no: position = less + 1
            }
        }
        return parsed
    }

    private func parseAttributes(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> Parsed {
        count = 0
        var position = start + 1
        while position < end, !position.pointee.isNameEnd { position += 1 }
        name = ByteSlice(start + 1, to: position)
        while true {
            while position < end, position.pointee.isSpace { position += 1 }
            guard position < end else { return .needsMore }
            if position.pointee == .greater {
                return .complete(next: position + 1, isEmpty: false)
            }
            if position.pointee == .slash {
                guard end - position >= 2 else { return .needsMore }
                guard position[1] == .greater else {
                    return .damaged(reason: "its tag is malformed", at: position)
                }
                return .complete(next: position + 2, isEmpty: true)
            }
            let nameStart = position
            // Names usually consist of letters.
            while end - position >= 8 {
                let letters = position.leadingLetterCount
                position += letters
                if letters < 8 { break }
            }
            while position < end, Self.isInName(position.pointee) { position += 1 }
            let name = ByteSlice(nameStart, to: position)
            while position < end, position.pointee.isSpace { position += 1 }
            guard position < end else { return .needsMore }
            guard name.count > 0, position.pointee == .equal else {
                return .damaged(reason: "its tag is malformed", at: position)
            }
            position += 1
            while position < end, position.pointee.isSpace { position += 1 }
            guard position < end else { return .needsMore }
            let quote = position.pointee
            guard quote == .quote || quote == .apostrophe else {
                return .damaged(reason: "an attribute has no quotes", at: position)
            }
            guard let close = (position + 1).first(quote, before: end) else { return .needsMore }
            guard count < Self.maximumAttributes else {
                return .damaged(reason: "it has too many attributes", at: position)
            }
            (attributes + count).initialize(
                to: Attribute(name: name, value: ByteSlice(position + 1, to: close)))
            count += 1
            position = close + 1
        }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        !byte.isNameEnd && byte != .equal && byte != .quote && byte != .apostrophe && byte != .less
    }
}
