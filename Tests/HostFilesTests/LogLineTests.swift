import Foundation
import HostFiles
import Testing

@Suite struct LogLineTests {
    private static let fields = ["trace": "ab", "call": "cd"]

    private static func line(_ message: String, _ format: LogFormat) -> String {
        String(
            decoding: LogLine.bytes(
                level: "info", source: "storage", message: message, fields: fields, format: format),
            as: UTF8.self)
    }

    @Test(arguments: ["ready", "two\nlines", "\"quoted\" \\ \u{1} é", ""])
    func `a record as JSON is one line with the time first`(message: String) throws {
        let line = Self.line(message, .json)

        #expect(line.hasPrefix(#"{"time":"20"#))
        #expect(line.filter { $0 == "\n" }.count == 1)
        let record = try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(Set(record.keys) == ["time", "level", "source", "message", "trace", "call"])
        #expect(record["message"] == message)
        #expect(record["level"] == "info")
        #expect(record["call"] == "cd")
    }

    @Test(arguments: [("180", "180"), ("soon", "\"soon\"")])
    func `the duration of a call is a number in JSON`(micros: String, json: String) {
        let line = LogLine.bytes(
            level: "debug", source: "storage", message: "1", fields: ["micros": micros],
            format: .json)

        #expect(String(decoding: line, as: UTF8.self).contains("\"micros\":\(json)"))
        #expect(String(decoding: line, as: UTF8.self).contains("\"message\":\"1\""))
    }

    @Test func `a record as text has its fields at the end`() {
        let line = Self.line("two\nlines", .text)

        #expect(line.hasSuffix("Z info storage: two lines call=cd trace=ab\n"))
    }
}
