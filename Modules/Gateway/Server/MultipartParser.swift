import CLinux
package import RPC

/// Parses a `multipart/form-data` body (RFC 7578) as it arrives.
package struct MultipartParser {
    package enum Event: Equatable {
        /// A field with its complete value.
        case field(name: String, value: String)
        /// The start of a file; its bytes follow.
        case file(name: String)
        /// Bytes of the file.
        case bytes([UInt8])
        case fileEnd
    }

    private enum State {
        /// Before the first boundary, or after a part.
        case boundary
        case headers
        case field(String)
        case file
        case end
    }

    private static let headerLimit = 16 << 10
    private static let fieldLimit = 64 << 10
    /// The number of parts of a form.
    private static let partLimit = 64

    /// The line break and the boundary that end a part.
    private let delimiter: [UInt8]
    private var buffer: [UInt8]
    private var state = State.boundary
    private var partCount = 0

    /// - Throws: INVALID_ARGUMENT if the content type has no boundary.
    package init(contentType: String) throws(Status) {
        let parts = contentType.split(separator: ";").map { $0.drop(while: \.isWhitespace) }
        guard parts.first == "multipart/form-data",
            let boundary = parts.first(where: { $0.hasPrefix("boundary=") })?
                .dropFirst("boundary=".count).filter({ $0 != "\"" }), !boundary.isEmpty
        else { throw Self.invalid }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary has no line break before it.
        buffer = Array("\r\n".utf8)
    }

    /// The events of the next bytes.
    /// - Throws: INVALID_ARGUMENT if they are not of this form.
    package mutating func append(_ bytes: some Collection<UInt8>) throws(Status) -> [Event] {
        buffer.append(contentsOf: bytes)
        var events: [Event] = []
        while let event = try next() {
            if let event { events.append(event) }
        }
        return events
    }

    /// The next event, `.some(nil)` for a step without an event; nil if more bytes are needed.
    private mutating func next() throws(Status) -> Event?? {
        switch state {
        case .boundary: return try readBoundary() ? .some(nil) : nil
        case .headers: return try readHeaders()
        case .field(let name):
            guard let value = removePart() else {
                guard buffer.count <= Self.fieldLimit else { throw Self.invalid }
                return nil
            }
            return .field(name: name, value: String(decoding: value, as: UTF8.self))
        case .file: return readFile()
        case .end:
            buffer.removeAll()
            return nil
        }
    }

    private mutating func readBoundary() throws(Status) -> Bool {
        guard buffer.count >= delimiter.count + 2 else { return false }
        guard buffer.starts(with: delimiter) else { throw Self.invalid }
        let after = buffer[delimiter.count..<delimiter.count + 2]
        buffer.removeFirst(delimiter.count + 2)
        if after.elementsEqual("--".utf8) {
            state = .end
        } else if after.elementsEqual("\r\n".utf8) {
            state = .headers
            partCount += 1
            guard partCount <= Self.partLimit else { throw Self.invalid }
        } else {
            throw Self.invalid
        }
        return true
    }

    private mutating func readHeaders() throws(Status) -> Event?? {
        guard let end = Self.range(of: Array("\r\n\r\n".utf8), in: buffer) else {
            guard buffer.count <= Self.headerLimit else { throw Self.invalid }
            return nil
        }
        let text = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        buffer.removeFirst(end.upperBound)
        let disposition = text.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix("content-disposition:")
        }
        guard let disposition, let name = Self.parameter("name", of: disposition) else {
            throw Self.invalid
        }
        if let file = Self.parameter("filename", of: disposition) {
            state = .file
            return .file(name: file)
        }
        state = .field(name)
        return .some(nil)
    }

    private mutating func readFile() -> Event?? {
        if let end = Self.range(of: delimiter, in: buffer) {
            guard end.lowerBound > 0 else {
                state = .boundary
                return .fileEnd
            }
            return .bytes(removeBytes(end.lowerBound))
        }
        // A delimiter may begin in the last bytes.
        let safe = buffer.count - delimiter.count
        guard safe > 0 else { return nil }
        return .bytes(removeBytes(safe))
    }

    /// Removes bytes from the beginning of the buffer. The rest is copied, since it is mostly short.
    private mutating func removeBytes(_ count: Int) -> [UInt8] {
        var bytes = Array(buffer[count...])
        swap(&bytes, &buffer)
        bytes.removeLast(buffer.count)
        return bytes
    }

    /// The bytes up to the next delimiter, which stays in the buffer; nil if it has not arrived.
    private mutating func removePart() -> [UInt8]? {
        guard let end = Self.range(of: delimiter, in: buffer) else { return nil }
        state = .boundary
        return removeBytes(end.lowerBound)
    }

    private static func range(of pattern: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let found = dayline_find(start, bytes.count, pattern, pattern.count)
            else { return nil }
            let offset = found - start
            return offset..<(offset + pattern.count)
        }
    }

    /// The value of a parameter, which has to be in quotes; nil without it. Browsers write a quote within a
    /// value as `%22`.
    private static func parameter(_ name: String, of header: Substring) -> String? {
        // Every second piece is within quotes; the last one follows the last quote.
        let pieces = header.utf8.split(
            separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        for index in stride(from: 1, to: pieces.count - 1, by: 2) {
            let key = pieces[index - 1].split(separator: UInt8(ascii: ";")).last ?? Substring().utf8
            if key.drop(while: { $0 == UInt8(ascii: " ") }).elementsEqual("\(name)=".utf8) {
                return String(decoding: pieces[index], as: UTF8.self)
            }
        }
        return nil
    }

    private static let invalid = Status(
        .invalidArgument, "The upload is not a form with a file.",
        hint: "Choose a file and send it again.")
}
