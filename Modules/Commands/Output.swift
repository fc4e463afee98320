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
            let text = text()
            if !text.isEmpty { write(text.hasSuffix("\n") ? text : text + "\n", to: STDOUT_FILENO) }
        }
    }

    /// A reply as it came, or `text` of what it says for people.
    func result<Value>(_ reply: Verbatim<Value>, text: (Value) -> String) throws {
        if isJSON {
            reply.content.body.withUnsafeBytes { write($0, to: STDOUT_FILENO) }
            line("")
        } else {
            let text = text(try reply.value())
            if !text.isEmpty { write(text.hasSuffix("\n") ? text : text + "\n", to: STDOUT_FILENO) }
        }
    }

    /// A line of a result that goes on.
    func line(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Something worth knowing that is no result.
    func note(_ text: String) {
        if !isQuiet { write(text + "\n", to: STDERR_FILENO) }
    }

    /// Draws over the line that was drawn before.
    func progress(_ text: String) {
        if showsProgress { write("\r\u{1B}[2K" + text, to: STDERR_FILENO) }
    }

    func endProgress() {
        if showsProgress { write("\r\u{1B}[2K", to: STDERR_FILENO) }
    }

    func failure(_ status: Status) {
        if isJSON {
            let document = FailureDocument(
                error: .init(code: status.code.name, message: status.message, hint: status.hint))
            if let json = try? Self.json(document) { write(json + "\n", to: STDOUT_FILENO) }
        } else {
            write(status.message + "\n", to: STDERR_FILENO)
            if let hint = status.hint { write(hint + "\n", to: STDERR_FILENO) }
        }
    }

    func styled(_ text: String, _ style: Style) -> String {
        usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case accent = "36"
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
