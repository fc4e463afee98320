/// Writes zip archives for tests.
package struct ZipWriter {
    /// The form of the entries.
    package enum Form: CaseIterable {
        /// Copied, with sizes before the bytes.
        case stored
        /// A deflate stream of stored blocks, with sizes before the bytes.
        case deflated
        /// A deflate stream with the sizes behind it, as in archives of programs that do not seek.
        case streamed
    }

    private var archive: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0
    private let form: Form

    package init(_ form: Form = .stored) {
        self.form = form
    }

    package mutating func add(_ name: String, _ text: String) {
        add(name, Array(text.utf8))
    }

    package mutating func add(_ name: String, _ bytes: [UInt8]) {
        let packed = form == .stored ? bytes : Self.deflated(bytes)
        let offset = UInt32(archive.count)
        let sizes =
            Self.bytes(Self.checksum(bytes)) + Self.bytes(UInt32(packed.count))
            + Self.bytes(UInt32(bytes.count))
        let flags: UInt16 = form == .streamed ? 8 : 0
        let method: UInt16 = form == .stored ? 0 : 8
        let common =
            Self.bytes(UInt16(20)) + Self.bytes(flags) + Self.bytes(method)
            + Self.bytes(UInt32(0))
        let nameLength = Self.bytes(UInt16(name.utf8.count))
        archive += Array("PK\u{3}\u{4}".utf8) + common
        archive += form == .streamed ? [UInt8](repeating: 0, count: 12) : sizes
        archive += nameLength + Self.bytes(UInt16(0)) + Array(name.utf8) + packed
        if form == .streamed { archive += Array("PK\u{7}\u{8}".utf8) + sizes }
        directory += Array("PK\u{1}\u{2}".utf8) + Self.bytes(UInt16(20)) + common + sizes
        directory += nameLength + [UInt8](repeating: 0, count: 12) + Self.bytes(offset)
        directory += Array(name.utf8)
        count += 1
    }

    /// The archive with its central directory.
    package var bytes: [UInt8] {
        var end = Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0]
        end += Self.bytes(count) + Self.bytes(count)
        end += Self.bytes(UInt32(directory.count)) + Self.bytes(UInt32(archive.count)) + [0, 0]
        return archive + directory + end
    }

    /// The bytes packed with gzip, in deflate blocks of their own.
    package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let header: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3] + Array("contents\0".utf8)
        return header + deflated(bytes) + Self.bytes(checksum(bytes))
            + Self.bytes(UInt32(bytes.count))
    }

    private static func bytes(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        (0..<(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            packed += [rest.isEmpty ? 1 : 0] + Self.bytes(length) + Self.bytes(~length) + block
        } while !rest.isEmpty
        return packed
    }

    /// CRC-32.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let half = sum >> 1
                sum = sum & 1 == 1 ? half ^ 0xEDB8_8320 : half
            }
        }
        return ~sum
    }
}
