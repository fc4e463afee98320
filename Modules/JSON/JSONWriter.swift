/// Writes JSON text from front to back.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Writes a value without white space and with sorted keys.
    package mutating func append(_ value: JSONValue) {
        switch value {
        case .null: append(raw: "null")
        case .bool(let value): append(raw: value ? "true" : "false")
        case .integer(let value): append(raw: value.description)
        case .number(let value): append(number: value)
        case .string(let value): append(text: value)
        case .array(let values):
            append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(",") }
                append(value)
            }
            append("]")
        case .object(let object):
            append("{")
            for (index, key) in object.keys.sorted().enumerated() {
                if index > 0 { append(",") }
                append(text: key)
                append(":")
                append(object[key] ?? .null)
            }
            append("}")
        }
    }

    /// Returns and removes the text.
    package mutating func removeText() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    mutating func append(_ byte: Unicode.Scalar) {
        bytes.append(UInt8(ascii: byte))
    }

    mutating func append(_ json: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: json)
    }

    package mutating func append(raw text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Writes the shortest text that decodes to the same number; whole numbers have no point.
    mutating func append(number: some BinaryFloatingPoint & LosslessStringConvertible) {
        var text = number.description
        text.withUTF8 { utf8 in
            let isWhole =
                utf8.count > 2 && utf8[utf8.count - 2] == UInt8(ascii: ".")
                && utf8[utf8.count - 1] == UInt8(ascii: "0")
            bytes.append(contentsOf: isWhole ? utf8.dropLast(2) : utf8[...])
        }
    }

    /// Writes a string in quotes, with the necessary escapes.
    package mutating func append(text: String) {
        var text = text
        append("\"")
        text.withUTF8 { utf8 in
            var rest = UnsafeRawBufferPointer(utf8)
            while true {
                let count = JSONPlainBytes.count(in: rest)
                append(UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
                guard count < rest.count else { break }
                append(escaped: rest[count])
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count + 1))
            }
        }
        append("\"")
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(raw: #"\""#)
        case UInt8(ascii: "\\"): append(raw: #"\\"#)
        case 0x08: append(raw: #"\b"#)
        case 0x09: append(raw: #"\t"#)
        case 0x0a: append(raw: #"\n"#)
        case 0x0c: append(raw: #"\f"#)
        case 0x0d: append(raw: #"\r"#)
        default:
            append(raw: byte < 0x10 ? #"\u000"# : #"\u00"#)
            append(raw: String(byte, radix: 16))
        }
    }

    /// Replaces the text from byte `start` on.
    mutating func replace(from start: Int, with text: [UInt8]) {
        bytes.removeLast(bytes.count - start)
        bytes += text
    }
}
