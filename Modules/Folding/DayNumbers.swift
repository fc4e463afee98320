package import CivilTime
package import Contracts
import HealthMetrics
package import Tracker

/// The numbers of an activity by day, computed with the configuration of each day: later configurations do
/// not change earlier days. Days with an answer have the number 0.
package struct DayNumbers {
    /// The kind of number on the requested day; nil if the activity has none.
    package let kind: Kind?
    private let activity: Activity
    private var days = DayColumns()
    private var day: CivilDate?
    /// The conversion from numbers of the current day to the requested kind; nil if the numbers cannot be converted.
    private var conversion: Conversion?
    private var newest = Int64.min
    private var count: Int64 = 0

    package struct Kind: Hashable {
        package var number: DayNumber
        package var unit: String?

        init?(_ configuration: Configuration) {
            guard let number = configuration.kind.dayNumber else { return nil }
            self.number = number
            unit = configuration.kind.quantity?.unit
        }
    }

    private struct Conversion {
        /// The kind of number on the day.
        var number: DayNumber
        /// True if the requested kind is a tick.
        var isTicked: Bool
        /// The conversion of the unit on the day to the requested unit.
        var unitConversion: UnitConversion

        /// The converted value of an entry; nil if it does not count. An answer counts as 0, or 1 as a tick.
        func value(_ entered: Double?) -> Double? {
            if number == .answer { return isTicked ? 1 : 0 }
            guard let value = entered ?? (number == .yes ? 1 : nil) else { return nil }
            return isTicked && number != .yes ? 1 : unitConversion.converted(value)
        }
    }

    package init(of activity: Activity, asOf day: CivilDate?) {
        self.activity = activity
        kind = Kind(day.map(activity.configuration(on:)) ?? activity.configuration)
    }

    /// Adds a completed entry; entries have to be ordered by day. An entry without a value counts on days
    /// with a checkbox, as a tick, and on days with an answer.
    package mutating func add(_ value: Double?, on day: CivilDate, at instant: Int64) {
        if day != self.day { begin(day) }
        guard let conversion, let value = conversion.value(value) else { return }
        append(value, at: instant)
    }

    /// The totals of all days; to be called once, after the last entry.
    package mutating func finished() -> DayColumns {
        end()
        day = nil
        return days
    }

    private mutating func begin(_ day: CivilDate) {
        end()
        self.day = day
        count = 0
        newest = .min
        conversion = conversion(on: day)
    }

    /// Numbers and answers convert to ticks; ticks and answers do not convert to numbers.
    private func conversion(on day: CivilDate) -> Conversion? {
        guard let kind, let own = Kind(activity.configuration(on: day)) else { return nil }
        if kind.number == .yes {
            return Conversion(number: own.number, isTicked: true, unitConversion: .identity)
        }
        if kind.number == .answer || own.number == .answer {
            return kind.number == own.number
                ? Conversion(number: .answer, isTicked: false, unitConversion: .identity) : nil
        }
        guard own.number != .yes,
            let conversion = UnitConversion(reading: own.unit, in: kind.unit)
        else { return nil }
        return Conversion(number: own.number, isTicked: false, unitConversion: conversion)
    }

    private mutating func append(_ value: Double, at instant: Int64) {
        guard count > 0, let last = days.day.indices.last else {
            count = 1
            newest = instant
            days.day.append(day?.days ?? 0)
            days.sum.append(value)
            days.rawSum.append(value)
            days.count.append(1)
            days.min.append(value)
            days.max.append(value)
            days.last.append(value)
            return
        }
        count += 1
        days.sum[last] += value
        days.rawSum[last] += value
        days.count[last] = count
        days.min[last] = min(days.min[last], value)
        days.max[last] = max(days.max[last], value)
        if instant >= newest {
            days.last[last] = value
            newest = instant
        }
    }

    /// Ends a day. A day whose kind differs from the requested one is reduced to one value of its own kind.
    private mutating func end() {
        guard count > 0, let kind, kind.number != .yes, let own = conversion?.number,
            own != kind.number, let last = days.day.indices.last
        else { return }
        let value =
            switch own {
            case .total: days.sum[last]
            case .mean: days.sum[last] / Double(count)
            case .last, .yes, .answer: days.last[last]
            }
        days.sum[last] = value
        days.rawSum[last] = value
        days.count[last] = 1
        days.min[last] = value
        days.max[last] = value
        days.last[last] = value
    }
}
