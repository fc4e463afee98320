import Testing
import Workouts

@Suite struct WorkoutTests {
    @Test func `warm-ups set no records`() {
        let records = PersonalRecords([
            StrengthSet(reps: 5, weight: 120, isWarmup: true), StrengthSet(reps: 8, weight: 80),
            StrengthSet(reps: 1, weight: 95),
        ])

        #expect(records.heaviestWeight == 95)
        #expect(records.setVolume == 640)
        #expect(records.reps == 8)
    }

    @Test func `only what is better beats a record`() {
        let records = PersonalRecords([StrengthSet(reps: 5, weight: 100)])

        let beaten = records.beaten(by: [StrengthSet(reps: 6, weight: 90)])

        #expect(beaten.reps == 6)
        #expect(beaten.setVolume == 540)
        #expect(beaten.heaviestWeight == nil)
        #expect(beaten.oneRepMaximum == nil)
    }

    @Test(arguments: [(8, true), (7, false)])
    func `from four fifths of the plan a workout counts as done`(done: Int, isDone: Bool) {
        let adherence = Adherence(kind: .strength, planned: 10, done: done)

        #expect((adherence == .completed) == isDone)
    }

    @Test func `effective sets share a set among the muscles it works`() {
        let bench = [
            MuscleInvolvement(muscle: "Chest", share: 1),
            MuscleInvolvement(muscle: "Triceps", share: 0.5),
        ]
        let dips = [MuscleInvolvement(muscle: "Triceps", share: 1)]

        let volumes = effectiveSets([(sets: 4, muscles: bench), (sets: 3, muscles: dips)])

        #expect(volumes == ["Chest": 4, "Triceps": 5])
        #expect(DayLabel(volumes: volumes) == .push)
    }

    @Test func `pauses that overlap the end are counted up to it`() {
        let clock = SessionClock(start: 0, pauses: [100...400], openPauseAt: nil)

        #expect(clock.activeSeconds(at: 200) == 100)
    }
}
