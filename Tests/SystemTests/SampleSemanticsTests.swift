import Foundation
import Testing

/// Merged sources, nights, workouts and corrections, through all processes.
@Suite(.serialized) struct SampleSemanticsTests {
    private let zone = "America/New_York"

    /// A system with the export in its profile "ny".
    private func system(with export: GeneratedExport) throws -> DaylineSystem {
        let system = try DaylineSystem(aggregationWorkers: 2)
        _ = try system.json("profile", "add", "ny", "--zone", zone)
        _ = try system.json("--profile", "ny", "import", export.zip)
        return system
    }

    /// One value of each day total, by day.
    private func days(
        _ metric: String, _ field: String = "sum", in system: DaylineSystem
    ) throws -> [String: Double] {
        let reply = try system.json("--profile", "ny", "days", metric)
        let days = try #require(reply["days"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: days.compactMap { day in
                (day["day"] as? String).flatMap { name in
                    (day[field] as? Double).map { (name, $0) }
                }
            })
    }

    private func expect(
        _ actual: [String: Double], _ expected: [String: Double],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(Set(actual.keys) == Set(expected.keys), sourceLocation: sourceLocation)
        for (day, value) in expected {
            let difference = abs((actual[day] ?? .nan) - value)
            #expect(difference <= 1e-5 * max(1, value), "\(day)", sourceLocation: sourceLocation)
        }
    }

    @Test func `overlapping sources are merged in the source order of the profile`()
        throws
    {
        let export = try GeneratedExport(days: 20, seed: 4, zone: zone)
        defer { export.remove() }
        let system = try system(with: export)
        let truth = try #require(export.truth["steps_merged"] as? [String: Double])

        let merged = try days("stepCount", in: system)
        let sources = try system.json("--profile", "ny", "sources", "steps")
        let names = try #require(sources["order"] as? [String])
        let other = try system.json(
            "--profile", "ny", "sources", "steps", "--order",
            names.reversed().joined(separator: ","))
        let reversed = try days("stepCount", in: system)
        _ = try system.json("--profile", "ny", "sources", "steps", "--order", "default")
        let again = try days("stepCount", in: system)

        expect(merged, truth)
        #expect(names.count == 2 && names[0].contains("Watch"))
        #expect(other["order"] as? [String] == names.reversed())
        #expect(reversed != merged)
        #expect(again == merged)
    }

    @Test func `the sum of each source is shown beside the merged sum`() throws {
        let export = try GeneratedExport(days: 5, seed: 4, zone: zone)
        defer { export.remove() }
        let system = try system(with: export)
        let daily = try #require(export.truth["daily"] as? [String: [String: Double]])
        let truth = try #require(daily["HKQuantityTypeIdentifierStepCount"])

        let reply = try system.json("--profile", "ny", "days", "steps", "--by-source")

        let days = try #require(reply["days"] as? [[String: Any]])
        #expect(days.count == truth.count)
        for day in days {
            let sources = try #require(day["bySource"] as? [String: Double])
            let total = sources.values.reduce(0, +)
            let name = try #require(day["day"] as? String)
            #expect(sources.count == 2)
            #expect(abs(total - (truth[name] ?? 0)) < 1e-6)
            #expect(total > (day["sum"] as? Double ?? 0))
        }
    }

    @Test func `nights and sleep hours equal those of the export`()
        throws
    {
        let export = try GeneratedExport(days: 15, seed: 8, zone: zone)
        defer { export.remove() }
        let system = try system(with: export)
        let truth = try #require(export.truth["sleep_minutes"] as? [String: [String: Double]])

        let reply = try system.json("--profile", "ny", "sleep")
        let nights = try #require(reply["nights"] as? [[String: Any]])
        let hours = try days("sleepHours", in: system)
        let trend = try system.json(
            "--profile", "ny", "trends", "sleepHours", "--interval", "day", "--on", "2026-07-15")

        #expect(nights.count == truth.count)
        for night in nights {
            let day = try #require(night["day"] as? String)
            let stages = try #require(night["stages"] as? [String: Double])
            let expected = try #require(truth[day])
            #expect(abs((stages["core"] ?? 0) - (expected["AsleepCore"] ?? 0)) < 1e-6)
            #expect(abs((stages["deep"] ?? 0) - (expected["AsleepDeep"] ?? 0)) < 1e-6)
            #expect(abs((stages["rem"] ?? 0) - (expected["AsleepREM"] ?? 0)) < 1e-6)
            #expect(abs((stages["awake"] ?? 0) - (expected["Awake"] ?? 0)) < 1e-6)
            let asleep = try #require(night["asleepMinutes"] as? Double)
            #expect(abs(asleep / 60 - (hours[day] ?? 0)) < 1e-9)
            #expect((night["inBedMinutes"] as? Double ?? 0) > asleep)
        }
        #expect((trend["daily"] as? [Any])?.count == truth.count)
        #expect(trend["unit"] as? String == "hr")
    }

    @Test func `workouts have their statistics, routes and day totals`() throws {
        let export = try GeneratedExport(days: 30, seed: 2, zone: zone, routes: 20)
        defer { export.remove() }
        let system = try system(with: export)
        let counts = try #require(export.truth["counts"] as? [String: Int])

        let reply = try system.json("--profile", "ny", "workouts")
        let workouts = try #require(reply["workouts"] as? [[String: Any]])
        let count = try days("workoutCount", in: system)
        let minutes = try days("workoutDuration", in: system)
        let energy = try days("workoutEnergy", in: system)
        let measured = workouts.compactMap { $0["route"] as? [String: Any] }
            .filter { $0["distanceMeters"] != nil }

        #expect(workouts.count == counts["Workout"])
        #expect(count.values.reduce(0, +) == Double(workouts.count))
        let seconds = workouts.compactMap { $0["seconds"] as? Double }
        let lasting = minutes.values.reduce(0, +) * 60
        #expect(abs(seconds.reduce(0, +) - lasting) < 1e-3)
        let sums = workouts.compactMap { workout in
            let statistics = workout["statistics"] as? [String: [String: Any]]
            for keys in (statistics ?? [:]).values.map(\.keys) {
                #expect(keys.contains("unit") && keys.count > 1)
                #expect(Set(keys).isSubset(of: ["sum", "average", "min", "max", "unit"]))
            }
            return statistics?["activeEnergyBurned"]?["sum"] as? Double
        }
        #expect(sums.count == workouts.count)
        let burned = energy.values.reduce(0, +)
        #expect(abs(sums.reduce(0, +) - burned) < 1e-6)
        #expect(measured.count == min(20, counts["WorkoutRoute"] ?? 0))
        #expect(measured.allSatisfy { ($0["box"] as? [String: Double])?.count == 4 })
        #expect(Set(workouts.compactMap { $0["id"] as? String }).count == workouts.count)
    }

    @Test func `recovery has a row for each day without averages of missing data`() throws {
        let export = try GeneratedExport(days: 10, seed: 6, zone: zone)
        defer { export.remove() }
        let system = try system(with: export)
        let resting = try days("restingHeartRate", "average", in: system)
        let hours = try days("sleepHours", in: system)

        let reply = try system.json("--profile", "ny", "recovery", "--on", "2026-07-05")

        let rows = try #require(reply["days"] as? [[String: Any]])
        #expect(rows.count == 90)
        #expect(rows.last?["date"] as? String == "2026-07-05")
        #expect(try #require(rows.last)["averageRHR"] == nil)
        #expect(rows.last?["workoutCount"] as? Int == 0)
        for row in rows {
            let day = try #require(row["date"] as? String)
            #expect(row["averageRHR"] as? Double == resting[day])
            #expect(row["averageSleepHours"] as? Double == hours[day])
        }
        let headers = try #require(reply["headers"] as? [String: String])
        #expect(headers["averageRHR"]?.hasSuffix(" bpm") == true)
    }

    @Test func `summary differences, correlations and beats of an export are reported`()
        throws
    {
        let export = try GeneratedExport(days: 10, seed: 6, zone: zone, defects: "energy")
        defer { export.remove() }
        let system = try system(with: export)
        let counts = try #require(export.truth["counts"] as? [String: Int])
        let totals = try days("activeEnergyBurned", in: system)
        let summaries = try #require(export.truth["activity_summary"] as? [String: [Double]])

        let differences = try system.json(
            "--profile", "ny", "call", "dayline.aggregation.Insights/SummaryDifferences",
            #"{"bound": 0.05}"#)
        let groups = try system.json(
            "--profile", "ny", "call", "dayline.aggregation.Insights/Correlations", "{}")

        let pulse = try system.json("--profile", "ny", "samples", "heartRate", "--on", "2026-06-25")
        let beats = try system.json(
            "--profile", "ny", "call", "dayline.aggregation.Insights/Beats",
            #"{"from": "2026-01-01"}"#)

        let contexts = try #require(pulse["samples"] as? [[String: Any]]).compactMap {
            ($0["metadata"] as? [String: String])?["HKMetadataKeyHeartRateMotionContext"]
        }
        #expect(Set(contexts) == ["0", "1", "2"])
        let measured = try #require(beats["measurements"] as? [[String: Any]])
        #expect(measured.count == counts["HeartRateVariabilityMetadataList"])
        #expect(
            measured.reduce(0) { $0 + (($1["beats"] as? [Any])?.count ?? 0) }
                == counts["InstantaneousBeatsPerMinute"])
        let found = try #require(differences["differences"] as? [[String: Any]])
        let reported = Set(
            found.filter { $0["metric"] as? String == "activeEnergyBurned" }
                .compactMap { $0["day"] as? String })
        let differing = totals.filter { day, total in
            guard let summary = summaries[day]?[0] else { return false }
            return abs(total - summary) > 0.05 * max(total, summary)
        }
        #expect(!differing.isEmpty)
        #expect(reported == Set(differing.keys))
        #expect((groups["correlations"] as? [Any])?.count == counts["Correlation"])
    }
}
