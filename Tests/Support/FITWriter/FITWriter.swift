/// Writes FIT files for tests and tools.
package struct FITWriter {
    private var content: [UInt8] = []
    private var definitions: [UInt8: [Field]] = [:]
    private let isBigEndian: Bool

    /// A field of a definition: number, base type and, for arrays and texts, the size in bytes.
    package struct Field {
        var number: UInt8
        var type: UInt8
        var size: Int

        package init(_ number: UInt8, _ type: UInt8, size: Int? = nil) {
            self.number = number
            self.type = type
            self.size = size ?? Self.sizes[type & 0x1F] ?? 1
        }

        private static let sizes: [UInt8: Int] = [
            3: 2, 4: 2, 5: 4, 6: 4, 8: 4, 9: 8, 11: 2, 12: 4, 14: 8, 15: 8, 16: 8,
        ]
    }

    /// Codes of base types.
    package enum Code {
        package static let byte: UInt8 = 0x00
        package static let unsigned8: UInt8 = 0x02
        package static let signed16: UInt8 = 0x83
        package static let unsigned16: UInt8 = 0x84
        package static let signed32: UInt8 = 0x85
        package static let unsigned32: UInt8 = 0x86
        package static let text: UInt8 = 0x07
    }

    package init(isBigEndian: Bool = false) {
        self.isBigEndian = isBigEndian
    }

    /// Adds a definition of messages of type `message`, with developer fields as
    /// (number, size, developer).
    package mutating func define(
        _ local: UInt8, message: UInt16, _ fields: [Field],
        developer: [(UInt8, UInt8, UInt8)] = []
    ) {
        content.append(0x40 | local | (developer.isEmpty ? 0 : 0x20))
        content += [0, isBigEndian ? 1 : 0]
        append(UInt64(message), size: 2)
        content.append(UInt8(fields.count))
        for field in fields { content += [field.number, UInt8(field.size), field.type] }
        if !developer.isEmpty {
            content.append(UInt8(developer.count))
            for (number, size, index) in developer { content += [number, size, index] }
        }
        definitions[local] =
            fields + developer.map { Field($0.0, Code.byte, size: Int($0.1)) }
    }

    /// Adds a data message with a number for each field; negative numbers in two's complement.
    package mutating func add(_ local: UInt8, _ values: [Int64]) {
        content.append(local)
        append(local, values)
    }

    /// Adds a data message with a compressed timestamp, for local types 0 to 3.
    package mutating func addCompressed(_ local: UInt8, low: UInt8, _ values: [Int64]) {
        content.append(0x80 | local << 5 | low & 0x1F)
        append(local, values)
    }

    /// Adds a data message of bytes.
    package mutating func add(_ local: UInt8, bytes: [UInt8]) {
        content.append(local)
        content += bytes
    }

    private mutating func append(_ local: UInt8, _ values: [Int64]) {
        for (field, value) in zip(definitions[local] ?? [], values) {
            append(UInt64(bitPattern: value), size: field.size)
        }
    }

    private mutating func append(_ bits: UInt64, size: Int) {
        let bytes = (0..<size).map {
            UInt8(truncatingIfNeeded: $0 < 8 ? bits >> UInt64(8 * $0) : 0)
        }
        content += isBigEndian ? bytes.reversed() : bytes
    }

    /// The file with its header and checksum.
    package var file: [UInt8] {
        let size = UInt32(content.count)
        var bytes: [UInt8] = [14, 0x10, 0x00, 0x08]
        for shift in [0, 8, 16, 24] {
            bytes.append(UInt8(truncatingIfNeeded: size >> UInt32(shift)))
        }
        bytes += Array(".FIT".utf8)
        bytes += Self.checksum(bytes)
        bytes += content
        return bytes + Self.checksum(bytes)
    }

    /// The checksum by nibbles, as the FIT documentation computes it.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let table: [UInt16] = [
            0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800,
            0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
        ]
        var value: UInt16 = 0
        for byte in bytes {
            for nibble in [byte & 0xF, byte >> 4] {
                value = value >> 4 ^ table[Int(value & 0xF)] ^ table[Int(nibble)]
            }
        }
        return [UInt8(value & 0xFF), UInt8(value >> 8)]
    }
}
