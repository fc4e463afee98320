import FoundationEssentials
import Glibc
import RPC

/// Where a command's words go: results to standard output, everything else to standard error.
struct Output: Sendable {
    let isJSON: Bool
    let isQuiet: Bool
    let usesColor: Bool
    /// Whether a person watches: a progress bar may be drawn.
    let showsProgress: Bool

    init(_ options: GlobalOptions, environment: [String: String]) {
        self.init(
            isJSON: options.json, isQuiet: options.quiet, noColor: options.noColor,
            environment: environment)
    }

    init(
        isJSON: Bool, isQuiet: Bool = false, noColor: Bool = false, environment: [String: String]
    ) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        let isPlain = noColor || environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        usesColor = !isPlain && isatty(STDOUT_FILENO) == 1
        showsProgress = !isQuiet && isatty(STDERR_FILENO) == 1
    }

    /// A result: `value` as one JSON document, or `text` for people.
    func result(_ value: some Encodable, text: () -> String) throws {
        if isJSON {
            write(try Self.json(value) + "\n", to: STDOUT_FILENO)
        } else {
            show(text())
        }
    }

    /// A reply as it came, or `text` of what it says for people.
    func result<Value>(_ reply: Verbatim<Value>, text: (Value) -> String) throws {
        if isJSON {
            reply.content.body.withUnsafeBytes { write($0, to: STDOUT_FILENO) }
            write("\n", to: STDOUT_FILENO)
        } else {
            show(text(try reply.value()))
        }
    }

    private func show(_ text: String) {
        guard !text.isEmpty else { return }
        write(painted(text.hasSuffix("\n") ? text : text + "\n"), to: STDOUT_FILENO)
    }

    /// A line of a result that goes on.
    func line(_ text: String) {
        write(painted(text + "\n"), to: STDOUT_FILENO)
    }

    /// A line of JSON, which has escapes of its own.
    func line(json: String) {
        write(json + "\n", to: STDOUT_FILENO)
    }

    /// A file in the place of a result.
    func bytes(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0, to: STDOUT_FILENO) }
    }

    /// Something worth knowing that is no result.
    func note(_ text: String) {
        if !isQuiet { write(painted(text + "\n"), to: STDERR_FILENO) }
    }

    /// Draws over the line that was drawn before.
    func progress(_ text: String) {
        if showsProgress { write("\r\u{1B}[2K" + text.onOneLine, to: STDERR_FILENO) }
    }

    func endProgress() {
        if showsProgress { write("\r\u{1B}[2K", to: STDERR_FILENO) }
    }

    func failure(_ status: Status) {
        // A name of thousands of letters is not worth repeating.
        let message = TerminalText.shortened(status.message, to: Self.longestLine)
        let hint = status.hint.map { hint in
            hint.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.hasPrefix("Usage:")
                    ? String(line) : TerminalText.shortened(String(line), to: Self.longestLine)
            }.joined(separator: "\n")
        }
        if isJSON {
            let document = FailureDocument(
                error: .init(code: status.code.name, message: message, hint: hint))
            if let json = try? Self.json(document) { line(json: json) }
        } else {
            write(message.onOneLine + "\n", to: STDERR_FILENO)
            if let hint { write(painted(hint + "\n"), to: STDERR_FILENO) }
        }
    }

    /// Letters of a line that tells of a failure.
    private static let longestLine = 300

    /// `text`, of one line or several, in a style; as it is where there is no colour.
    func styled(_ text: String, _ style: Style) -> String {
        guard usesColor else { return text }
        let text = TerminalText.visible(text, keepsLines: true)
        return "\(style.mark)\(text)\(Style.end)"
    }

    /// What a terminal is told by an escape sequence. Until it is written a character for private
    /// use stands for it, so that a sequence within a name is not taken for one of ours.
    enum Style: UInt32, CaseIterable {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case accent = 36

        static let end: Unicode.Scalar = "\u{10FFEF}"

        var mark: Unicode.Scalar {
            switch self {
            case .bold: "\u{10FFE0}"
            case .dim: "\u{10FFE1}"
            case .red: "\u{10FFE2}"
            case .green: "\u{10FFE3}"
            case .yellow: "\u{10FFE4}"
            case .accent: "\u{10FFE5}"
            }
        }
    }

    /// What a terminal is sent for `text`: our styles, and nothing else that it obeys.
    private func painted(_ text: String) -> String {
        guard usesColor else { return TerminalText.visible(text, keepsLines: true) }
        var painted = ""
        var plain = text.unicodeScalars[...]
        while let place = plain.firstIndex(where: { Self.sequences[$0] != nil }) {
            painted += TerminalText.visible(String(plain[..<place]), keepsLines: true)
            painted += Self.sequences[plain[place]] ?? ""
            plain = plain[plain.index(after: place)...]
        }
        return painted + TerminalText.visible(String(plain), keepsLines: true)
    }

    private static let sequences: [Unicode.Scalar: String] =
        Style.allCases.reduce(into: [Style.end: "\u{1B}[0m"]) {
            $0[$1.mark] = "\u{1B}[\($1.rawValue)m"
        }

    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}

private struct FailureDocument: Encodable {
    var error: Failure

    struct Failure: Encodable {
        var code: String
        var message: String
        var hint: String?
    }
}
