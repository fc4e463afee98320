/// A parsed time zone file (RFC 9636): offsets up to the last transition, and a rule for later
/// times.
struct TZif {
    /// Seconds since 1970 UTC, strictly ascending.
    var transitions: [Int64]
    /// The offset before the first transition, then the offset after each transition.
    var offsets: [Int]
    /// The rule after the last transition; nil if the last offset is permanent.
    var rule: ZoneRule?

    init(_ bytes: [UInt8]) throws(ZoneError) {
        var reader = BigEndianReader(bytes)
        let header = try Header(&reader)
        if header.version == 0 {
            (transitions, offsets) = try Self.block(header, timeSize: 4, &reader)
            return
        }
        // The first block is for readers with 32-bit times.
        try reader.skip(header.length(timeSize: 4))
        let wide = try Header(&reader)
        (transitions, offsets) = try Self.block(wide, timeSize: 8, &reader)
        let footer = try reader.footer()
        if !footer.isEmpty { rule = try ZoneRule(footer) }
    }

    private struct Header {
        var version: UInt8
        var universalCount: Int
        var standardCount: Int
        var leapCount: Int
        var timeCount: Int
        var typeCount: Int
        var characterCount: Int

        init(_ reader: inout BigEndianReader) throws(ZoneError) {
            guard try reader.bytes(4).elementsEqual("TZif".utf8) else { throw .notTZif }
            let mark = try reader.byte()
            switch mark {
            case 0: version = 0
            case UInt8(ascii: "2")...UInt8(ascii: "9"): version = mark - UInt8(ascii: "0")
            default: throw .notTZif
            }
            try reader.skip(15)
            universalCount = try reader.integer(4, signed: false)
            standardCount = try reader.integer(4, signed: false)
            leapCount = try reader.integer(4, signed: false)
            timeCount = try reader.integer(4, signed: false)
            typeCount = try reader.integer(4, signed: false)
            characterCount = try reader.integer(4, signed: false)
        }

        /// The length of the block after the header, in bytes.
        func length(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + characterCount
                + leapCount * (timeSize + 4) + standardCount + universalCount
        }
    }

    private static func block(
        _ header: Header, timeSize: Int, _ reader: inout BigEndianReader
    ) throws(ZoneError) -> (transitions: [Int64], offsets: [Int]) {
        guard reader.remaining >= header.length(timeSize: timeSize) else { throw .truncated }
        guard header.leapCount == 0 else { throw .leapSeconds }
        guard header.typeCount > 0 else { throw .inconsistent }

        var transitions: [Int64] = []
        transitions.reserveCapacity(header.timeCount)
        for _ in 0..<header.timeCount {
            let time = Int64(try reader.integer(timeSize, signed: true))
            if let last = transitions.last, time <= last { throw .unordered }
            transitions.append(time)
        }
        let types = try reader.bytes(header.timeCount)
        var offsetsOfTypes: [Int] = []
        for _ in 0..<header.typeCount {
            let offset = try reader.integer(4, signed: true)
            guard abs(offset) <= Int(maximumOffset) else { throw .offsetOutOfRange }
            offsetsOfTypes.append(offset)
            try reader.skip(2)
        }
        try reader.skip(header.characterCount + header.standardCount + header.universalCount)

        var offsets = [offsetsOfTypes[0]]
        offsets.reserveCapacity(header.timeCount + 1)
        for type in types {
            guard Int(type) < offsetsOfTypes.count else { throw .inconsistent }
            offsets.append(offsetsOfTypes[Int(type)])
        }
        return (transitions, offsets)
    }
}

/// Reads big-endian numbers with bounds checks.
private struct BigEndianReader {
    private let content: [UInt8]
    private var position = 0

    init(_ content: [UInt8]) {
        self.content = content
    }

    var remaining: Int { content.count - position }

    mutating func skip(_ count: Int) throws(ZoneError) {
        guard count <= remaining else { throw .truncated }
        position += count
    }

    mutating func byte() throws(ZoneError) -> UInt8 {
        try skip(1)
        return content[position - 1]
    }

    mutating func bytes(_ count: Int) throws(ZoneError) -> ArraySlice<UInt8> {
        try skip(count)
        return content[(position - count)..<position]
    }

    mutating func integer(_ size: Int, signed: Bool) throws(ZoneError) -> Int {
        var bits: UInt64 = 0
        for byte in try bytes(size) { bits = bits << 8 | UInt64(byte) }
        let unused = 64 - 8 * size
        return signed ? Int(Int64(bitPattern: bits << unused) >> unused) : Int(bits)
    }

    /// The text between two newlines.
    mutating func footer() throws(ZoneError) -> String {
        let newline = UInt8(ascii: "\n")
        guard try byte() == newline, let end = content[position...].firstIndex(of: newline)
        else { throw .truncated }
        return String(decoding: content[position..<end], as: UTF8.self)
    }
}
