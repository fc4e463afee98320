/// A row of a table with its location.
package struct DelimitedRow {
    /// Number of the line on which the row begins, from 1.
    package private(set) var line: Int64
    /// Offset of the row in bytes.
    package internal(set) var offset: Int64
    /// The reason that the fields are incomplete; nil for a sound row.
    package internal(set) var damage: Damage?
    var delimiter = UInt8(ascii: ",")
    /// The bytes of all fields.
    private var bytes: [UInt8] = []
    /// End of each field in ``bytes``.
    private var ends: [Int] = []

    /// Damage of a row.
    package enum Damage: Hashable, Sendable {
        case tooLong
        case tooManyFields
        case unclosedQuote

        /// A phrase for the reason of a quarantined row.
        package var reason: String {
            switch self {
            case .tooLong: "it has more than \(DelimitedRow.sizeLimit >> 20) MiB"
            case .tooManyFields: "it has more than \(DelimitedRow.fieldLimit) fields"
            case .unclosedQuote: "a quotation mark is not closed before the end of the file"
            }
        }
    }

    /// Bytes of a row.
    package static let sizeLimit = 1 << 20
    /// Fields of a row.
    package static let fieldLimit = 4096

    init(line: Int64, offset: Int64) {
        self.line = line
        self.offset = offset
    }

    /// Number of fields.
    package var count: Int { ends.count }

    /// The text of a field; empty behind the last one. Invalid UTF-8 is replaced by U+FFFD.
    package subscript(index: Int) -> String {
        String(decoding: bytes[range(index)], as: UTF8.self)
    }

    /// True if a field has no text, or is behind the last one.
    package func isEmpty(_ index: Int) -> Bool { range(index).isEmpty }

    /// The bytes of a field, valid during the call of `body`.
    package func withBytes<Result>(
        _ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try bytes[range(index)].withUnsafeBytes(body)
    }

    /// The number in a field; nil for other text. Tables with a delimiter other than the comma may have
    /// a comma before the decimals.
    package func number(_ index: Int) -> Double? {
        var text = bytes[range(index)]
        while text.first == 0x20 { text.removeFirst() }
        while text.last == 0x20 { text.removeLast() }
        if delimiter != UInt8(ascii: ","), !text.contains(UInt8(ascii: ".")),
            let comma = text.firstIndex(of: UInt8(ascii: ","))
        {
            text[comma] = UInt8(ascii: ".")
        }
        guard text.allSatisfy(Self.isNumeric), !text.isEmpty, text.count <= 64,
            let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite
        else { return nil }
        return number
    }

    /// The fields with their delimiters, for the report of a damaged row.
    package var text: String {
        let fields = (0..<min(count, 64)).map { self[$0] }
        return fields.joined(separator: String(UnicodeScalar(delimiter)))
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private func range(_ index: Int) -> Range<Int> {
        guard ends.indices.contains(index) else { return 0..<0 }
        return (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    var isBlank: Bool { bytes.isEmpty && ends.count <= 1 && damage == nil }

    mutating func append(_ byte: UInt8) {
        guard bytes.count < Self.sizeLimit else {
            damage = damage ?? .tooLong
            return
        }
        bytes.append(byte)
    }

    mutating func append(_ run: Slice<UnsafeRawBufferPointer>) {
        let free = Self.sizeLimit - bytes.count
        if run.count > free { damage = damage ?? .tooLong }
        bytes.append(contentsOf: run.prefix(free))
    }

    mutating func endField() {
        guard ends.count < Self.fieldLimit else {
            damage = damage ?? .tooManyFields
            return
        }
        ends.append(bytes.count)
    }

    mutating func removeAll(line: Int64, offset: Int64) {
        self.line = line
        self.offset = offset
        damage = nil
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
