import CivilTime
import Contracts
import PluginKit
import RPC
import Testing

/// Rows that an importer appends with the public declarations of PluginKit, read back as answers.
@Suite struct ImporterRowTests {
    /// 2026-03-01T00:00:00Z.
    private static let start: Int64 = 1_772_323_200_000
    private static let hour: Int64 = 3_600_000
    private static let location = ItemLocation(offset: 0, line: 1, text: "")

    @Test func `a workout with a route is answered with its measures`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            try batches.append(
                ImportedWorkout(
                    type: "Running", source: "Watch", start: Self.start,
                    end: Self.start + Self.hour,
                    statistics: [
                        "distanceWalkingRunning": .init(unit: "km", sum: 10),
                        "heartRate": .init(unit: nil, average: 141),
                    ],
                    events: [
                        .init(type: "Pause", start: Self.start + 600_000),
                        .init(type: "Resume", start: Self.start + 1_200_000),
                    ],
                    routes: [
                        .init(
                            file: "run.gpx", points: 9, distanceMeters: 10_010,
                            box: .init(south: 52, west: 13, north: 52.1, east: 13.1),
                            line: [
                                [
                                    .init(time: Self.start, latitude: 52, longitude: 13),
                                    .init(
                                        time: Self.start + 60_000, latitude: 52.1, longitude: 13.1),
                                ], [.init(latitude: 52.05, longitude: 13.05)],
                            ])
                    ]),
                elements: ["WorkoutEvent": 2], files: ["route": 1], from: Self.location)
        }

        let report = try await system.runImport(Export())
        let workouts = try await system.aggregation.call(
            Insights.workouts, Insights.DayRangeRequest())

        let workout = try #require(workouts.workouts.first)
        #expect(report.byType["Workout"] == .init(read: 1, stored: 1))
        #expect(report.nested == ["WorkoutEvent": .init(read: 2, stored: 2)])
        #expect(report.files == ["route": .init(read: 1, stored: 1)])
        #expect(workout.seconds == 3000)
        #expect(workout.statistics["heartRate"]?.average == 141)
        #expect(workout.statistics["distanceWalkingRunning"]?.sum == 10_000)
        #expect(workout.route?.points == 9)
        #expect(workout.route?.box?.north == 52.1)
        #expect(workout.routes.allSatisfy { $0.lines == nil })
        let single = try await system.aggregation.call(
            Insights.workout, Insights.WorkoutRequest(id: workout.id))
        #expect(single == workout)
        let route = try await system.aggregation.call(
            Insights.route, Insights.RouteRequest(id: workout.id))
        #expect(route.points.map(\.segment) == [0, 0, 1])
        #expect(route.points.map(\.latitude) == [52, 52.1, 52.05])
        #expect(route.points.map(\.time) == [Self.start, Self.start + 60_000, nil])
        #expect(route.next == nil)
    }

    @Test func `a workout or route that does not exist has a reason`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            try batches.append(
                ImportedWorkout(
                    type: "Running", source: "Watch", start: Self.start,
                    end: Self.start + Self.hour), from: Self.location)
        }
        try await system.runImport(Export())
        let all = try await system.aggregation.call(Insights.workouts, Insights.DayRangeRequest())
        let id = try #require(all.workouts.first?.id)

        let unknown = await #expect(throws: Status.self) {
            try await system.aggregation.call(
                Insights.workout, Insights.WorkoutRequest(id: "0000000000000000"))
        }
        let noRoute = await #expect(throws: Status.self) {
            try await system.aggregation.call(Insights.route, Insights.RouteRequest(id: id))
        }

        #expect(unknown?.code == .notFound)
        #expect(noRoute?.code == .outOfRange)
    }

    @Test func `a night of sleep stages is answered as a night`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            let sleep = try batches.series(.sleep(source: "Ring"))
            let stages: [SleepStage] = [.core, .deep, .rem, .awake, .core]
            for (index, stage) in stages.enumerated() {
                let from = Self.start + Int64(index) * Self.hour
                try batches.append(
                    stage, to: sleep, start: from, end: from + Self.hour, from: Self.location)
            }
        }

        try await system.runImport(Export())
        let nights = try await system.aggregation.call(Insights.sleep, Insights.SleepRequest())
            .nights

        #expect(nights.map(\.day.description) == ["2026-03-01"])
        #expect(nights.map(\.asleepMinutes) == [240])
        #expect(nights.map(\.stages.core) == [120])
        #expect(nights.map(\.stages.deep) == [60])
        #expect(nights.allSatisfy { $0.intervals == nil })
    }

    @Test func `the intervals of a night have their stages and times`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            let sleep = try batches.series(.sleep(source: "Ring"))
            for (index, stage) in [SleepStage.core, .deep].enumerated() {
                let from = Self.start + Int64(index) * Self.hour
                try batches.append(
                    stage, to: sleep, start: from, end: from + Self.hour, from: Self.location)
            }
        }

        try await system.runImport(Export())
        let nights = try await system.aggregation.call(
            Insights.sleep, Insights.SleepRequest(hasIntervals: true)
        ).nights

        #expect(
            nights.first?.intervals == [
                .init(stage: "core", offset: 0, minutes: 60),
                .init(stage: "deep", offset: 60, minutes: 60),
            ])
    }

    @Test func `a member of an unknown metric has the unit of its samples`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            let member = ImportedCorrelation.Member(
                metric: "oddness", unit: "mg", start: Self.start, end: Self.start, value: 7)
            let series = try batches.series(
                SeriesDescription(metric: "oddness", unit: "mg", source: "Cuff"))
            try batches.append(
                series, start: Self.start, end: Self.start, value: 7, from: Self.location)
            try batches.append(
                ImportedCorrelation(
                    type: "Odd", source: "Cuff", start: Self.start, end: Self.start,
                    members: [member]), from: Self.location)
        }

        try await system.runImport(Export())
        let found = try await system.aggregation.call(
            Insights.correlations, Insights.DayRangeRequest())

        #expect(found.correlations.first?.members.map(\.unit) == ["mg"])
        #expect(found.correlations.first?.members.map(\.value) == [7])
    }

    @Test func `a correlation and its members are answered`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            let member = ImportedCorrelation.Member(
                metric: "bloodPressureSystolic", unit: "mmHg", start: Self.start, end: Self.start,
                value: 121)
            try batches.append(
                ImportedCorrelation(
                    type: "BloodPressure", source: "Cuff", start: Self.start, end: Self.start,
                    members: [member]),
                from: Self.location)
            let series = try batches.series(
                SeriesDescription(
                    metric: "bloodPressureSystolic", unit: "mmHg", source: "Cuff", isPart: true))
            try batches.append(
                series, start: Self.start, end: Self.start, value: 121, from: Self.location)
        }

        let report = try await system.runImport(Export())
        let found = try await system.aggregation.call(
            Insights.correlations, Insights.DayRangeRequest())

        #expect(report.byType == ["Correlation": .init(read: 1, stored: 1)])
        #expect(report.nested?["bloodPressureSystolic"]?.stored == 1)
        #expect(found.correlations.map(\.type) == ["BloodPressure"])
        #expect(found.correlations.first?.members.map(\.value) == [121])
        #expect(try await system.sums("bloodPressureSystolic") == ["2026-03-01": 121])
    }

    @Test func `an invalid workout is quarantined and the import continues`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            for end in [Self.start - 1, Self.start + Self.hour] {
                try batches.append(
                    ImportedWorkout(
                        type: "Running", source: "Watch", start: Self.start, end: end),
                    from: Self.location)
            }
        }

        let report = try await system.runImport(Export())

        #expect(report.byType["Workout"] == .init(read: 2, stored: 1, quarantined: 1))
        #expect(report.problems.map(\.reason) == ["it ends before it starts"])
    }
}
