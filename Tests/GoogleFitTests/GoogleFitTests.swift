import GoogleFit
import PluginKit
import Testing

@Suite struct GoogleFitTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try GoogleFitReader.read(file, into: &batches)
        }
    }

    private static func trial(_ rows: String, header: String = header) throws -> ImportTrial {
        try ImportTrial(
            of: TestImporter(), reading: header + rows, named: "Daily activity metrics.csv",
            zone: "Europe/Paris")
    }

    private static let header =
        "Date,Move Minutes count,Calories (kcal),Distance (m),Step count,Average weight (kg)\n"
    /// 2024-06-30 22:00:00 UTC, the start of 2024-07-01 in Paris.
    private static let start: Int64 = 1_719_784_800_000

    @Test func `totals are of local days in the zone of the import`() throws {
        let trial = try Self.trial("2024-07-01,30,2000.5,5000.25,7000,80.5\n")

        #expect(trial.samples.map(\.metric) == ["stepCount", "distanceWalkingRunning", "bodyMass"])
        #expect(trial.samples.map(\.value) == [7000, 5000.25, 80.5])
        #expect(trial.samples.allSatisfy { $0.start == Self.start })
        #expect(trial.samples.allSatisfy { $0.end == Self.start + 86_400_000 })
    }

    @Test func `totals of 0 and empty fields store nothing`() throws {
        let trial = try Self.trial("2024-07-01,0,1500,0,0,\n")

        #expect(trial.samples.isEmpty && trial.quarantined.isEmpty)
        #expect(trial.ignored == ["stepCount of 0": 1, "distanceWalkingRunning of 0": 1])
    }

    @Test func `invalid dates and values are quarantined with their line`() throws {
        let trial = try Self.trial("yesterday,1,1,1,1,\n2024-07-01,1,1,x,-5,\n")

        #expect(trial.samples.isEmpty)
        #expect(trial.quarantined.map(\.location.line) == [2, 3, 3])
    }

    @Test func `a table with other columns is reported and its rows are ignored`() throws {
        let trial = try Self.trial("2024-07-01,7000\n", header: "Datum,Stappen\n")

        #expect(trial.ignored == ["Daily activity metrics.csv": 1])
        #expect(trial.problems.map(\.line) == [1])
    }
}
