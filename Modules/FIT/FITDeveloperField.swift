/// The description of a developer field, from a field description message.
package struct FITDeveloperField: Hashable, Sendable {
    package var name: String
    /// Empty: the values have no unit.
    package var unit: String
    package var type: FITBaseType
    /// A value is the stored number / scale - offset.
    package var scale: Double
    package var offset: Double
    /// The field of the profile whose meaning the values have, with its message; nil: none.
    package var native: Native?

    /// A field of the profile.
    package struct Native: Hashable, Sendable {
        package var message: UInt16
        package var field: UInt8
    }

    struct Key: Hashable {
        var developer: UInt8
        var number: UInt8
    }

    /// Number of the message that describes developer fields.
    static let message: UInt16 = 206

    /// The key and the description in a message; nil if a required field is absent.
    static func described(by message: FITMessage) -> (Key, FITDeveloperField)? {
        guard let developer = message.integer(0), let number = message.integer(1),
            let code = message.integer(2), let type = FITBaseType(code: UInt8(clamping: code))
        else { return nil }
        let native = message.integer(14).flatMap { native in
            message.integer(15).map {
                Native(message: UInt16(clamping: native), field: UInt8(clamping: $0))
            }
        }
        let scale = message.number(6) ?? 1
        let field = FITDeveloperField(
            name: message.text(3) ?? "", unit: message.text(8) ?? "", type: type,
            scale: scale == 0 ? 1 : scale, offset: message.number(7) ?? 0, native: native)
        return (
            Key(developer: UInt8(clamping: developer), number: UInt8(clamping: number)), field
        )
    }
}
