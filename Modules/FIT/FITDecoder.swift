/// Decodes FIT files in blocks: headers, definitions, data messages with compressed timestamps, developer
/// fields, and several files in a chain.
///
/// Behind damage within a file nothing of that file can be read, since the length of a message is only
/// known from the definitions before. The decoder continues at the header of the next file.
package struct FITDecoder {
    private var state = State.header
    /// The bytes that are not decoded yet.
    private var rest: [UInt8] = []
    /// Offset of the first byte of ``rest`` in the input.
    private var offset: Int64 = 0
    private var checksum = FITChecksum()
    /// Offset of the end of the current file without its checksum; nil if unknown.
    private var end: Int64?
    /// Definitions by local message type.
    private var definitions = [FITDefinition?](repeating: nil, count: 16)
    private var developerFields: [FITDeveloperField.Key: FITDeveloperField] = [:]
    private var lastTimestamp: UInt32?
    /// Bytes skipped since the last file.
    private var skipped: Int64 = 0
    /// Number of files whose header was read.
    package private(set) var files = 0

    private enum State {
        case header, messages, checksum
        /// Searching for the header of a file.
        case search
    }

    /// Length of the shorter header.
    private static let headerSize = 12

    package init() {}

    /// Decodes the next bytes of the input.
    package mutating func consume(
        _ block: UnsafeRawBufferPointer, into sink: some FITSink
    ) throws {
        rest.append(contentsOf: block)
        try decode(into: sink)
    }

    /// Ends the input.
    package mutating func finish(into sink: some FITSink) throws {
        switch state {
        case .header where rest.isEmpty: break
        case .header, .search: skipped += Int64(rest.count)
        case .messages where end == nil && rest.isEmpty:
            try report(.checksumMissing, sink)
        case .messages where end == nil && rest.count == 2: try compareChecksum(sink)
        case .messages: try report(.truncated, sink)
        case .checksum: try report(.checksumMissing, sink)
        }
        try reportSkipped(before: offset + Int64(rest.count), sink)
    }

    private mutating func decode(into sink: some FITSink) throws {
        var bytes: [UInt8] = []
        swap(&bytes, &rest)
        let used = try bytes.withUnsafeBytes { bytes in
            var position = 0
            while let next = try step(bytes, position, sink) {
                offset += Int64(next - position)
                position = next
            }
            return position
        }
        bytes.removeFirst(used)
        rest = bytes
    }

    /// Decodes one element at `position`.
    /// - Returns: The position behind the element; nil if more bytes are needed.
    private mutating func step(
        _ bytes: UnsafeRawBufferPointer, _ position: Int, _ sink: some FITSink
    ) throws -> Int? {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        let count: Int? =
            switch state {
            case .header: try header(rest, sink)
            case .search: try search(rest, sink)
            case .messages: try message(rest, sink)
            case .checksum: try readChecksum(rest, sink)
            }
        return count.map { position + $0 }
    }

    // MARK: Files

    private mutating func header(
        _ rest: UnsafeRawBufferPointer, _ sink: some FITSink
    ) throws -> Int? {
        guard rest.count >= Self.headerSize else { return nil }
        guard Self.isHeader(rest) else {
            try report(.header, sink)
            state = .search
            return 0
        }
        let size = Int(rest[0])
        guard rest.count >= size else { return nil }
        try reportSkipped(before: offset, sink)
        files += 1
        try sink.beginFile(at: offset)
        let length = (0..<4).reduce(Int64(0)) { $0 | Int64(rest[4 + $1]) << Int64(8 * $1) }
        let isLengthKnown = length > 0 && length < Int64(UInt32.max)
        end = isLengthKnown ? offset + Int64(size) + length : nil
        if !isLengthKnown { try report(.unknownLength, sink) }
        definitions = [FITDefinition?](repeating: nil, count: definitions.count)
        developerFields = [:]
        lastTimestamp = nil
        checksum = FITChecksum()
        checksum.append(UnsafeRawBufferPointer(rebasing: rest[..<size]))
        state = .messages
        return size
    }

    /// True if the bytes begin with the header of a file.
    private static func isHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        (bytes[0] == 12 || bytes[0] == 14) && bytes[8..<12].elementsEqual(".FIT".utf8)
    }

    /// Skips the bytes before the next header.
    private mutating func search(
        _ rest: UnsafeRawBufferPointer, _ sink: some FITSink
    ) throws -> Int? {
        guard rest.count >= Self.headerSize else { return nil }
        let last = rest.count - Self.headerSize
        let found = (0...last).first {
            rest[$0 + 8] == UInt8(ascii: ".")
                && Self.isHeader(UnsafeRawBufferPointer(rebasing: rest[$0...]))
        }
        if found != nil { state = .header }
        let count = found ?? last + 1
        skipped += Int64(count)
        return count
    }

    private mutating func reportSkipped(before offset: Int64, _ sink: some FITSink) throws {
        guard skipped > 0 else { return }
        let damage = FITDamage(offset: offset - skipped, kind: .skipped(bytes: skipped))
        skipped = 0
        try sink.receive(damage)
    }

    private mutating func readChecksum(
        _ rest: UnsafeRawBufferPointer, _ sink: some FITSink
    ) throws -> Int? {
        guard rest.count >= 2 else { return nil }
        try compare(UInt16(rest[1]) << 8 | UInt16(rest[0]), sink)
        state = .header
        return 2
    }

    /// Compares the checksum with the last two bytes of an input of unknown length.
    private mutating func compareChecksum(_ sink: some FITSink) throws {
        try compare(UInt16(rest[1]) << 8 | UInt16(rest[0]), sink)
    }

    private func compare(_ expected: UInt16, _ sink: some FITSink) throws {
        if expected != checksum.value { try report(.checksum, sink) }
    }

    private func report(_ kind: FITDamage.Kind, _ sink: some FITSink) throws {
        try sink.receive(FITDamage(offset: offset, kind: kind))
    }

    // MARK: Messages

    private mutating func message(
        _ rest: UnsafeRawBufferPointer, _ sink: some FITSink
    ) throws -> Int? {
        if let end, offset >= end {
            state = .checksum
            return 0
        }
        guard let header = rest.first else { return nil }
        let isDefinition = header & 0xC0 == 0x40
        let body = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        let size: Int?
        if isDefinition {
            size = FITDefinition.size(of: body, hasDeveloperFields: header & 0x20 != 0)
        } else {
            guard let definition = definitions[Self.localType(header)] else {
                // The rest of an input of unknown length is its checksum.
                if end == nil, rest.count <= 2 { return nil }
                return try fail(.undefinedMessage, sink)
            }
            size = definition.size
        }
        guard let size else {
            return try isBeyondEnd(rest.count) ? fail(.overlongMessage, sink) : nil
        }
        guard !isBeyondEnd(1 + size) else { return try fail(.overlongMessage, sink) }
        guard body.count >= size else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: body[..<size])
        if isDefinition {
            guard let definition = FITDefinition(content, hasDeveloperFields: header & 0x20 != 0)
            else { return try fail(.definition, sink) }
            definitions[Int(header & 0x0F)] = definition
        } else if let definition = definitions[Self.localType(header)] {
            try data(content, definition, header, sink)
        }
        checksum.append(UnsafeRawBufferPointer(rebasing: rest[..<(1 + size)]))
        return 1 + size
    }

    /// The local message type of a data message.
    private static func localType(_ header: UInt8) -> Int {
        Int(header & 0x80 == 0 ? header & 0x0F : header >> 5 & 0x03)
    }

    private func isBeyondEnd(_ count: Int) -> Bool {
        end.map { offset + Int64(count) > $0 } ?? false
    }

    /// Reports damage, and continues with the next file.
    private mutating func fail(_ kind: FITDamage.Kind, _ sink: some FITSink) throws -> Int {
        try report(kind, sink)
        state = .search
        return 0
    }

    private mutating func data(
        _ content: UnsafeRawBufferPointer, _ definition: FITDefinition, _ header: UInt8,
        _ sink: some FITSink
    ) throws {
        var timestamp: UInt32?
        if header & 0x80 != 0, let last = lastTimestamp {
            timestamp = Self.timestamp(after: last, low: UInt32(header & 0x1F))
        }
        var message = FITMessage(
            definition: definition, offset: offset, timestamp: timestamp, content: content,
            developerFields: developerFields)
        if let field = message.integer(FITMessage.timestampField) {
            message = FITMessage(
                definition: definition, offset: offset, timestamp: UInt32(exactly: field),
                content: content, developerFields: developerFields)
        }
        lastTimestamp = message.timestamp ?? lastTimestamp
        if definition.message == FITDeveloperField.message,
            let (key, field) = FITDeveloperField.described(by: message)
        {
            developerFields[key] = field
        }
        try sink.receive(message)
    }

    /// The first time at or after `last` with these five low bits, as a compressed header has.
    private static func timestamp(after last: UInt32, low: UInt32) -> UInt32 {
        last &+ ((low &- last) & 0x1F)
    }
}
