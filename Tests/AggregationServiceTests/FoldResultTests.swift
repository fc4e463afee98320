import CivilTime
import Contracts
import RPC
import TestKit
import Testing

/// Tests of folds, from stored chunks to the days in responses.
@Suite(.cleanup) struct FoldResultTests {
    private static let watch = SeriesKey.of("stepCount", "count", source: "Watch")
    private static let phone = SeriesKey.of("stepCount", "count", source: "Phone")

    @Test func `a day gets its share of what began the day before`() async throws {
        let system = try await FoldingSystem(day: 2000)

        try await system.importSamples([
            .init(key: Self.watch, samples: [(24 * 100 - 1, 24 * 100 + 3, 80)])
        ])

        #expect(try await system.sums("stepCount") == [99: 20, 100: 60])
    }

    @Test func `a person's order turns the sources round, and a new sample keeps it`() async throws
    {
        let system = try await FoldingSystem(day: 2000)
        try await system.importSamples([
            .init(key: Self.phone, samples: [(2400, 2402, 20)]),
            .init(key: Self.watch, samples: [(2401, 2403, 200)]),
        ])
        let before = try await system.sums("stepCount")

        let ordered = try await system.storage.call(
            Sources.setOrder, Sources.SetOrderRequest(metric: "stepCount", order: ["Phone"]))
        _ = try await system.storage.call(Folds.wait, Folds.WaitRequest(version: ordered.version))
        let turned = try await system.sums("stepCount")
        try await system.importSamples([
            .init(key: Self.watch, samples: [(2401, 2403, 200), (2403, 2404, 1)])
        ])

        #expect(before == [100: 210])
        #expect(turned == [100: 120])
        #expect(try await system.sums("stepCount") == [100: 121])
    }

