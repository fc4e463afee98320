import HabitExports
import PluginKit
import Testing
import ZipWriter

@Suite struct LoopArchiveTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try LoopReader.read(file, into: &batches)
        }
    }

    private static let habits = """
        Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,\
        Unit,Target Type,Target Value,Archived?
        001,"Read, slowly",YES_NO,Did you?,about,2,14,#1976D2,,,,true
        002,Water,NUMERICAL,,,1,7,#1976D2,l,AT_MOST,12.0,false
        003,Water,YES_NO,,,1,1,#1976D2,,,,false

        """

    private static func trial(
        _ tables: [(name: String, text: String)], form: ZipWriter.Form = .deflated
    ) throws -> ImportTrial {
        var archive = ZipWriter(form)
        archive.add("Habits.csv", habits)
        for table in tables { archive.add(table.name, table.text) }
        archive.add("Checkmarks.csv", "Date,Read, slowly,Water,Water,\n2024-01-05,2,1,0,\n")
        return try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "Loop Habits CSV 2024-01-05.zip")
    }

    @Test(arguments: ZipWriter.Form.allCases)
    func `habits are matched with their tables by position`(form: ZipWriter.Form) throws {
        let trial = try Self.trial(
            [
                (
                    "001 Read slowly/Checkmarks.csv",
                    """
                    Date,Value,Notes
                    2024-01-05,YES_MANUAL,"good, really"
                    2024-01-04,YES_AUTO,
                    2024-01-03,NO,ill
                    2024-01-02,SKIP,
                    2024-01-01,UNKNOWN,

                    """
                ), ("001 Read slowly/Scores.csv", "Date,Score\n2024-01-05,0.5\n"),
                ("002/Checkmarks.csv", "Date,Value\n2024-01-05,1234\n2024-01-04,SKIP\n"),
                ("003 Water/Checkmarks.csv", "Date,Value\n2024-01-05,2\n2024-01-04,0\n"),
            ], form: form)

        #expect(trial.format == "tables of Loop Habit Tracker")
        #expect(trial.activities.map(\.name) == ["Read, slowly", "Water", "Water"])
        #expect(
            trial.activities.map(\.key) == ["name Read, slowly", "name Water", "name Water #2"])
        #expect(trial.activities.map(\.isArchived) == [true, false, false])
        #expect(trial.activities[0].schedule == .timesAWeek(1))
        #expect(
            trial.activities[0].attributes == [
                "frequency": "2/14", "question": "Did you?", "description": "about",
            ])
        #expect(
            trial.activities[1].kind
                == .amount(unit: "l", target: .init(12, per: .week, isAtMost: true)))
        let outcomes: [ImportedEntry.Outcome] = [
            .completed, .skipped(reason: nil), .amount(1.234), .skipped(reason: nil), .completed,
        ]
        #expect(trial.entries.map(\.outcome) == outcomes)
        #expect(trial.entries[0].note == "good, really")
        #expect(trial.entries[0].day == ImportedDay.of("2024-01-05"))
        #expect(trial.annotations.map(\.text) == ["ill"])
        #expect(trial.ignored == ["Entry": 3])
        #expect(trial.problems.map(\.count) == [1, 2, 2])
        #expect(trial.quarantined.isEmpty && !trial.isTruncated)
    }

    @Test func `unknown values and days are quarantined with their line`() throws {
        let trial = try Self.trial([
            (
                "001 Read slowly/Checkmarks.csv",
                "Date,Value\n2024-01-05,MAYBE\n2024-02-30,NO\n2024-01-03,17\n2024-01-02,SKIP\n"
            ), ("009 Unknown/Checkmarks.csv", "Date,Value\n2024-01-05,YES_MANUAL\n"),
        ])

        #expect(trial.entries.count == 1)
        #expect(trial.quarantined.map(\.location.line) == [2, 3, 4])
        #expect(
            trial.quarantined.map(\.reason) == [
                "it has no day or no value", "it has no day or no value", "its value is unknown",
            ])
    }
}
