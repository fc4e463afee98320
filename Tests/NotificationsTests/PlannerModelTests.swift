import CivilTime
import Foundation
import Notifications
import Randomness
import TestKit
import Testing
import Tracker

/// The planner, which jumps from instant to instant, against the model that looks at every minute.
@Suite struct PlannerModelTests {
    private static let zones: [Zone] = {
        ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "Pacific/Apia"]
            .compactMap { name in
                let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)")
                return data.flatMap { try? Zone(name: name, tzif: Array($0)) }
            }
    }()

    /// An event between two minutes, the same in both runs.
    private enum Step {
        case change
        case stop
        case start
    }

    @Test(arguments: TestTier.seeds(10, long: 100))
    func `the planner sends what a model sends that looks at every minute`(seed: UInt64) throws {
        try #require(Self.zones.count == 5)
        var random = SplitMix64(seed: seed)
        let first = RandomPerson(&random, Self.zones)
        let minutes = 9 * 24 * 60
        var steps: [Int: Step] = [:]
        for _ in 0..<(4 + random.below(30)) { steps[1 + random.below(minutes)] = .change }
        for _ in 0..<random.below(4) {
            let begin = 1 + random.below(minutes - 1)
            steps[begin] = .stop
            steps[min(minutes, begin + 1 + random.below(2000))] = .start
        }

        #expect(
            planned(first, steps, minutes, random) == modelled(first, steps, minutes, random),
            "seed \(seed)")
    }

    private func modelled(
        _ first: RandomPerson, _ steps: [Int: Step], _ minutes: Int, _ seed: SplitMix64
    ) -> [SentNotification] {
        var (person, random, isRunning) = (first, seed, true)
        var model = MinuteModel(person)
        for minute in 1...minutes {
            if let step = steps[minute] {
                person.now = first.now + Int64(minute) * 60_000 - 30_000
                switch step {
                case .change: person.change(&random, Self.zones)
                case .stop: isRunning = false
                case .start: isRunning = true
                }
                model.observe(at: person, isRunning: isRunning)
            }
            person.now = first.now + Int64(minute) * 60_000
            model.observe(at: person, isRunning: isRunning)
        }
        return model.sent
    }

    /// Evaluates only at the instants that the planner names, and after changes.
    private func planned(
        _ first: RandomPerson, _ steps: [Int: Step], _ minutes: Int, _ seed: SplitMix64
    ) -> [SentNotification] {
        var (person, random, isRunning) = (first, seed, true)
        var planner = NotificationPlanner(rules: person.rules, zones: person.zones)
        var position = planner.start(at: person.now)
        var evaluated = person.now
        var sent: [SentNotification] = []
        func evaluate(_ person: RandomPerson) {
            let evaluation = planner.evaluation(after: position, at: person.now, person.state)
            position = evaluation.position
            if !planner.isQuiet(at: person.now) { evaluated = person.now }
            sent += evaluation.due.map {
                SentNotification(at: person.now, keys: $0.reminders.map(\.key))
            }
        }
        for minute in steps.keys.sorted() + [minutes + 1] {
            let instant = first.now + Int64(minute) * 60_000 - 30_000
            while isRunning, let next = planner.next(after: position, at: person.now),
                next < instant
            {
                person.now = next
                evaluate(person)
            }
            person.now = instant
            guard let step = steps[minute] else { break }
            switch step {
            case .change:
                if isRunning {
                    position = planner.advanced(position, from: evaluated, to: person.now)
                }
                person.change(&random, Self.zones)
                planner = NotificationPlanner(rules: person.rules, zones: person.zones)
            case .stop:
                if isRunning {
                    position = planner.advanced(position, from: evaluated, to: person.now)
                }
                isRunning = false
            case .start: isRunning = true
            }
            evaluated = person.now
            if isRunning { evaluate(person) }
        }
        return sent
    }
}
