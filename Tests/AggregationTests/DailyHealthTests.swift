import Aggregation
import CivilTime
import Testing

struct DailyHealthTests {
    @Test func `every day has a row of its workouts`() {
        let workouts = [
            WorkoutSummary(day: day("2026-01-05"), seconds: 3600, kilocalories: 400),
            WorkoutSummary(day: day("2026-01-05"), seconds: 1800, kilocalories: nil),
        ]

        let rows = dailyWorkouts(workouts, in: day("2026-01-05")...day("2026-01-06"))

        #expect(rows.map(\.averageSeconds) == [2700, nil])
        #expect(rows.map(\.averageKilocalories) == [400, nil])
        #expect(rows.map(\.workoutCount) == [2, 0])
    }

    @Test func `a row of recovery has the night before and the means of the day`() {
        var hrv = DayTotals()
        hrv.add(40, on: day("2026-01-05"))
        hrv.add(60, on: day("2026-01-05"))
        let start = utc("2026-01-04T23:00")
        let sleep = SleepSample(start: start, end: start + 7 * 3_600_000, stage: .core)

        let rows = dailyRecovery(
            nights: sleepNights([sleep], in: ZoneHistory(.utc)), hrv: hrv, rhr: DayTotals(),
            respiratoryRate: DayTotals(), in: day("2026-01-04")...day("2026-01-05"))

        #expect(rows.map(\.sleepHours) == [nil, 7])
        #expect(rows.map(\.averageHRV) == [nil, 50])
        #expect(rows.map(\.averageRHR) == [nil, nil])
    }

    @Test func `measurements are formatted as text`() {
        #expect(
            [2700, 3900, 20, 3600].map { HealthChartText.duration(seconds: $0) }
                == ["45m", "1h 5m", "0m", "1h 0m"])
        #expect([7.5, 0.75].map { HealthChartText.sleep(hours: $0) } == ["7h 30m", "45m"])
        #expect(HealthChartText.heartRateVariability(48.2) == "48 ms")
        #expect(HealthChartText.heartRate(58.2) == "58 bpm")
        #expect(HealthChartText.respiratoryRate(14.26) == "14.3 br/min")
        #expect(HealthChartText.energy(312.3) == "312 kcal")
        #expect(HealthChartText.heartRate(nil) == "–")
        #expect(HealthChartText.duration(seconds: .infinity) == "–")
    }

    @Test(arguments: [
        (0, 0, ""), (1, 0, "1 lap"), (3, 0, "3 laps"), (0, 6, "6 segments"),
        (2, 4, "2 laps, 4 segments"), (1, 1, "1 lap, 1 segment"),
    ])
    func `laps and segments are counted`(laps: Int, segments: Int, text: String) {
        #expect(HealthChartText.events(laps: laps, segments: segments) == text)
    }

    @Test func `only days are drawn with their points and values`() {
        let styles = Interval.allCases.map(ChartStyle.init)

        #expect(styles.map(\.hasPointMarkers) == [true, false, false, false, false, false])
        #expect(styles.map(\.lineWidth) == [2, 3, 3, 3, 3, 3])
        #expect(styles.map(\.maxTicks) == [6, 8, 6, 4, 2, 5])
        #expect(styles.map { $0.ticks(forPoints: 3) } == [3, 3, 3, 3, 2, 3])
        #expect(ChartStyle(.half).accessibilityLabel == "Trend of half averages")
    }
}
