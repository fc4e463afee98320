import FoundationEssentials
import Glibc
import HostFiles
import RPC
import Testing
import ZipWriter

@testable import IngestionService

/// The importers of this tree that are chosen for single files and archives, by their manifests.
struct RecognitionTests {
    private let folder = "/tmp/dayline-recognition-\(UInt64.random(in: 0...UInt64.max))"

    private static func importers() throws -> [InstalledPlugin] {
        let plugins = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Plugins")
        return try FileManager.default.contentsOfDirectory(atPath: plugins.path)
            .filter { $0.hasSuffix("Importer") }
            .map { name in
                let file = plugins.appending(path: "\(name)/plugin.json")
                return InstalledPlugin(
                    manifest: try Manifest(
                        parsing: Array(try Data(contentsOf: file)), file: file.path),
                    file: file.path, executable: name)
            }
    }

    private func importer(_ name: String, _ bytes: [UInt8]) throws -> String {
        try choose(name, bytes).name
    }

    private func choose(_ name: String, _ bytes: [UInt8]) throws -> ImporterChoice.Chosen {
        mkdir(folder, 0o700)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        let choice = ImporterChoice(importers: try Self.importers())
        return try choice.choose(for: try ImportSource(path: path, name: nil), named: nil)
    }

    @Test(arguments: [
        // The sources of the importers that accept the name, or of all.
        ("unknown.bin", ["Apple Health: ", "Loop Habit Tracker: ", "Strava: ", "Oura: "], ["csv"]),
        ("unknown.fit", ["Garmin: ", "Strava: ", "Wahoo, COROS"], ["Oura: ", "Apple Health: "]),
        ("unknown.db", ["Loop Habit Tracker: ", "Health Connect: ", "Tickmate"], ["Strava: "]),
    ])
    func `a file that no importer reads is answered with the way to export from each source`(
        name: String, expected: [String], others: [String]
    ) throws {
        let status = #expect(throws: Status.self) { try choose(name, [1, 2, 3]) }

        let lines = status?.hint?.split(separator: "\n") ?? []
        for source in expected {
            #expect(lines.contains { $0.hasPrefix("Known source: \(source)") }, "\(source)")
        }
        for source in others {
            #expect(!lines.contains { $0.hasPrefix("Known source: \(source)") }, "\(source)")
        }
        let installed = try #require(lines.first { $0.hasPrefix("Importers for --as: ") })
        // The command shortens longer lines.
        #expect(installed.count <= 300)
        #expect(installed.hasSuffix(", dayline-json, calendar, dayline-csv"))
    }

    @Test(arguments: [
        ("steps-2024-01-31.json", #"[{"dateTime": "01/31/24 08:00:00", "value": "12"}]"#, "fitbit"),
        ("distance-2024-01-31.json", #"[{"dateTime": "x", "value": "1"}]"#, "fitbit"),
        ("resting_heart_rate-2024-01-31.json", #"[{"dateTime": "x", "value": {}}]"#, "fitbit"),
        ("weight-2024-01-31.json", #"[{"logId": 1, "weight": 80}]"#, "fitbit"),
        ("exercise-0.json", #"[{"logId": 1, "activityName": "Run"}]"#, "fitbit"),
        ("UDSFile_1.json", #"[{"calendarDate": "2024-01-31"}]"#, "garmin-export"),
        ("trends.csv", "date,Sleep Score,Bedtime Start,Bedtime End\n", "oura"),
        ("días.csv", "Date,Move Minutes count,Step count\n", "google-fit"),
        ("log.csv", "date,steps\n", "csv"),
        ("entries.csv", "id,activity,activityID,day,status,value\n", "dayline-csv"),
        ("mine.csv", "date,activity,status,value,unit,slot,note\n", "dayline-csv"),
        ("activities.csv", "id,name,type,target,per,unit\n", "dayline-csv"),
        ("goals.csv", "id,title,created,deadline\n", "dayline-csv"),
        ("nights.csv", "day,start,end,inBedMinutes\n", "csv"),
    ])
    func `a single file of an export is read by its importer`(
        name: String, text: String, expected: String
    ) throws {
        #expect(try importer(name, Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        ("activities/1.gpx.gz", "<gpx>", "workout-files"),
        ("activities/1.tcx.gz", "<TrainingCenterDatabase>", "workout-files"),
        ("activities/1.fit.gz", "\u{0E}\u{10}\0\0\0\0\0\0.FIT", "workout-files"),
        ("Takeout/Fit/Métricas.csv", "Date,Move Minutes count,Step count\n", "google-fit"),
        ("trends.csv", "date,Sleep Score,Bedtime Start,Bedtime End\n", "oura"),
    ])
    func `an archive is read by the importer of a file in it`(
        entry: String, text: String, expected: String
    ) throws {
        var archive = ZipWriter(.deflated)
        archive.add("activities.csv", "Activity ID,Activity Date\n")
        let bytes = Array(text.utf8)
        archive.add(entry, entry.hasSuffix(".gz") ? ZipWriter.gzip(bytes) : bytes)

        #expect(try importer("export.zip", archive.bytes) == expected)
    }
}
