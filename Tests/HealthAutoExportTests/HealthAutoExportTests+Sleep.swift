import PluginKit
import Testing

/// Nights, with and without their stages.
extension HealthAutoExportTests {
    @Test func `a single sleep stage has its own time`() throws {
        let trial = try ImportTrial(
            metric: "sleep_analysis", units: "hr",
            points: #"{"startDate": "2021-12-18 02:00:00 +0800", "#
                + #""endDate": "2021-12-18 03:00:00 +0800", "value": "REM", "qty": 1, "date": null}"#
        )

        #expect(trial.spans == [[0, 3600, 5]])
    }

    @Test func `stages in the usual form are read as all others`() throws {
        let stages = (0..<3).map { index in
            #"{"startDate": "2021-12-24 0\#(index):00:00 +0800", "#
                + #""endDate": "2021-12-24 0\#(index):30:00 +0800", "qty": 0.5, "#
                + #""value": "Core", "source": "Watch"\#(index == 1 ? #", "x": [1]"# : "")}"#
        }
        let trial = try ImportTrial(
            metric: "sleep_analysis", units: "hr", points: stages.joined(separator: ", "))

        #expect(trial.spans == [[0, 1800, 3], [3600, 5400, 3], [7200, 9000, 3]])
        #expect(trial.samples.map(\.source) == ["Watch", "Watch", "Watch"])
    }

    @Test func `the totals of a night keep the hours of each stage`() throws {
        let trial = try ImportTrial(
            metric: "sleep_analysis", units: "hr",
            points: #"{"sleepStart": "2023-01-31 00:00:00 +0800", "#
                + #""sleepEnd": "2023-01-31 08:00:00 +0800", "inBed": 8, "deep": 1, "core": 4, "#
                + #""rem": 2, "asleep": 0, "awake": 0.5, "date": "2023-01-31"}"#)

        #expect(
            trial.spans == [
                [0, 3600, 4], [3600, 18_000, 3], [18_000, 25_200, 5], [25_200, 27_000, 2],
            ])
    }

    @Test func `an unspecified total of an older version is asleep`() throws {
        let trial = try ImportTrial(
            metric: "sleep_analysis", units: "hr",
            points: #"{"asleep": 6, "inBed": 7, "sleepStart": "2021-12-18 01:00:00 +0800", "#
                + #""sleepEnd": "2021-12-18 08:00:00 +0800", "#
                + #""inBedStart": "2021-12-18 00:30:00 +0800", "#
                + #""inBedEnd": "2021-12-18 08:00:00 +0800", "sleepSource": "Watch"}"#)

        #expect(trial.spans == [[0, 21_600, 1], [-1800, 25_200, 0]])
    }

    @Test(
        arguments: [
            (
                #""inBed": 8, "inBedStart": "2021-12-18 00:00:00 +0800", "inBedEnd": "2021-12-18 08:00:00 +0800""#,
                [[0, 28_800, 0]]
            ),
            (
                #""totalSleep": 7, "inBed": 8.5, "sleepStart": "2021-12-18 01:00:00 +0800", "sleepEnd": "2021-12-18 08:00:00 +0800""#,
                [[0, 25_200, 1], [-5400, 25_200, 0]]
            ),
            (
                #""asleep": 7, "totalSleep": 7, "inBed": 6, "sleepStart": "2021-12-18 01:00:00 +0800", "sleepEnd": "2021-12-18 08:00:00 +0800""#,
                [[0, 25_200, 1]]
            ),
            (
                #""inBed": 7, "sleepStart": "2021-12-18 01:00:00 +0800", "sleepEnd": "2021-12-18 08:00:00 +0800""#,
                [[0, 25_200, 0]]
            ),
        ] as [(String, [[Double]])])
    func `nights without stages have their sleep and their time in bed`(
        members: String, spans: [[Double]]
    ) throws {
        let trial = try ImportTrial(
            metric: "sleep_analysis", units: "hr", points: "{\(members)}")

        #expect(trial.spans == spans)
        #expect(trial.quarantined.isEmpty && trial.ignored.isEmpty)
    }
}