    @Test(arguments: ["stepCount", "heartRate"])
    func `which source was stored first changes no bit of a day`(metric: String) async throws {
        let unit = metric == "stepCount" ? "count" : "count/min"
        let series = ["A", "B", "C", "D"].enumerated().map { place, name in
            FoldingSystem.Series(
                key: .of(metric, unit, source: name),
                samples: (0..<200).map { number in
                    let start = 2400 + Double(place) / 13 + Double(number) / 3
                    return (start, start + 0.1, Double(1 + number * 7 + place) / 7)
                })
        }
        var answers: [[Insights.DaysResponse.Total]] = []
        for order in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]] {
            let system = try await FoldingSystem(day: 2000)
            for place in order { try await system.importSamples([series[place]]) }
            answers.append(
                try await system.insights.call(Insights.days, Insights.DaysRequest(name: metric))
                    .days)
        }

        #expect(answers[0].count == 3)
        #expect(answers[1] == answers[0])
        #expect(answers[2] == answers[0])
    }

    @Test func `a workout without a duration lasts from its start to its end without its pauses`()
        async throws
    {
        let system = try await FoldingSystem(day: 2000)
        let hour: Int64 = 3_600_000
        func workout(_ start: Int64, seconds: Double?, _ events: [(String, Int64)]) -> HealthRow {
            .workout(
                Workout(
                    type: "Running", source: "Watch", sourceKey: "Watch", device: "",
                    start: start * hour, end: (start + 1) * hour, seconds: seconds,
                    events: events.map {
                        .init(type: $0.0, start: start * hour + $0.1 * 60_000, seconds: nil)
                    }))
        }

        try await system.importSamples(
            [],
            rows: [
                workout(2400, seconds: 1800, [("Pause", 10)]),
                workout(2424, seconds: nil, [("Pause", 10), ("Lap", 15), ("Resume", 25)]),
                workout(2448, seconds: nil, [("Pause", 50)]), workout(2472, seconds: nil, []),
            ])

        #expect(try await system.sums("workoutDuration") == [100: 30, 101: 45, 102: 50, 103: 60])
        #expect(try await system.sums("workoutCount") == [100: 1, 101: 1, 102: 1, 103: 1])
        #expect(try await system.sums("workoutEnergy").isEmpty)
    }

    private func workout(
        _ source: String, _ start: Double, _ end: Double, type: String = "Running",
        energy: Double? = nil
    ) -> HealthRow {
        let hour = 3_600_000.0
        return .workout(
            Workout(
                type: type, source: source, sourceKey: source, device: "",
                start: Int64(start * hour), end: Int64(end * hour), seconds: nil,
                statistics: energy.map { ["activeEnergyBurned": .init(unit: "kcal", sum: $0)] }
                    ?? [:]))
    }

    @Test func `a workout of two sources counts once, and each source's record is listed`()
        async throws
    {
        let system = try await FoldingSystem(day: 2000)

        try await system.importSamples(
            [],
            rows: [
                workout("Watch", 2410, 2411, energy: 300),
                workout("Phone", 2410.5, 2411.5, energy: 100),
                workout("Phone", 2410.5, 2411.5, type: "Cycling"), workout("Phone", 2430, 2431),
            ])
        let days = try await system.insights.call(
            Insights.days, Insights.DaysRequest(name: "workoutDuration", bySource: true)
        ).days
        let rows = try await system.insights.call(
            Insights.recovery, Insights.RecoveryRequest(from: days[0].day, to: days[1].day)
        ).days
        let listed = try await system.insights.call(Insights.workouts, Insights.DayRangeRequest())

        #expect(days.map(\.sum) == [150, 60])
        #expect(days.map(\.samples) == [3, 1])
        #expect(days.map(\.bySource) == [["Watch": 60, "Phone": 120], ["Phone": 60]])
        #expect(try await system.sums("workoutCount") == [100: 2, 101: 1])
        #expect(try await system.sums("workoutEnergy") == [100: 350])
        #expect(rows.map(\.workoutCount) == [2, 1])
        #expect(rows.map(\.averageDuration) == [4500, 3600])
        #expect(rows.map(\.averageCalories) == [350, nil])
        #expect(listed.workouts.count == 4)
    }

    @Test func `a person orders the sources of workouts, which count on the day they begin`()
        async throws
    {
        let system = try await FoldingSystem(day: 2000)
        // From 23:30 to 1:30, and from 0:30 to 2:30.
        try await system.importSamples([], rows: [workout("Phone", 2424.5, 2426.5, energy: 100)])
        try await system.importSamples([], rows: [workout("Watch", 2423.5, 2425.5, energy: 200)])
        let before = try await system.sums("workoutEnergy")

        let listing = try await system.insights.call(
            Insights.sources, Insights.SourcesRequest(name: "workoutEnergy"))
        let ordered = try await system.storage.call(
            Sources.setOrder, Sources.SetOrderRequest(metric: "workoutEnergy", order: ["phone"]))
        _ = try await system.storage.call(Folds.wait, Folds.WaitRequest(version: ordered.version))

        #expect(listing.sources.map(\.name) == ["Watch", "Phone"])
        #expect(listing.sources.map(\.class) == ["watch", "phone"])
        #expect(listing.sources.map(\.samples) == [1, 1])
        #expect(before == [100: 250, 101: 0])
        #expect(try await system.sums("workoutEnergy") == [100: 200, 101: 0])
        #expect(try await system.sums("workoutDuration") == [100: 180, 101: 0])
        #expect(try await system.sums("workoutCount") == [100: 1, 101: 0])
    }

    @Test func `a session that began days ago is whole, also when only its end is new`()
        async throws
    {
        let system = try await FoldingSystem(day: 2000)
        let sleep = SeriesKey.of("sleepAnalysis", "category", source: "Watch")
        // An hour asleep each day and awake for the rest, for fifteen days without a break. The new
        // sample is in another segment, and its session began many days before.
        let hours = (2340..<2700).map { hour in
            (Double(hour), Double(hour + 1), hour.isMultiple(of: 24) ? 3.0 : 2)
        }

        try await system.importSamples([.init(key: sleep, samples: hours)])
        let before = try await system.sums("sleepHours")
        let after = hours.filter { $0.0 >= 2622 } + [(2700, 2701, 3)]
        try await system.importSamples([.init(key: sleep, samples: after)])
        let nights = try await system.insights.call(Insights.sleep, Insights.SleepRequest())

        #expect(before == [112: 15])
        #expect(try await system.sums("sleepHours") == [112: 16])
        #expect(nights.nights.map(\.day.days) == [112])
        #expect(nights.nights.first?.start == "1970-04-08T12:00:00+00:00")
    }

    @Test func `sources are named with their class, their days and the order that holds`()
        async throws
    {
        let system = try await FoldingSystem(day: 2000)
        let device = "name:Apple Watch, manufacturer:Apple Inc., hardware:Watch6,2, software:9.1"
        let newer = device.replacing("9.1", with: "9.2")
        try await system.importSamples([
            .init(key: Self.phone, samples: [(2400, 2402, 20)]),
            .init(
                key: .of("stepCount", "count", source: "Sam", device: device),
                samples: [(2400, 2401, 5)]),
            .init(
                key: .of("stepCount", "count", source: "Sam", device: newer),
                samples: [(2448, 2449, 5), (2450, 2451, 5)]),
        ])

        let listing = try await system.insights.call(
            Insights.sources, Insights.SourcesRequest(name: "steps"))

        #expect(listing.order == ["Sam", "Phone"])
        #expect(listing.sources.map(\.class) == ["watch", "phone"])
        #expect(listing.sources.map(\.samples) == [3, 1])
        #expect(listing.sources.first?.device == "Apple Watch Watch6,2")
        #expect(listing.sources.first?.lastDay == CivilDate(days: 102))
    }
}
