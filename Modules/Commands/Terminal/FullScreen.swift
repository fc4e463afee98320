import CLinux
import Glibc
import Presentation
import RPC
import Texts

/// A line of a full screen: one style for all of its text, which has no control characters.
struct ScreenLine: Hashable {
    enum Style {
        case plain, strong, faint
    }

    let text: String
    var style = Style.plain
}

/// The lines of a full screen from the top, and the place of the cursor.
struct ScreenFrame: Hashable {
    /// A row and a column, from 0.
    struct Place: Hashable {
        var row: Int
        var column: Int
    }

    var lines: [ScreenLine]
    var cursor: Place
}

/// The terminal while a command uses all of its screen. The terminal is restored when the value ends,
/// and when a signal ends or stops the process.
struct FullScreen: ~Copyable {
    enum Event {
        case keys([TerminalKey])
        /// The screen has to be drawn again.
        case resized
        /// Nothing happened in time.
        case idle
        /// The terminal is closed.
        case closed
    }

    /// The longest time between the bytes of a key, over a slow connection.
    private static let keyMilliseconds: Int32 = 100

    private let output: Output
    private let wake: Int32
    private var decoder = TerminalKeyDecoder()
    private var shown: ScreenFrame?

    /// - Throws: A ``UsageError`` if standard input or output is not a terminal that can be used.
    init(_ output: Output, environment: [String: String]) throws {
        for (stream, name) in [
            (STDIN_FILENO, "standard input"), (STDOUT_FILENO, "standard output"),
        ] where isatty(stream) == 0 {
            throw UsageError(
                "The full-screen list needs a terminal, and \(name) is not one.",
                hint: "Print the list with: dayline today")
        }
        guard environment["TERM"] != "dumb" else {
            throw UsageError(
                "The full-screen list cannot be shown on a terminal of the type dumb.",
                hint: "Print the list with: dayline today")
        }
        let wake = dayline_terminal_enter(STDIN_FILENO)
        guard wake >= 0 else {
            throw Status(
                .internal, "The terminal cannot be used: \(String(cString: strerror(errno))).",
                hint: "Print the list with: dayline today")
        }
        self.output = output
        self.wake = wake
    }

    deinit {
        dayline_terminal_leave()
    }

    /// The size of the terminal in characters; 80 by 24 if it is unknown.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Draws a frame, unless it is shown already.
    mutating func draw(_ frame: ScreenFrame) throws {
        guard frame != shown else { return }
        let size = size
        var text = "\u{1B}[H"
        for (row, line) in frame.lines.prefix(size.rows).enumerated() {
            // The line is cleared first: after a full line, the cursor is still in its last column.
            text += row == 0 ? "\u{1B}[K" : "\r\n\u{1B}[K"
            text += styled(line.text.prefix(columns: size.columns), line.style)
        }
        if frame.lines.count < size.rows { text += "\r\n\u{1B}[J" }
        let row = min(max(frame.cursor.row, 0), size.rows - 1)
        let column = min(max(frame.cursor.column, 0), size.columns - 1)
        text += "\u{1B}[\(row + 1);\(column + 1)H"
        try output.bytes(Array(text.utf8))
        shown = frame
    }

    private func styled(_ text: String, _ style: ScreenLine.Style) -> String {
        switch style {
        case .plain: text
        case .strong: output.painted(output.styled(text, .bold))
        case .faint: output.painted(output.styled(text, .dim))
        }
    }

    /// The next event; `idle` if no event arrives within `milliseconds`.
    mutating func event(timeout milliseconds: Int32) throws -> Event {
        var inputs = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        let isWithinKey = decoder.hasPending
        let count = poll(&inputs, 2, isWithinKey ? Self.keyMilliseconds : milliseconds)
        var block = [UInt8](repeating: 0, count: 1024)
        if inputs[1].revents != 0 {
            while read(wake, &block, block.count) > 0 {}
            shown = nil
            return .resized
        }
        if inputs[0].revents != 0 {
            let length = read(STDIN_FILENO, &block, block.count)
            if length < 0, errno == EINTR || errno == EAGAIN { return .keys([]) }
            return length > 0 ? .keys(decoder.keys(block.prefix(length))) : .closed
        }
        guard count == 0 else { return .keys([]) }
        return isWithinKey ? .keys(decoder.finish()) : .idle
    }
}

extension String {
    /// The longest start of the text that fits into the columns of a terminal.
    func prefix(columns: Int) -> String {
        guard columnWidth(self) > columns else { return self }
        var width = 0
        return String(
            prefix { character in
                width += columnWidth(String(character))
                return width <= columns
            })
    }

    /// The longest end of the text that fits into the columns of a terminal.
    func suffix(columns: Int) -> String {
        String(String(reversed()).prefix(columns: columns).reversed())
    }
}
