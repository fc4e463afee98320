import Aggregation
import Randomness
import Testing

struct WorkoutMergeTests {
    private func bout(
        _ source: String, _ start: Int64, _ end: Int64, type: String = "Running",
        seconds: Double? = nil, kilocalories: Double? = nil, rank: Int = 0, energyRank: Int = 0
    ) -> WorkoutBout {
        WorkoutBout(
            type: type, source: source, start: start * 1000, end: end * 1000,
            seconds: seconds ?? Double(end - start), kilocalories: kilocalories, rank: rank,
            energyRank: energyRank)
    }

    @Test func `bouts of one type that overlap are one workout, others are not`() {
        let merged = mergedWorkouts([
            bout("Watch", 0, 100), bout("Phone", 90, 200, rank: 1), bout("App", 190, 250, rank: 2),
            bout("Watch", 250, 300), bout("Phone", 0, 100, type: "Cycling"),
        ])

        #expect(merged.map(\.start) == [0, 0, 250_000])
        #expect(merged.map(\.seconds) == [100, 250, 50])
    }

    @Test func `a lower source adds what it has for itself, of active time and of energy`() {
        // The watch paused for 40 of its 100 seconds.
        let watch = bout("Watch", 0, 100, seconds: 60, kilocalories: 10)
        let phone = bout("Phone", 50, 150, seconds: 90, kilocalories: 30, rank: 1, energyRank: 1)

        let merged = mergedWorkouts([phone, watch])

        #expect(merged.map(\.seconds) == [60 + 45])
        #expect(merged.map(\.kilocalories) == [10 + 15])
    }

    @Test func `a source without energy does not hide the energy of another source`() {
        let hand = bout("Diary", 0, 100)
        let watch = bout("Watch", 0, 90, kilocalories: 70, rank: 1, energyRank: 1)

        let merged = mergedWorkouts([hand, watch])

        #expect(merged.map(\.seconds) == [100])
        #expect(merged.map(\.kilocalories) == [70])
        #expect(mergedWorkouts([hand]).map(\.kilocalories) == [nil])
    }

    @Test func `energy and time each have their order`() {
        let watch = bout("Watch", 0, 100, kilocalories: 70, rank: 0, energyRank: 1)
        let strap = bout("Strap", 0, 200, seconds: 150, kilocalories: 50, rank: 1, energyRank: 0)

        let merged = mergedWorkouts([watch, strap])

        #expect(merged.map(\.seconds) == [175])
        #expect(merged.map(\.kilocalories) == [50])
    }

    @Test func `a copy of another source adds nothing of its own`() {
        let watch = bout("Watch", 0, 1000, kilocalories: 500)
        let copy = bout("Strava", 50, 1100, kilocalories: 700, rank: 1, energyRank: 1)
        let later = bout("Phone", 110, 1120, kilocalories: 700, rank: 2, energyRank: 2)

        #expect(mergedWorkouts([copy, watch]).map(\.seconds) == [1000])
        #expect(mergedWorkouts([copy, watch]).map(\.kilocalories) == [500])
        #expect(workoutCopies([copy, watch], rank: \.rank) == [0: 1])
        // 88.1 % of the time are shared.
        #expect(mergedWorkouts([watch, later]).map(\.seconds) == [1120])
        // Two records of one source are not copies of each other.
        #expect(workoutCopies([watch, bout("Watch", 0, 1000)], rank: \.rank).isEmpty)
        // The source of energy counts, although its time is a copy.
        let silent = bout("Watch", 0, 1000)
        #expect(mergedWorkouts([silent, copy]).map(\.kilocalories) == [700])
    }

    @Test func `a workout without a length counts, where nothing covers it`() {
        let merged = mergedWorkouts([
            bout("A", 5, 5, seconds: 7), bout("A", 100, 200), bout("B", 150, 150, seconds: 7),
            bout("B", 200, 200, seconds: 9),
        ])

        #expect(merged.map(\.seconds) == [7, 100, 9])
    }

    /// The reference implementation: the first bout that covers each second.
    private func plainMerge(_ bouts: [WorkoutBout]) -> [Int64: Double] {
        var groups = bouts.map { [$0] }
        var joins = true
        while joins {
            joins = false
            for i in groups.indices {
                for j in groups.indices where i < j && !joins {
                    let meets = groups[i].contains { a in
                        groups[j].contains { a.start < $0.end && $0.start < a.end }
                    }
                    if meets {
                        groups[i] += groups[j]
                        groups[j] = []
                        joins = true
                    }
                }
            }
        }
        var seconds: [Int64: Double] = [:]
        for records in groups where !records.isEmpty {
            var sum = 0.0
            var group: [WorkoutBout] = []
            for bout in records.sorted(by: { $0.rank < $1.rank }) {
                let isCopy = group.contains { other in
                    let shared = min(bout.end, other.end) - max(bout.start, other.start)
                    return shared * 10 >= (bout.end - bout.start) * 9
                }
                if !isCopy { group.append(bout) }
            }
            for moment in stride(from: Int64(0), to: 40_000, by: 1000) {
                let owner = group.filter { $0.start <= moment && moment < $0.end }
                    .min { ($0.rank, $0.start, -$0.end) < ($1.rank, $1.start, -$1.end) }
                if let owner { sum += owner.seconds / (Double(owner.end - owner.start) / 1000) }
            }
            seconds[records.map(\.start).min() ?? 0, default: 0] += sum
        }
        return seconds
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `the merge agrees with a count by seconds`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Unique ranks, so that no result depends on a name.
        let bouts = (0..<Int.random(in: 1...7, using: &random)).map { rank in
            let start = Int64.random(in: 0..<30, using: &random)
            return bout(
                "\(rank)", start, start + Int64.random(in: 1...10, using: &random),
                seconds: Double.random(in: 0...9, using: &random), rank: rank)
        }

        let merged = mergedWorkouts(bouts.shuffled(using: &random))
        let expected = plainMerge(bouts)

        #expect(Set(merged.map(\.start)) == Set(expected.keys), "seed \(seed)")
        for workout in merged {
            let seconds = expected[workout.start] ?? .nan
            #expect(abs(workout.seconds - seconds) < 1e-9, "seed \(seed)")
        }
    }
}
