import Foundation
import GRDBSQLite
import Testing

@testable import Exports

/// Files of exported rows.
@Suite struct ExportSinkTests {
    private let folder = NSTemporaryDirectory() + "dl-sink-" + UUID().uuidString

    private static let run = SampleRun(
        metric: "heartRate", unit: "count/min", source: "=Watch", device: "", isEntered: true,
        resolution: "day", starts: [-1, 0], ends: [0, 1500], values: [61.5, .infinity])

    private static let goal: [ExportValue] = [
        .text("g"), .text("\"a\",\nb"), .text("2026-01-01"), .null, .flag(false), .number(0.25),
        .text(""),
    ]

    private func write(_ sink: any ExportSink) async throws {
        try await sink.append(Self.run)
        try await sink.append([Self.goal], to: .goals)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: name, encoding: .utf8)
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions] as? Int
    }

    @Test func `a table is a CSV file with quotes and protected formulas`() async throws {
        let sink = try CSVSink(folder: folder)
        try await write(sink)
        try await sink.finish()

        #expect(
            try text("\(folder)/samples.csv")
                == "metric,start,end,value,unit,source,device,isEntered,resolution\r\n"
                + "heartRate,1969-12-31T23:59:59.999Z,1970-01-01T00:00:00.000Z,61.5,count/min,"
                + "'=Watch,,1,day\r\n"
                + "heartRate,1970-01-01T00:00:00.000Z,1970-01-01T00:00:01.500Z,,count/min,"
                + "'=Watch,,1,day\r\n")
        #expect(
            try text("\(folder)/goals.csv").hasSuffix("g,\"\"\"a\"\",\nb\",2026-01-01,,0,0.25,\r\n")
        )
        #expect(try mode("\(folder)/goals.csv") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 9)
    }

    @Test func `a row is a line of JSON without its empty values`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let sink = try LineSink(path: "\(folder)/all.jsonl")
        try await write(sink)
        try await sink.finish()

        let lines = try text("\(folder)/all.jsonl").split(separator: "\n")
        let goal = try #require(
            try JSONSerialization.jsonObject(with: Data(lines[2].utf8)) as? [String: Any])
        #expect(lines.count == 3)
        #expect(goal["table"] as? String == "goals")
        #expect(goal["title"] as? String == "\"a\",\nb")
        #expect(goal["deadline"] == nil)
    }

    @Test func `a database has views with times as text`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/days.db"
        let sink = try SQLiteSink(path: path)
        try await write(sink)
        let isEarly = FileManager.default.fileExists(atPath: path)
        try await sink.finish()

        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        try #require(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let query = "SELECT start, \"end\", source, resolution FROM samples WHERE value IS NOT NULL"
        try #require(sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK)
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        let row = (0..<4).map { sqlite3_column_text(statement, $0).map { String(cString: $0) } }
        #expect(row == ["1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z", "=Watch", "day"])
        #expect(!isEarly)
        #expect(try mode(path) == 0o600)
    }

    @Test func `a discarded export leaves no file`() async throws {
        let sink = try CSVSink(folder: folder)
        try await write(sink)
        await sink.discard()

        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
}
