import CivilTime
import ScheduleProof
import Testing
import Tracker
import TrackerRules

/// Relations between the results of a world and those of a slightly changed world.
@Suite struct MetamorphicTests {
    @Test(arguments: 0..<UInt64(100))
    func `an additional completion never lowers a rate`(seed: UInt64) {
        var history = RandomHistory(seed: seed, days: 60)
        var before = Self.summing(history.model).history
        let last = history.last
        for (number, day) in history.someDays(12).enumerated() {
            let loggable = before.activities.values.filter {
                before.isExpected($0, on: day) && $0.configuration(on: day).kind != .container
            }.sorted(by: Activity.listOrder)
            guard !loggable.isEmpty else { continue }
            let activity = loggable[number % loggable.count]
            let entry = Entry(
                id: Entry.ID("more \(number)"), activity: activity.id, day: day,
                outcome: .completed(value: 2), slot: activity.configuration(on: day).slots.last)

            var after = before
            after.replace(nil, with: entry)

            for activity in before.activities.values {
                for days in [7, 30] {
                    let old = before.completionRate(of: activity, days: days, endingOn: last)
                    let new = after.completionRate(of: activity, days: days, endingOn: last)
                    #expect(
                        new.value >= old.value - 1e-9, "seed \(seed), \(activity.id), \(day)")
                }
            }
            before = after
        }
    }

    /// The accumulation is the sum, because another number can lower a mean.
    private static func summing(_ model: PlainModel) -> PlainModel {
        func summing(_ config: PlainModel.Config) -> PlainModel.Config {
            guard case .cumulative(let target, _) = config.kind else { return config }
            var config = config
            config.kind = .cumulative(target: target, isAverage: false)
            return config
        }
        var model = model
        for index in model.items.indices {
            model.items[index].config = summing(model.items[index].config)
            for past in model.items[index].past.indices {
                model.items[index].past[past].config = summing(
                    model.items[index].past[past].config)
            }
        }
        return model
    }
}
