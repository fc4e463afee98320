/// The text of HealthKit for the device that recorded a sample.
package enum DeviceName {
    /// Removes the memory address, which differs in every export:
    /// `<<HKDevice: 0x2819e9770>, name:iPhone, …>` becomes `name:iPhone, …`.
    package static func withoutAddress(_ text: String) -> String {
        let prefix = "<<HKDevice: 0x"
        guard text.utf8.starts(with: prefix.utf8), let close = text.firstIndex(of: ">") else {
            return text
        }
        var rest = text[text.index(after: close)...]
        rest = rest.drop { $0 == "," || $0 == " " }
        if rest.last == ">" { rest.removeLast() }
        return String(rest)
    }

    /// The name and the hardware in the text of a device, or a text without fields; empty if it has
    /// neither.
    package static func text(of device: String) -> String {
        if let plain = plainName(of: device) { return plain }
        return ["name", "hardware"].compactMap { field($0, of: device) }.joined(separator: " ")
    }

    /// The text of a device without the fields of HealthKit, as other exports have it; nil for a text with
    /// fields and an empty one.
    package static func plainName(of device: String) -> String? {
        let text = withoutAddress(device)
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return text.isEmpty ? nil : text
        }
        return fields.contains(String(text[..<colon])) ? nil : text
    }

    private static let fields: Set = [
        "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier",
        "FDA UDI", "creation date",
    ]

    /// The text of a device with the fields of HealthKit. `kind` is a word by which the class of the source
    /// is recognised, such as `Watch`; empty values are left out.
    package static func text(name: String, manufacturer: String, kind: String) -> String {
        [("name", name), ("manufacturer", manufacturer), ("model", kind)]
            .filter { !$0.1.isEmpty }
            // A comma and a space separate the fields.
            .map { "\($0.0):\($0.1.replacing(", ", with: ","))" }.joined(separator: ", ")
    }

    /// The value of a field such as `model` or `name` in the text of a device. Values can contain
    /// commas, such as `hardware:Watch6,2`. Nil if there is no such field.
    package static func field(_ name: String, of text: String) -> String? {
        var text = withoutAddress(text)
        var prefix = "\(name):"
        return text.withUTF8 { text in
            prefix.withUTF8 { prefix in
                var rest = text[...]
                while !rest.isEmpty {
                    let end = endOfField(rest)
                    if rest.starts(with: prefix) {
                        return String(decoding: rest[..<end].dropFirst(prefix.count), as: UTF8.self)
                    }
                    rest = rest[end...].dropFirst(separatorLength)
                }
                return nil
            }
        }
    }

    private static let separatorLength = 2

    /// The index of the next comma followed by a space, or of the end.
    private static func endOfField(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        text.indices.first { index in
            text[index] == UInt8(ascii: ",") && index + 1 < text.endIndex
                && text[index + 1] == UInt8(ascii: " ")
        } ?? text.endIndex
    }
}
