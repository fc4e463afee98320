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
        var rest = withoutAddress(text).utf8[...]
        let wanted = "\(name):".utf8
        while !rest.isEmpty {
            let end = endOfField(rest)
            if rest.starts(with: wanted) {
                return String(rest[..<end].dropFirst(wanted.count))
            }
            rest = rest[end...].dropFirst(separator.utf8.count)
        }
        return nil
    }

    private static let separator = ", "

    /// Where a separator is, or where the text ends.
    private static func endOfField(_ text: Substring.UTF8View) -> String.Index {
        var end = text.startIndex
        while end < text.endIndex, !text[end...].starts(with: separator.utf8) {
            text.formIndex(after: &end)
        }
        return end
    }
}
