import FoundationEssentials
import Glibc
import Presentation
import RPC
import Tracker

/// Writes results to standard output and everything else to standard error.
struct Output: Sendable {
    let isJSON: Bool
    let isQuiet: Bool
    let hasColor: Bool
    /// True if standard error is a terminal, so that progress is shown.
    let shouldShowProgress: Bool
    /// The time of the data of a replica, as RFC 3339 in UTC, which JSON objects have as the key `asOf`; nil:
    /// the answers are not those of a replica.
    var asOf: String?
    /// The options --home and --profile as given, for the commands in hints.
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

    /// Writes a result: `value` as one JSON document, or `text` for people.
    func result(_ value: some Encodable, text: () -> String) throws {
        if isJSON {
            try line(json: dated(Self.json(value)))
        } else {
            try show(text())
        }
    }

    /// Writes a response: its undecoded JSON, or `text` for people.
    func result<Value>(_ reply: Verbatim<Value>, text: (Value) -> String) throws {
        if isJSON {
            guard asOf == nil else { return try line(json: dated(reply.content.body.text)) }
            try reply.content.body.withUnsafeBytes { try writeResult($0) }
            try line(json: "")
        } else {
            try show(text(try reply.value()))
        }
    }

    /// A JSON object with the key `asOf`; other text is unchanged.
    private func dated(_ json: String) -> String {
        guard let asOf, json.hasPrefix("{"), json.hasSuffix("}") else { return json }
        return json.dropLast() + (json == "{}" ? "" : ",") + "\"asOf\":\"\(asOf)\"}"
    }

    private func show(_ text: String) throws {
        guard !text.isEmpty else { return }
        try writeResult(
            painted(addressed(text.hasSuffix("\n") ? text : text + "\n", after: "with: ")))
    }

    /// Writes a line of a streamed result.
    func line(_ text: String) throws {
        try writeResult(painted(text + "\n"))
    }

    /// Writes a line of JSON, which escapes control characters itself.
    func line(json: String) throws {
        try writeResult(json + "\n")
    }

    /// Writes a file as the result.
    func bytes(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try writeResult($0) }
    }

    /// Writes a text file as the result, with control characters escaped on a terminal.
    func file(text bytes: [UInt8]) throws {
        try self.bytes(isatty(STDOUT_FILENO) == 1 ? TerminalFile.visible(bytes) : bytes)
    }

    private func writeResult(_ text: String) throws {
        var text = text
        try text.withUTF8 { try writeResult(UnsafeRawBufferPointer($0)) }
    }

    /// Writes all bytes to standard output and throws if that fails, so that a truncated result is
    /// not taken for complete.
    private func writeResult(_ bytes: UnsafeRawBufferPointer) throws {
        let code = write(bytes, to: STDOUT_FILENO)
        guard code == 0 else { throw Self.writeFailure(code) }
    }

    /// The error for a failed write to standard output; `code` is its errno.
    static func writeFailure(_ code: Int32) -> Status {
        Status(
            .resourceExhausted,
            "The result cannot be written: \(String(cString: strerror(code))).")
    }

    /// Writes a notice to standard error.
    func printNotice(_ text: String) {
        if !isQuiet { writeError(painted(addressed(text, after: "with: ") + "\n")) }
    }

    /// Prints a question to standard error and reads a line.
    /// - Returns: The line that was typed; nil at the end of input.
    func prompt(_ question: String) -> String? {
        writeError(painted(question))
        return readLine()
    }

    /// Replaces the line of progress.
    func progress(_ text: String) {
        if shouldShowProgress { writeError("\r\u{1B}[2K" + text.onOneLine) }
    }

    func endProgress() {
        if shouldShowProgress { writeError("\r\u{1B}[2K") }
    }

    func failure(_ status: Status) {
        // Names may be very long.
        let message = TerminalText.shortened(
            addressed(message: status.message), to: Self.longestLine)
        let hint = Self.hint(of: status).map { hint in
            addressed(hint: hint).split(separator: "\n", omittingEmptySubsequences: false).map {
                TerminalText.shortened(String($0), to: Self.longestLine)
            }.joined(separator: "\n")
        }
        if isJSON {
            let document = FailureDocument(Status(status.code, message, hint: hint))
            do {
                return try line(json: Self.json(document))
            } catch {
                // Standard error is still available.
            }
        }
        writeError(message.onOneLine + "\n")
        if let hint { writeError(painted(hint + "\n")) }
    }

    /// The hint of a status, or the one of its code; nil if neither has one.
    static func hint(of status: Status) -> String? {
        status.hint
            ?? (status.code == .deadlineExceeded
                ? "See which process is busy with: dayline status" : nil)
    }

    /// The maximum number of characters in a line of an error.
    private static let longestLine = 300

    /// A message with --home and --profile added to its commands, such as those in the reason of a worker that
    /// did not start.
    func addressed(message: String) -> String { addressed(message, after: "with: ") }

    /// A hint with --home and --profile added to its commands, which follow a colon or a quote.
    func addressed(hint: String) -> String {
        [": ", "\""].reduce(hint) { addressed($0, after: $1) }
    }

    /// `text` with --home and --profile added to the commands that follow `words`. `profile add`
    /// and `profile list` get only --home.
    private func addressed(_ text: String, after words: String) -> String {
        let (home, profile) = address
        guard !home.isEmpty || !profile.isEmpty, strstr(text, "\(words)dayline ") != nil else {
            return text
        }
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

    func writeError(_ text: String) {
        var text = text
        _ = text.withUTF8 { write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    /// - Returns: 0, or the errno of the failed write.
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
