/// What HealthKit says of the device that recorded a sample.
package enum DeviceName {
    /// `text` without the memory address that makes every export differ:
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

    /// The value of a field such as `model` or `name` in a device's text. Values may have commas of
    /// their own, as `hardware:Watch6,2` does.
    package static func field(_ name: String, of text: String) -> String? {
        var text = withoutAddress(text)
        var wanted = "\(name):"
        return text.withUTF8 { text in
            wanted.withUTF8 { wanted in
                var rest = text[...]
                while !rest.isEmpty {
                    let end = endOfField(rest)
                    if rest.starts(with: wanted) {
                        return String(decoding: rest[..<end].dropFirst(wanted.count), as: UTF8.self)
                    }
                    rest = rest[end...].dropFirst(separatorLength)
                }
                return nil
            }
        }
    }

    private static let separatorLength = 2

    /// Where a comma with a space behind it is, or where the text ends.
    private static func endOfField(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        text.indices.first { index in
            text[index] == UInt8(ascii: ",") && index + 1 < text.endIndex
                && text[index + 1] == UInt8(ascii: " ")
        } ?? text.endIndex
    }
}
