/// The layout of data messages, from a definition message.
package struct FITDefinition: Sendable {
    /// A field of a message.
    package struct Field: Sendable {
        package let number: UInt8
        /// Size in bytes; a multiple of the size of a value for arrays.
        package let size: Int
        /// Nil if the type is not defined.
        package let type: FITBaseType?
        /// Offset in the message.
        package let offset: Int
        /// The developer's index of a developer field; nil for a field of the profile.
        package let developer: UInt8?
    }

    /// The number of the message type, such as 20 for a record.
    package let message: UInt16
    let isBigEndian: Bool
    package let fields: [Field]
    /// Size of a data message without its header, in bytes.
    let size: Int
    /// The index in ``fields`` of the profile's field with a number; -1 without one.
    private let indices: [Int16]

    /// Number of bytes of the fixed part, behind the message header.
    static let fixedSize = 5

    /// Size of the definition message behind its header, in bytes; nil if `bytes` ends before the size
    /// is known.
    static func size(of bytes: UnsafeRawBufferPointer, hasDeveloperFields: Bool) -> Int? {
        guard bytes.count >= fixedSize else { return nil }
        let size = fixedSize + 3 * Int(bytes[4])
        guard hasDeveloperFields else { return size }
        guard bytes.count > size else { return nil }
        return size + 1 + 3 * Int(bytes[size])
    }

    /// The definition in `bytes`, which has the size of a definition message; nil if the byte order is
    /// not defined.
    init?(_ bytes: UnsafeRawBufferPointer, hasDeveloperFields: Bool) {
        guard bytes[1] <= 1 else { return nil }
        isBigEndian = bytes[1] == 1
        message =
            isBigEndian
            ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : UInt16(bytes[3]) << 8 | UInt16(bytes[2])
        var fields: [Field] = []
        var indices = [Int16](repeating: -1, count: 256)
        var offset = 0
        let count = Int(bytes[4])
        for index in 0..<count {
            let start = Self.fixedSize + 3 * index
            let field = Field(
                number: bytes[start], size: Int(bytes[start + 1]),
                type: FITBaseType(code: bytes[start + 2]), offset: offset, developer: nil)
            indices[Int(field.number)] = Int16(truncatingIfNeeded: index)
            offset += field.size
            fields.append(field)
        }
        if hasDeveloperFields {
            let first = Self.fixedSize + 3 * count
            for index in 0..<Int(bytes[first]) {
                let start = first + 1 + 3 * index
                let field = Field(
                    number: bytes[start], size: Int(bytes[start + 1]), type: nil, offset: offset,
                    developer: bytes[start + 2])
                offset += field.size
                fields.append(field)
            }
        }
        self.fields = fields
        self.indices = indices
        size = offset
    }

    /// The profile's field with a number; nil if messages lack it.
    package func field(_ number: UInt8) -> Field? {
        let index = indices[Int(number)]
        return index < 0 ? nil : fields[Int(index)]
    }
}
