import Foundation
import Testing

/// Rows of a Python importer in a real system, read back with the CLI and over the bus.
@Suite struct PythonImporterRowTests {
    private static let importer = """
        #!/usr/bin/python3
        import os, sys
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
        import dayline.importer

        START, HOUR = 1_772_323_200_000, 3_600_000

        def read(file, batches):
            batches.workout(
                "Running", "Watch", START + 10 * HOUR, START + 11 * HOUR, seconds=3500,
                statistics={"activeEnergyBurned": {"unit": "kcal", "sum": 640.0},
                            "distanceWalkingRunning": {"unit": "m", "sum": 10_000.0}},
                events=[{"type": "Lap", "start": START + 10 * HOUR, "seconds": 300}],
                activities=[{"type": "Running", "start": START + 10 * HOUR}],
                routes=[{"file": "run.gpx", "points": 9, "distanceMeters": 10_010.0,
                         "box": {"south": 52.0, "west": 13.0, "north": 52.1, "east": 13.1}}],
                files={"route": 1})
            sleep = batches.series("sleepAnalysis", "category", "Ring")
            for hour, stage in enumerate(["core", "deep", "rem", "awake", "core"]):
                batches.sleep(sleep, stage, START + hour * HOUR, START + (hour + 1) * HOUR)
            pressure = [("bloodPressureSystolic", 121), ("bloodPressureDiastolic", 79)]
            batches.correlation("BloodPressure", "Cuff", START, START,
                                [(metric, START, START, value) for metric, value in pressure])
            for metric, value in pressure:
                series = batches.series(metric, "mmHg", "Cuff", part=True)
                batches.append(series, START, START, value)
            batches.activity_summary("2026-03-01", {"appleStandHours": 12},
                                     {"appleStandHours": 10})
            batches.problem("the watch was charging", line=3)
            batches.utc_offset("2026-03-01", 0)

        if __name__ == "__main__":
            dayline.importer.run(read)

        """

    @Test
    func `a workout with a route, a night and a correlation of a Python importer are read back`()
        throws
    {
        let system = try DaylineSystem()
        let created = try system.json("plugins", "new", "diary", "--language", "python")
        let folder = try #require(created["path"] as? String)
        try Data(Self.importer.utf8).write(to: URL(fileURLWithPath: "\(folder)/importer.py"))
        chmod("\(folder)/importer.py", 0o700)
        let file = "\(system.home)/march.diary.csv"
        try Data("x\n".utf8).write(to: URL(fileURLWithPath: file))

        let report = try system.run("--json", "import", file).json()
        let workouts = try system.json("workouts", "--zone", "UTC")
        let nights = try system.json("sleep", "--zone", "UTC")
        let called = try system.run(
            "call", "dayline.aggregation.Insights/Correlations", "{\"zone\": \"UTC\"}")

        let counts = try #require(report["byType"] as? [String: [String: Any]])
        #expect(counts["Workout"]?["stored"] as? Int == 1)
        #expect(counts["sleepAnalysis"]?["stored"] as? Int == 5)
        #expect(counts["Correlation"]?["stored"] as? Int == 1)
        #expect(counts["ActivitySummary"]?["stored"] as? Int == 1)
        let workout = try #require((workouts["workouts"] as? [[String: Any]])?.first)
        let route = try #require(workout["route"] as? [String: Any])
        #expect(workout["type"] as? String == "Running")
        #expect(workout["seconds"] as? Double == 3500)
        #expect(route["points"] as? Int == 9)
        #expect((route["box"] as? [String: Any])?["north"] as? Double == 52.1)
        let night = try #require((nights["nights"] as? [[String: Any]])?.first)
        #expect(night["asleepMinutes"] as? Double == 240)
        let correlations = try #require(try called.json()["correlations"] as? [[String: Any]])
        let members = try #require(correlations.first?["members"] as? [[String: Any]])
        #expect(members.compactMap { $0["value"] as? Double }.sorted() == [79, 121])
        let problems = try #require(report["problems"] as? [[String: Any]])
        #expect(problems.contains { $0["reason"] as? String == "the watch was charging" })
    }
}
