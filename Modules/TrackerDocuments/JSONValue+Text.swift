extension JSONValue {
    /// Appends the value as JSON text without white space and with sorted keys.
    package func write(into text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .integer(let value): text += "\(value)".utf8
        case .number(let value): text += "\(value)".utf8
        case .string(let value): Self.write(value, into: &text)
        case .array(let values):
            text.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                value.write(into: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let object):
            text.append(UInt8(ascii: "{"))
            for (index, key) in object.keys.sorted().enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.write(key, into: &text)
                text.append(UInt8(ascii: ":"))
                (object[key] ?? .null).write(into: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a string in quotes.
    static func write(_ string: String, into text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text.append(UInt8(ascii: "\\"))
                text.append(byte)
            case 0x0A: text += "\\n".utf8
            case 0x0D: text += "\\r".utf8
            case 0x09: text += "\\t".utf8
            case 0..<0x20:
                text += "\\u00".utf8
                text.append(hexadecimal[Int(byte >> 4)])
                text.append(hexadecimal[Int(byte & 15)])
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}

private let hexadecimal = Array("0123456789abcdef".utf8)
