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

    /// The value of a field such as `model` or `name` in a device's text.
    package static func field(_ name: String, of text: String) -> String? {
        for part in withoutAddress(text).split(separator: ",") {
            let part = part.drop { $0 == " " }
            if part.hasPrefix(name + ":") { return String(part.dropFirst(name.count + 1)) }
        }
        return nil
    }
}
