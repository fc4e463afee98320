import Contracts
import FoundationEssentials
import PluginKit
import RPC
import Testing
import ZipWriter

/// Counts of nested elements, and of files beside the export, in an import report.
struct NestedCountTests {
    private let zone = #"<MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>"#
    private let entered = #"<MetadataEntry key="HKWasUserEntered" value="1"/>"#

    private func record(
        _ minute: Int, _ value: Int, type: String = "HeartRate", unit: String = "count/min",
        _ children: String = ""
    ) -> String {
        let date = Export.date(minute * 60)
        return """
             <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Watch" unit="\(unit)" \
            startDate="\(date)" endDate="\(date)" value="\(value)">\(children)</Record>

            """
    }

    private func export(_ rows: [String]) -> Export {
        var export = Export()
        export.rows = rows
        return export
    }

    private func meal(_ members: String) -> String {
        """
         <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Diary" \
        startDate="\(Export.date(0))" endDate="\(Export.date(0))">\(members)</Correlation>

        """
    }

    private var beats: String {
        let beats = (0..<4).map {
            "<InstantaneousBeatsPerMinute bpm=\"6\($0)\" time=\"00:00:0\($0).10\"/>"
        }
        return "<HeartRateVariabilityMetadataList>\(beats.joined())"
            + "</HeartRateVariabilityMetadataList>"
    }

    private var rows: [String] {
        [
            record(1, 60, zone), record(2, 61, entered + zone), record(3, 62),
            record(4, 40, type: "HeartRateVariabilitySDNN", unit: "ms", beats),
            meal(
                record(0, 5, type: "DietaryWater", unit: "mL")
                    + record(0, 6, type: "DietarySugar", unit: "g", zone)),
            record(0, 5, type: "DietaryWater", unit: "mL"),
            Export.workout(1, routes: ["a.gpx"]),
        ]
    }

    private func nested(_ report: ImportReport) -> [String: [Int]] {
        (report.nested ?? [:]).mapValues {
            [$0.stored, $0.duplicate, $0.quarantined, $0.ignored]
        }
    }

    @Test func `nested elements have rows of their own, also in a stored report`()
        async throws
    {
        let system = try await TemporaryHealthSystem()

        let report = try await system.runImport(export(rows))
        let stored = try await system.storage.call(
            ImportLog.get, ImportLog.ImportRequest(id: report.id))

        #expect(
            nested(report) == [
                "MetadataEntry": [4, 0, 0, 0], "heartRateVariabilityBeats": [4, 0, 0, 0],
                "HeartRateVariabilityMetadataList": [0, 0, 0, 1], "dietaryWater": [0, 1, 0, 0],
                "dietarySugar": [1, 0, 0, 0], "WorkoutRoute": [0, 0, 0, 1],
                "FileReference": [1, 0, 0, 0],
            ])
        #expect(report.read == 7)
        #expect(stored.report.nested == report.nested)
        #expect(stored.report.files == report.files)
    }

    @Test func `nested elements of known items are duplicates, those of new items are stored`()
        async throws
    {
        let system = try await TemporaryHealthSystem()
        let first = try await system.runImport(export(rows))
        let more = [record(5, 63, zone + entered), Export.workout(2, routes: ["b.gpx"])]

        let second = try await system.runImport(export(rows + more))
        let third = try await system.runImport(export(rows + more))

        let (a, b, c) = (nested(first), nested(second), nested(third))
        #expect(b["MetadataEntry"] == [2, 4, 0, 0])
        #expect(b["FileReference"] == [1, 1, 0, 0])
        #expect(b["heartRateVariabilityBeats"] == [0, 4, 0, 0])
        #expect(b["dietarySugar"] == [0, 1, 0, 0])
        #expect(c["MetadataEntry"] == [0, 6, 0, 0])
        #expect(c["FileReference"] == [0, 2, 0, 0])
        #expect(a.keys.sorted() == c.keys.sorted())
    }

    @Test func `a route without a workout and each other file are counted`() async throws {
        let system = try await TemporaryHealthSystem()
        let folder = "\(system.folder)/apple_health_export"
        for name in ["workout-routes", "electrocardiograms"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        _ = try system.write(export(rows), as: "apple_health_export/export.xml")
        let gpx = Array("<gpx><trk><trkseg/></trk></gpx>".utf8)
        for name in ["a", "lost"] {
            _ = try system.write(gpx, as: "apple_health_export/workout-routes/\(name).gpx")
        }
        _ = try system.write([97], as: "apple_health_export/electrocardiograms/e.csv")
        _ = try system.write([97], as: "apple_health_export/export_cda.xml")

        let report = try await system.runImport(folder)
        let again = try await system.runImport(folder)

        #expect(
            report.files?["route"]
                == .init(read: 2, stored: 1, duplicate: 0, quarantined: 0, ignored: 1))
        #expect(report.files?["electrocardiogram"] == .init(read: 1, ignored: 1))
        #expect(report.files?["clinicalDocument"] == .init(read: 1, ignored: 1))
        #expect(again.files?["route"] == .init(read: 2, duplicate: 1, ignored: 1))
    }

    @Test func `a damaged route of a workout is reported`() async throws {
        let system = try await TemporaryHealthSystem()
        let route = "apple_health_export/workout-routes/a.gpx"
        var zip = ZipWriter()
        zip.add("apple_health_export/export.xml", export(rows).text)
        zip.add(route, "<gpx><trk><trkseg/></trk></gpx>")
        var bytes = zip.bytes
        let segment = bytes.indices.first { bytes[$0...].starts(with: "<trkseg/>".utf8) }
        bytes[try #require(segment) + 1] = UInt8(ascii: "x")

        let report = try await system.runImport(try system.write(bytes, as: "export.zip"))

        #expect(
            report.problems.map(\.reason).filter { $0.contains(route) } == [
                "the route \(route): the checksum of \(route) is wrong"
            ])
        #expect(report.files?["route"] == .init(read: 1, stored: 1))
    }

    @Test func `a negative count is rejected`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            batches.countNested(["x": ItemCounts(ignored: -1)])
        }

        let status = await #expect(throws: Status.self) { try await system.runImport(export(rows)) }

        #expect(status?.code == .invalidArgument)
    }
}
