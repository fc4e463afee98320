import Charts
import CivilTime
import Contracts
import Testing

@testable import Presentation

@Suite struct ActivityRingsTests {
    private func summary(
        _ day: String, energy: Double, exercise: Double, stand: Double, unit: String = "kcal"
    ) -> ActivitySummary {
        ActivitySummary(
            day: day,
            values: [
                "activeEnergyBurned": energy, "appleExerciseTime": exercise,
                "appleStandHours": stand,
            ],
            goals: ["activeEnergyBurned": 500, "appleExerciseTime": 30, "appleStandHours": 12],
            unit: unit)
    }

    @Test func `rings are a table of values and goals by day`() {
        let rings = ActivityRings([
            summary("2026-01-06", energy: 412, exercise: 31, stand: 12),
            summary("2026-01-05", energy: 520, exercise: 8, stand: 9),
        ])

        #expect(
            rings.text(PlainText()) == """
                day         energy kcal  exercise min  stand hours
                2026-01-05   520 of 500       8 of 30      9 of 12
                2026-01-06   412 of 500      31 of 30     12 of 12
                """)
    }

    @Test func `a range leaves out days before and after it`() {
        let summaries = (1...9).map {
            summary("2026-01-0\($0)", energy: 400, exercise: 10, stand: 8)
        }

        let rings = ActivityRings(
            summaries, from: CivilDate("2026-01-03"), to: CivilDate("2026-01-05"))

        #expect(
            rings.days.map(\.day.description) == ["2026-01-03", "2026-01-04", "2026-01-05"])
    }

    @Test func `energy in kilojoules is shown in kilocalories, and other values are missing`() {
        let rings = ActivityRings([
            ActivitySummary(
                day: "2026-01-05", values: ["activeEnergyBurned": 4184],
                goals: ["activeEnergyBurned": 2092], unit: "kJ")
        ])

        #expect(rings.days.map { $0.energy?.rounded() } == [1000])
        #expect(rings.days.map { $0.energyGoal?.rounded() } == [500])
        #expect(rings.days.map(\.exercise) == [nil])
        #expect(rings.text(PlainText()).contains("1,000 of 500"))
    }

    @Test func `without a summary the text names the command that imports one`() {
        #expect(
            ActivityRings([]).text(PlainText())
                == "There are no activity rings yet. Import some with: dayline import FILE")
        #expect(ActivityRings([]).picture.summary.contains("0 of 0 days"))
    }

    @Test func `the picture has a chart for each ring and counts reached goals`() {
        let picture = ActivityRings([
            summary("2026-01-05", energy: 520, exercise: 8, stand: 12),
            summary("2026-01-06", energy: 412, exercise: 31, stand: 12),
        ]).picture

        #expect(
            picture.summary
                == "Active energy: goal reached on 1 of 2 days; Exercise: goal reached on 1 of 2 "
                + "days; Hours with standing: goal reached on 2 of 2 days.")
        #expect(picture.table.rows.first == ["2026-01-05", "520", "500", "8", "30", "12", "12"])
        let markup = picture.svg(.light)
        for title in ["Active energy", "Exercise", "Hours with standing"] {
            #expect(markup.contains(title))
        }
    }
}
