import Contracts
import RPC
import Testing

@Suite struct WorkoutOutlineTests {
    private static func workout(seconds: Double?, energy: Double?, mark: String?) -> Workout {
        Workout(
            type: "Running", source: "My \"Watch\"", sourceKey: "my watch",
            device: "name:x, model:Watch",
            start: 1000, end: 61_000, seconds: seconds,
            statistics: [
                "activeEnergyBurned": .init(unit: "kcal", sum: energy, average: 1),
                "distanceWalkingRunning": .init(unit: "m", sum: 5000),
            ],
            events: [
                .init(type: "Resume", start: 31_000, seconds: nil),
                .init(type: "Pause", start: 21_000, seconds: 1),
            ],
            metadata: mark.map { ["HKWasUserEntered": $0, "HKIndoorWorkout": "0"] } ?? [:])
    }

    @Test(
        arguments: [
            (workout(seconds: 12.5, energy: 300, mark: "1"), 12.5, 300, true),
            (workout(seconds: nil, energy: nil, mark: "0"), 50, nil, false),
            (workout(seconds: nil, energy: 0.1, mark: nil), 50, 0.1, false),
        ] as [(Workout, Double, Double?, Bool)])
    func `an outline says of a workout what is added up`(
        workout: Workout, seconds: Double, energy: Double?, isEntered: Bool
    ) throws {
        let page = HealthRows.WorkoutPage(ids: ["1"], written: [try JSONBody.encode(workout)])

        let outline = try #require(try page.outlines().first)

        #expect(try page.workouts().map(\.workout) == [workout])
        #expect(workout.activeSeconds == seconds)
        #expect(outline.activeSeconds == seconds)
        #expect(outline.energy == energy)
        #expect(outline.isEntered == isEntered)
        #expect(outline.type == workout.type)
        #expect(outline.source == workout.source)
        #expect(outline.sourceKey == workout.sourceKey)
        #expect(outline.device == workout.device)
        #expect([outline.start, outline.end] == [workout.start, workout.end])
    }
}
