import PluginKit

/// The content of a file in a few words, for the error of a file that no importer reads.
struct FileSummary {
    private let probe: ContentProbe
    private let form: FileKind?

    /// Names that are listed.
    private static let nameLimit = 5
    private static let nameLength = 40
    /// Leading bytes that are described.
    private static let byteCount = 8

    /// `form` is the format by content; nil if it is unknown.
    init(_ probe: ContentProbe, form: FileKind?) {
        self.probe = probe
        self.form = form
    }

    /// A phrase such as `an SQLite database with the tables a and b`; nil if the first bytes are unknown
    /// and no text.
    var phrase: String? {
        guard let form else {
            return isText ? "a text that begins with \"\(firstLine)\"" : nil
        }
        let (names, kind) =
            switch form {
            case .zip: (probe.parts.map(\.name), "file")
            case .sqlite: (probe.tables, "table")
            case .json: (Self.keys(probe.head), "key")
            default: ([String](), "")
            }
        if form == .csv { return "\(form.rawValue) that begins with \"\(firstLine)\"" }
        guard !names.isEmpty else { return form.rawValue }
        return "\(form.rawValue) with \(Self.list(names, kind))"
    }

    /// The first bytes in hexadecimal digits.
    var firstBytes: String {
        probe.head.prefix(Self.byteCount)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: " ")
    }

    private static func list(_ names: [String], _ kind: String) -> String {
        let shown = names.prefix(nameLimit).map { printable($0.suffix(nameLength)) }
            .joined(separator: ", ")
        let rest = names.count - nameLimit
        return "the \(kind)\(names.count == 1 ? "" : "s") \(shown)"
            + (rest > 0 ? " and \(rest) more" : "")
    }

    private var firstLine: String {
        let text = String(decoding: probe.head.prefix(256), as: UTF8.self)
        return Self.printable(text.prefix { !$0.isNewline }.prefix(Self.nameLength))
    }

    /// The text without control characters.
    private static func printable(_ text: some StringProtocol) -> String {
        String(text.map { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? $0 : "\u{FFFD}" })
    }

    /// True if the first bytes are UTF-8 without control characters. A character may be cut at the end.
    private var isText: Bool {
        let head = probe.head.prefix(512)
        guard head.allSatisfy({ $0 >= 0x20 || [9, 10, 12, 13].contains($0) }) else { return false }
        let end = head.suffix(3).lastIndex { $0 & 0xC0 == 0xC0 } ?? head.endIndex
        return String(validating: head[..<end], as: UTF8.self) != nil
    }

    /// The keys of the outermost object, or of the objects of the outermost list, in the order of the text.
    private static func keys(_ head: [UInt8]) -> [String] {
        var (depth, isInText, isEscaped) = (0, false, false)
        var (text, keys) = ([UInt8](), [String]())
        let outermost = head.first { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
        let keyDepth = outermost == UInt8(ascii: "[") ? 2 : 1
        for byte in head {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                    continue
                }
                text.append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): (isInText, text) = (true, [])
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ":") where depth == keyDepth:
                let key = String(decoding: text, as: UTF8.self)
                if !keys.contains(key), keys.count < 64 { keys.append(key) }
            default: break
            }
        }
        return keys
    }
}
