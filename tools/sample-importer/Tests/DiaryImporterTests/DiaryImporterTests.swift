import PluginKit
import Testing

@testable import DiaryImporter

struct DiaryImporterTests {
    private let diary = """
        workout,Running,1772323200000,1772326800000,4184,run.gpx,10000
        sleep,core,1772330400000,1772337600000
        sleep,deep,1772337600000,1772341200000
        pressure,1772345000000,120,80
        steps,1772323200000,1772323260000,100
        summary,2026-03-01,12,10
        note,the watch was charging
        nonsense
        """

    @Test func `every kind of line is imported, and damage is quarantined`() throws {
        let trial = try ImportTrial(of: DiaryImporter(), reading: diary)

        #expect(
            trial.workouts.map(\.statistics) == [
                ["activeEnergyBurned": .init(unit: "kcal", sum: 1000)]
            ])
        #expect(trial.workouts.first?.routes.map(\.distanceMeters) == [10_000])
        #expect(trial.correlations.first?.members.map(\.value) == [120, 80])
        #expect(trial.activitySummaries.map(\.day) == ["2026-03-01"])
        #expect(
            trial.samples.filter { $0.metric == "sleepAnalysis" }.map(\.value) == [
                SleepStage.core.value, SleepStage.deep.value,
            ])
        #expect(trial.samples.filter { $0.metric == "stepCount" }.map(\.value) == [100])
        #expect(trial.problems.map(\.reason) == ["the watch was charging"])
        #expect(trial.quarantined.map(\.location.line) == [8])
    }

    @Test func `an invalid workout is quarantined with its line`() throws {
        let trial = try ImportTrial(
            of: DiaryImporter(), reading: "workout,Running,2,1,10,run.gpx,5\n")

        #expect(trial.workouts.isEmpty)
        #expect(trial.quarantined.map(\.reason) == ["it ends before it starts"])
        #expect(trial.quarantined.map(\.location.line) == [1])
    }
}
