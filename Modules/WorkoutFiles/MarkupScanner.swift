/// An element or the end of an element in a scanned document.
enum MarkupEvent {
    /// The start of an element: the name without its namespace prefix, and the attributes.
    case start(name: String, attributes: [String: String])
    /// The end of an element, with the text since the last tag.
    case end(name: String, text: String)
}

/// Reads XML in blocks without a tree: elements, attributes and texts in UTF-8. Comments, processing
/// instructions and the document type are skipped; what is not well-formed is read as far as tags can be
/// found.
struct MarkupScanner {
    /// The bytes that are not scanned yet.
    private var rest: [UInt8] = []
    /// Offset of the first byte of ``rest``.
    private(set) var offset: Int64 = 0
    /// The character data since the last tag.
    private var text: [UInt8] = []
    private var depth = 0
    private var hasRoot = false

    /// A longer tag or text is damage and is skipped.
    private static let maximumLength = 64 << 10

    /// True if the root element has been closed.
    var isComplete: Bool { hasRoot && depth <= 0 && rest.allSatisfy { $0 <= 0x20 } }

    mutating func consume(
        _ block: UnsafeRawBufferPointer, _ handle: (MarkupEvent, Int64) throws -> Void
    ) throws {
        rest.append(contentsOf: block)
        var bytes: [UInt8] = []
        swap(&bytes, &rest)
        let used = try scan(bytes, handle)
        bytes.removeFirst(used)
        offset += Int64(used)
        rest = bytes
        if rest.count > Self.maximumLength {
            offset += Int64(rest.count)
            rest = []
        }
    }

    /// - Returns: Number of bytes that were scanned.
    private mutating func scan(
        _ bytes: [UInt8], _ handle: (MarkupEvent, Int64) throws -> Void
    ) throws -> Int {
        var position = 0
        while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            appendText(bytes[position..<open])
            guard let end = Self.end(of: bytes[open...]) else { return open }
            let tag = bytes[(open + 1)..<(end - 1)]
            if tag.starts(with: Array("![CDATA[".utf8)) {
                appendRaw(tag.dropFirst(8).dropLast(2))
            } else if tag.first != UInt8(ascii: "!"), tag.first != UInt8(ascii: "?") {
                try read(tag, at: offset + Int64(open), handle)
            }
            position = end
        }
        // The text may continue in the next block.
        return position
    }

    /// The index behind a tag, comment or section at the start of the bytes; nil if more bytes are
    /// needed.
    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        guard let second = bytes.dropFirst().first else { return nil }
        if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") {
            for (start, end) in sections {
                if bytes.starts(with: start.utf8) { return find(end, in: bytes) }
                // The start may be in the next block.
                if bytes.count < start.utf8.count, start.utf8.starts(with: bytes) { return nil }
            }
        }
        var quote: UInt8?
        for index in bytes.indices.dropFirst() {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return nil
    }

    /// The starts and ends of what is not an element.
    private static let sections = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]

    private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let mark = Array(text.utf8)
        var position = bytes.startIndex
        while let found = bytes[position...].firstIndex(of: mark[0]) {
            if bytes[found...].starts(with: mark) { return found + mark.count }
            position = found + 1
        }
        return nil
    }

    private mutating func appendText(_ bytes: ArraySlice<UInt8>) {
        appendRaw(bytes.contains(UInt8(ascii: "&")) ? Self.unescaped(bytes)[...] : bytes)
    }

    private mutating func appendRaw(_ bytes: ArraySlice<UInt8>) {
        guard depth > 0, text.count + bytes.count <= Self.maximumLength else { return }
        text.append(contentsOf: bytes)
    }

    private mutating func read(
        _ tag: ArraySlice<UInt8>, at offset: Int64, _ handle: (MarkupEvent, Int64) throws -> Void
    ) throws {
        let isEnd = tag.first == UInt8(ascii: "/")
        let isEmpty = tag.last == UInt8(ascii: "/") && !isEnd
        let content = isEnd ? tag.dropFirst() : isEmpty ? tag.dropLast() : tag
        let name = Self.localName(content.prefix { $0 > 0x20 })
        guard !name.isEmpty else { return }
        if isEnd {
            depth -= 1
            try handle(.end(name: name, text: flushText()), offset)
            return
        }
        text = []
        hasRoot = true
        let attributes = Self.attributes(content.drop { $0 > 0x20 })
        try handle(.start(name: name, attributes: attributes), offset)
        if isEmpty {
            try handle(.end(name: name, text: ""), offset)
        } else {
            depth += 1
        }
    }

    /// The collected text without white space around it.
    private mutating func flushText() -> String {
        let trimmed = text.drop { $0 <= 0x20 }
        let end = trimmed.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? trimmed.startIndex
        let string = String(decoding: trimmed[..<end], as: UTF8.self)
        text.removeAll(keepingCapacity: true)
        return string
    }

    private static func localName(_ name: ArraySlice<UInt8>) -> String {
        let colon = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
        return String(decoding: name[colon...], as: UTF8.self)
    }

    /// The attributes by name without prefix. A malformed attribute ends the list.
    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = bytes.drop { $0 <= 0x20 }
        while let equal = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equal].filter { $0 > 0x20 }
            rest = rest[(equal + 1)...].drop { $0 <= 0x20 }
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.dropFirst().firstIndex(of: quote)
            else { break }
            let value = unescaped(rest[(rest.startIndex + 1)..<end])
            attributes[localName(name[...])] = String(decoding: value, as: UTF8.self)
            rest = rest[(end + 1)...].drop { $0 <= 0x20 }
        }
        return attributes
    }

    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    private static let maximumEntityLength = 10

    /// The text with its entities replaced; an unknown entity is unchanged.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            let window = bytes[position...].prefix(maximumEntityLength + 2)
            guard byte == UInt8(ascii: "&"), let end = window.firstIndex(of: UInt8(ascii: ";")),
                let text = character(String(decoding: window[(position + 1)..<end], as: UTF8.self))
            else {
                result.append(byte)
                position += 1
                continue
            }
            result.append(contentsOf: text.utf8)
            position = end + 1
        }
        return result
    }

    /// The character of `amp`, `#65` or `#x41`; nil if unknown.
    private static func character(_ name: String) -> String? {
        if let entity = entities[name] { return entity }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let code =
            digits.first == "x" || digits.first == "X"
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
