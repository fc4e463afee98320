import Foundation
import Testing

/// A program at a pseudo-terminal of 80 columns and 24 rows, with all bytes that it has written.
final class PseudoTerminal {
    private let process: Process
    private let controlling: Int32
    private let used: Int32
    private(set) var output: [UInt8] = []

    init(_ program: String, _ arguments: [String], variables: [String: String] = [:]) throws {
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        var (controlling, used): (Int32, Int32) = (-1, -1)
        try #require(openpty(&controlling, &used, nil, nil, &size) == 0)
        (self.controlling, self.used) = (controlling, used)
        process = DaylineSystem.process(
            program, arguments, variables: ["TERM": "xterm"].merging(variables) { $1 })
        let terminal = FileHandle(fileDescriptor: used, closeOnDealloc: false)
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
    }

    func start() throws {
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        close(controlling)
        close(used)
    }

    /// The settings of the terminal.
    var settings: [UInt8] {
        var settings = termios()
        guard tcgetattr(used, &settings) == 0 else { return [] }
        return withUnsafeBytes(of: settings) { Array($0) }
    }

    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        try #require(write(controlling, bytes, bytes.count) == bytes.count)
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controlling, UInt(TIOCSWINSZ), &size)
        // The test is not the session that the terminal would signal.
        kill(process.processIdentifier, SIGWINCH)
    }

    func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// The lines that are shown now.
    var screen: [String] {
        let text = String(decoding: output, as: UTF8.self)
        guard let start = text.range(of: "\u{1B}[H\u{1B}[K", options: .backwards) else { return [] }
        return text[start.upperBound...].components(separatedBy: "\r\n").map { line in
            line.replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "")
        }
    }

    /// Reads until the screen has the text, at the latest for a minute.
    func wait(for text: String) throws {
        try wait { $0.contains { $0.contains(text) } }
    }

    /// Reads until `isExpected` is true for the screen, at the latest for a minute.
    func wait(until isExpected: ([String]) -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while !isExpected(screen) {
            try #require(
                ContinuousClock.now < end && read(within: 100),
                "The screen is another one:\n\(screen.joined(separator: "\n"))")
        }
    }

    /// Reads until the program ends, and returns its exit status or signal. A program that runs for
    /// another minute is killed.
    func end() -> (reason: Process.TerminationReason, status: Int32) {
        let latest = ContinuousClock.now + .seconds(60)
        while process.isRunning {
            if ContinuousClock.now > latest { signal(SIGKILL) }
            _ = read(within: 50)
        }
        process.waitUntilExit()
        _ = read(within: 0)
        return (process.terminationReason, process.terminationStatus)
    }

    /// Reads the output, waiting up to `milliseconds` for more. Returns false at the end of the output.
    private func read(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: controlling, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) == 1 else { return true }
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(controlling, &block, block.count)
        output += block.prefix(max(count, 0))
        return count > 0
    }
}
