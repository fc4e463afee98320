import Testing
import Workouts

@Suite struct TrainingRulesTests {
    @Test func `warm-ups set no records`() {
        let records = PersonalRecords([
            StrengthSet(reps: 5, weight: 120, isWarmup: true), StrengthSet(reps: 8, weight: 80),
            StrengthSet(reps: 1, weight: 95),
        ])

        #expect(records.heaviestWeight == 95)
        #expect(records.setVolume == 640)
        #expect(records.reps == 8)
    }

    @Test func `a set improves the records that it exceeds, and no first value is a record`() {
        let before = PersonalRecords([StrengthSet(reps: 5, weight: 100)])

        let heavier = PersonalRecords([StrengthSet(reps: 3, weight: 110)])
        let equal = PersonalRecords([StrengthSet(reps: 5, weight: 100 + 1e-9)])

        #expect(
            heavier.improvements(over: before) == [
                RecordImprovement(kind: .heaviestWeight, value: 110, previous: 100),
                RecordImprovement(
                    kind: .oneRepMaximum, value: 110.0 * 36 / 34, previous: 112.5),
            ])
        #expect(equal.improvements(over: before).isEmpty)
        #expect(before.improvements(over: PersonalRecords([])).isEmpty)
    }

    @Test func `a longer timed set improves the longest time`() {
        let before = PersonalRecords([StrengthSet(reps: 0, weight: 0, seconds: 60)])
        let longer = PersonalRecords([StrengthSet(reps: 0, weight: 0, seconds: 75)])

        #expect(
            longer.improvements(over: before)
                == [RecordImprovement(kind: .seconds, value: 75, previous: 60)])
    }

    @Test(
        arguments: [
            ([0..<100], 0), ([50..<150], 0), ([51..<200], nil), ([100..<200], nil), ([], nil),
            ([0..<60, 30..<100], 1), ([0..<60, 40..<100], 0), ([10..<20], 0),
        ] as [([Range<Int64>], Int?)])
    func `the workout that shares at least half of the shorter time is the match`(
        workouts: [Range<Int64>], match: Int?
    ) {
        #expect(bestOverlap(of: 0..<100, among: workouts) == match)
    }

    @Test(arguments: [(8, true), (7, false)])
    func `a workout of at least four fifths of the plan is completed`(done: Int, isDone: Bool) {
        let adherence = Adherence(kind: .strength, planned: 10, done: done)

        #expect((adherence == .completed) == isDone)
    }

    @Test(
        arguments: [
            (0.8, nil), (2.4 / 3, nil), (1.3, nil), (0.64, "Incomplete: 64% of target"),
            (0.7999, "Incomplete: 79% of target"), (0, "Incomplete: 0% of target"),
        ] as [(Double, String?)])
    func `the skip reason of a cardio workout below four fifths has the share`(
        share: Double, reason: String?
    ) {
        #expect(
            Adherence(shareOfTarget: share) == (reason.map { .skipped(reason: $0) } ?? .completed))
    }

    @Test func `the skip reason of a strength workout below four fifths has the sets`() {
        #expect(
            Adherence(kind: .strength, planned: 10, done: 7)
                == .skipped(reason: "Incomplete: 7/10 sets"))
    }

    @Test func `sets that sum up to a landmark reach it`() {
        let landmarks = VolumeLandmarks(
            minimumEffective: 7, maximumAdaptive: 14, maximumRecoverable: 20)
        let chest = [MuscleInvolvement(muscle: "Chest", share: 0.7)]
        let sets = effectiveSets([(sets: 3, muscles: chest), (sets: 7, muscles: chest)])["Chest"]

        #expect(sets.map(landmarks.state(at:)) == .nearMEV)
        #expect(landmarks.state(at: 6.9) == .belowMEV)
    }

    @Test func `effective sets divide a set among its muscles`() {
        let bench = [
            MuscleInvolvement(muscle: "Chest", share: 1),
            MuscleInvolvement(muscle: "Triceps", share: 0.5),
        ]
        let dips = [MuscleInvolvement(muscle: "Triceps", share: 1)]

        let volumes = effectiveSets([(sets: 4, muscles: bench), (sets: 3, muscles: dips)])

        #expect(volumes == ["Chest": 4, "Triceps": 5])
        #expect(TrainingDayLabel(volumes: volumes) == .push)
    }

    @Test func `a pause that overlaps the end counts up to the end`() {
        let clock = TrainingSessionClock(start: 0, pauses: [100...400], openPauseAt: nil)

        #expect(clock.activeTime(at: 200) == 100)
    }
}
