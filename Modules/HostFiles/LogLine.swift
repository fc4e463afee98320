import Glibc

/// One record of a log on one line: UTC time, level, source and message.
package enum LogLine {
    /// The record as bytes, with a line feed at the end. Line feeds in the message become spaces.
    package static func bytes(
        level: String, source: String, message: String
    ) -> [UInt8] {
        let text = "\(timestamp(WallClock.now)) \(level) \(source): \(message)"
        var bytes = text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Writes a record to standard error with a single call.
    package static func writeToStandardError(level: String, source: String, message: String) {
        let line = bytes(level: level, source: source, message: message)
        // A failure cannot be reported anywhere.
        _ = write(STDERR_FILENO, line, line.count)
    }

    private static func timestamp(_ time: timespec) -> String {
        var seconds = time.tv_sec
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map {
            padded(Int($0), 2)
        }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), 2) }
        let milliseconds = padded(time.tv_nsec / 1_000_000, 3)
        return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":")).\(milliseconds)Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
