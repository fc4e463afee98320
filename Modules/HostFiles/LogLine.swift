import Glibc
import RPC

/// One record of a log on one line: UTC time, level, source, message and fields.
package enum LogLine {
    /// The record as bytes, with a line feed at the end. Line feeds in a text become spaces.
    package static func bytes(
        level: String, source: String, message: String, fields: [String: String] = [:],
        format: LogFormat = .text
    ) -> [UInt8] {
        var bytes = json(level, source, message, fields, format) ?? []
        if bytes.isEmpty {
            var text = "\(timestamp(WallClock.now)) \(level) \(source): \(message)"
            for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
                text += " \(key)=\(value)"
            }
            bytes = text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// The record as JSON; nil in the format of text. The time comes first, so that sorted lines of
    /// several logs are in the order of time.
    private static func json(
        _ level: String, _ source: String, _ message: String, _ fields: [String: String],
        _ format: LogFormat
    ) -> [UInt8]? {
        guard format == .json else { return nil }
        var record = [String: Field](
            uniqueKeysWithValues: fields.map { ($0.key, Field($0.key, $0.value)) })
        record["level"] = .text(level)
        record["source"] = .text(source)
        record["message"] = .text(message)
        guard let body = try? JSONBody.encode(record).array(of: UInt8.self) else { return nil }
        return Array("{\"time\":\"\(timestamp(WallClock.now))\",".utf8) + body.dropFirst()
    }

    /// A field of a record in JSON.
    private enum Field: Encodable {
        case text(String)
        case number(Int64)

        /// The fields whose values are numbers.
        private static let numbers: Set = ["micros"]

        init(_ name: String, _ value: String) {
            let number = Self.numbers.contains(name) ? Int64(value) : nil
            self = number.map { .number($0) } ?? .text(value)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    /// Writes a record to standard error with a single call.
    package static func writeToStandardError(
        level: String, source: String, message: String, fields: [String: String] = [:],
        format: LogFormat = .text
    ) {
        let line = bytes(
            level: level, source: source, message: message, fields: fields, format: format)
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
