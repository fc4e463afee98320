/// A parser of RFC 5545 that is independent of the tested writer.
struct CalendarReader {
    struct Component {
        var name: String
        /// Values by property name without parameters.
        var values: [String: String] = [:]
        var parameters: [String: String] = [:]
        var children: [Component] = []
    }

    /// The top-level component; nil if the text is not well-formed.
    let root: Component

    init?(_ text: String) {
        // Lines are folded by octets, possibly within a character.
        var lines: [[UInt8]] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: 13), rest[end...].dropFirst().first == 10,
                end - rest.startIndex <= 75
            else { return nil }
            let line = rest[..<end]
            if line.first == UInt8(ascii: " "), !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(Array(line))
            }
            rest = rest[(end + 2)...]
        }
        var open: [Component] = []
        for (index, line) in lines.enumerated() {
            let sides = String(decoding: line, as: UTF8.self).split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            let parts = sides[0].split(separator: ";", maxSplits: 1).map(String.init)
            let value = String(sides[1])
            switch parts[0] {
            case "BEGIN":
                open.append(Component(name: value))
            case "END":
                guard let last = open.popLast(), last.name == value else { return nil }
                if open.isEmpty {
                    guard index == lines.count - 1 else { return nil }
                    root = last
                    return
                }
                open[open.count - 1].children.append(last)
            default:
                guard !open.isEmpty, open[open.count - 1].values[parts[0]] == nil else {
                    return nil
                }
                open[open.count - 1].values[parts[0]] = value
                open[open.count - 1].parameters[parts[0]] = parts.count == 2 ? parts[1] : nil
            }
        }
        return nil
    }

    /// A text value without escapes; nil if an escape is invalid.
    static func unescaped(_ value: String) -> String? {
        var text = ""
        var rest = value[...]
        while let character = rest.popFirst() {
            guard character == "\\" else {
                text.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n", "N": text.append("\n")
            case let escaped? where "\\;,".contains(escaped): text.append(escaped)
            default: return nil
            }
        }
        return text
    }
}
