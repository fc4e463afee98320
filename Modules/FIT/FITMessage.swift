/// A data message, valid during the call that it is an argument of.
package struct FITMessage {
    package let definition: FITDefinition
    /// Offset of the message in the file, in bytes.
    package let offset: Int64
    /// Seconds since ``epoch``, from the field `timestamp` or a compressed header; nil if the message has
    /// none.
    package let timestamp: UInt32?
    let content: UnsafeRawBufferPointer
    let developerFields: [FITDeveloperField.Key: FITDeveloperField]

    /// The number of the message type, such as 20 for a record.
    package var number: UInt16 { definition.message }

    /// 1989-12-31 00:00 UTC in seconds since 1970.
    package static let epoch: Int64 = 631_065_600

    /// Timestamps below this value count from the start of the device and are not a time of day.
    package static let firstAbsoluteTimestamp: UInt32 = 0x1000_0000

    /// Number of the field `timestamp` in all messages.
    static let timestampField: UInt8 = 253

    /// The time in milliseconds since 1970, UTC; nil if the message has no time of day.
    package var instant: Int64? { timestamp.flatMap(Self.instant(ofTimestamp:)) }

    /// Milliseconds since 1970, UTC, of seconds since ``epoch``; nil if they count from the start of the
    /// device.
    package static func instant(ofTimestamp seconds: UInt32) -> Int64? {
        seconds < firstAbsoluteTimestamp ? nil : (Int64(seconds) + epoch) * 1000
    }

    /// The first value of a field; nil if the value is absent.
    package func number(_ field: UInt8) -> Double? {
        guard let found = definition.field(field), let type = found.type else { return nil }
        return number(found, type, at: 0)
    }

    /// The first value of a field: the stored number / scale - offset; nil if absent.
    package func number(_ field: UInt8, scale: Double, offset: Double = 0) -> Double? {
        number(field).map { $0 / scale - offset }
    }

    /// The first value of a field as an integer; nil if the value is absent or a fraction.
    package func integer(_ field: UInt8) -> Int? {
        number(field).flatMap { Int(exactly: $0) }
    }

    /// The time in a field in milliseconds since 1970, UTC; nil if absent.
    package func instant(_ field: UInt8) -> Int64? {
        integer(field).flatMap { UInt32(exactly: $0) }.flatMap(Self.instant(ofTimestamp:))
    }

    /// All values of a field, nil for absent ones; empty without the field.
    package func numbers(_ field: UInt8) -> [Double?] {
        guard let found = definition.field(field), let type = found.type, type.size > 0,
            found.size % type.size == 0
        else { return [] }
        return (0..<(found.size / type.size)).map { number(found, type, at: $0) }
    }

    /// The bytes of a field; empty without the field.
    package func bytes(_ field: UInt8) -> [UInt8] {
        definition.field(field).map { Array(slice($0)) } ?? []
    }

    /// A text without its padding; nil if absent or empty. Invalid UTF-8 is replaced.
    package func text(_ field: UInt8) -> String? {
        guard let found = definition.field(field), found.type?.kind == .text else { return nil }
        let text = String(decoding: slice(found).prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Calls `body` with each described developer field of the message and its first value; nil values
    /// are absent.
    package func forEachDeveloperField(
        _ body: (FITDeveloperField, Double?) throws -> Void
    ) rethrows {
        guard !developerFields.isEmpty else { return }
        for field in definition.fields {
            guard let developer = field.developer,
                let described = developerFields[
                    FITDeveloperField.Key(developer: developer, number: field.number)]
            else { continue }
            let number = number(field, described.type, at: 0)
            try body(described, number.map { $0 / described.scale - described.offset })
        }
    }

    private func slice(_ field: FITDefinition.Field) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: content[field.offset..<(field.offset + field.size)])
    }

    /// A field whose size is not a multiple of the size of its type has no readable values.
    private func number(
        _ field: FITDefinition.Field, _ type: FITBaseType, at index: Int
    ) -> Double? {
        let start = field.offset + index * type.size
        guard field.size % type.size == 0, start + type.size <= field.offset + field.size else {
            return nil
        }
        let bytes = UnsafeRawBufferPointer(rebasing: content[start..<(start + type.size)])
        return type.number(bytes, isBigEndian: definition.isBigEndian)
    }
}
