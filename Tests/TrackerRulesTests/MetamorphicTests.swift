import CivilTime
import ScheduleProof
import Testing
import Tracker
import TrackerRules

/// What must hold between the answers about a world and those about one that differs a little.
@Suite struct MetamorphicTests {
    @Test(arguments: 0..<UInt64(100))
    func `completing more never lowers a rate`(seed: UInt64) {
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

    /// A mean can be lowered by one more number, so the numbers are added up here.
    private static func summing(_ model: PlainModel) -> PlainModel {
        func summing(_ config: PlainModel.Config) -> PlainModel.Config {
            guard case .cumulative(let target, _) = config.kind else { return config }
            var config = config
            config.kind = .cumulative(target: target, isAverage: false)
            return config
        }
        var model = model
        for place in model.items.indices {
            model.items[place].config = summing(model.items[place].config)
            for past in model.items[place].past.indices {
                model.items[place].past[past].config = summing(
                    model.items[place].past[past].config)
            }
        }
        return model
    }
}
