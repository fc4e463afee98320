import FoundationEssentials
import Glibc
import RPC
import Tracker

/// Where a command's words go: results to standard output, everything else to standard error.
struct Output: Sendable {
    let isJSON: Bool
    let isQuiet: Bool
    let hasColor: Bool
    /// Whether a person watches: a progress bar may be drawn.
    let shouldShowProgress: Bool
    /// The home and the profile as they were given, so that what is to be typed is about them too.
    private let address: (home: String, profile: String)

    init(_ options: GlobalOptions, environment: [String: String]) {
        self.init(
            isJSON: options.json, isQuiet: options.quiet, noColor: options.noColor,
            home: options.home, profile: options.profile, environment: environment)
    }

    init(
        isJSON: Bool, isQuiet: Bool = false, noColor: Bool = false, home: String? = nil,
        profile: String? = nil, environment: [String: String]
    ) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        address = (
            home.map { " --home \(quoted($0))" } ?? "",
            profile.map { " --profile \(quoted($0))" } ?? ""
        )
        let isPlain =
            noColor || environment["NO_COLOR"].map { !$0.isEmpty } ?? false
            || environment["TERM"] == "dumb"
        hasColor = !isPlain && isatty(STDOUT_FILENO) == 1
        shouldShowProgress = !isQuiet && isatty(STDERR_FILENO) == 1
    }

    /// A result: `value` as one JSON document, or `text` for people.
    func result(_ value: some Encodable, text: () -> String) throws {
        if isJSON {
            try line(json: Self.json(value))
        } else {
            try show(text())
        }
    }

    /// A reply as it came, or `text` of what it says for people.
    func result<Value>(_ reply: Verbatim<Value>, text: (Value) -> String) throws {
        if isJSON {
            try reply.content.body.withUnsafeBytes { try writeResult($0) }
            try line(json: "")
        } else {
            try show(text(try reply.value()))
        }
    }

    private func show(_ text: String) throws {
        guard !text.isEmpty else { return }
        try writeResult(
            painted(addressed(text.hasSuffix("\n") ? text : text + "\n", after: "with: ")))
    }

    /// A line of a result that goes on.
    func line(_ text: String) throws {
        try writeResult(painted(text + "\n"))
    }

    /// A line of JSON, which has escapes of its own.
    func line(json: String) throws {
        try writeResult(json + "\n")
    }

    /// A file in the place of a result.
    func bytes(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try writeResult($0) }
    }

    /// A file of text in the place of a result: a terminal sees its control characters escaped.
    func file(text bytes: [UInt8]) throws {
        try self.bytes(isatty(STDOUT_FILENO) == 1 ? TerminalFile.visible(bytes) : bytes)
    }

    private func writeResult(_ text: String) throws {
        var text = text
        try text.withUTF8 { try writeResult(UnsafeRawBufferPointer($0)) }
    }

    /// Writes to standard output, all of it: who reads half an answer for the whole is misled.
    private func writeResult(_ bytes: UnsafeRawBufferPointer) throws {
        let code = write(bytes, to: STDOUT_FILENO)
        guard code == 0 else { throw Self.writeFailure(code) }
    }

    /// That standard output took no more, for the reason of an errno.
    static func writeFailure(_ code: Int32) -> Status {
        Status(
            .resourceExhausted,
            "The result cannot be written: \(String(cString: strerror(code))).")
    }

    /// Something worth knowing that is no result.
    func printNotice(_ text: String) {
        if !isQuiet { writeError(painted(addressed(text, after: "with: ") + "\n")) }
    }

    /// Asks the person at the terminal.
    /// - Returns: The line that was typed; nil at the end of input.
    func prompt(_ question: String) -> String? {
        writeError(painted(question))
        return readLine()
    }

    /// Draws over the line that was drawn before.
    func progress(_ text: String) {
        if shouldShowProgress { writeError("\r\u{1B}[2K" + text.onOneLine) }
    }

    func endProgress() {
        if shouldShowProgress { writeError("\r\u{1B}[2K") }
    }

    func failure(_ status: Status) {
        // A name of thousands of letters is not worth repeating.
        let message = TerminalText.shortened(status.message, to: Self.longestLine)
        let hint = status.hint.map { hint in
            addressed(hint: hint).split(separator: "\n", omittingEmptySubsequences: false).map {
                TerminalText.shortened(String($0), to: Self.longestLine)
            }.joined(separator: "\n")
        }
        if isJSON {
            let document = FailureDocument(
                error: Failure(Status(status.code, message, hint: hint)))
            do {
                return try line(json: Self.json(document))
            } catch {
                // Standard error is what is left.
            }
        }
        writeError(message.onOneLine + "\n")
        if let hint { writeError(painted(hint + "\n")) }
    }

    /// Letters of a line that tells of a failure.
    private static let longestLine = 300

    /// A hint with the home and the profile in its commands, which stand behind a colon or in quotes.
    func addressed(hint: String) -> String {
        [": ", "\""].reduce(hint) { addressed($0, after: $1) }
    }

    /// `text` with the home and the profile in the commands that follow `words`; those that say which
    /// profiles there are to be are about none.
    private func addressed(_ text: String, after words: String) -> String {
        let (home, profile) = address
        guard !home.isEmpty || !profile.isEmpty else { return text }
        let marked = "\(words)dayline\(home)\(profile) "
        return ["profile add ", "profile list"].reduce(
            text.replacing("\(words)dayline ", with: marked)
        ) { $0.replacing(marked + $1, with: "\(words)dayline\(home) \($1)") }
    }

    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func writeError(_ text: String) {
        var text = text
        _ = text.withUTF8 { write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    /// - Returns: 0, or the errno of what went wrong.
    private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return 0
    }
}
