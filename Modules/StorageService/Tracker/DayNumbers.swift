import CivilTime
import Contracts
import Metrics
import Tracker

/// The days of an activity, by what its entries came to on each day as it was then: what is changed about
/// it for the future changes nothing about a day before. Days with an answer have the number 0.
struct DayNumbers {
    /// How the activity has numbers as of the day that is asked on.
    let kind: Kind?
    private let activity: Activity
    private(set) var days = DayColumns()
    private var day: CivilDate?
    /// From the numbers of the present day to those that are asked for; nil when it has none of them.
    private var conversion: Conversion?
    private var newest = Int64.min
    private var count: Int64 = 0

    struct Kind: Hashable {
        var number: DayNumber
        var unit: String?

        init?(_ configuration: Configuration) {
            guard let number = configuration.kind.dayNumber else { return nil }
            self.number = number
            unit = configuration.kind.quantity?.unit
        }
    }

    private struct Conversion {
        /// What the numbers came to that day.
        var number: DayNumber
        /// Whether a number is asked for as a tick.
        var isTicked: Bool
        var conversion: UnitConversion

        /// A number, or a tick, as it counts; nil when it does not. An answer is one of its day.
        func value(_ logged: Double?) -> Double? {
            if number == .answer { return isTicked ? 1 : 0 }
            guard let value = logged ?? (number == .yes ? 1 : nil) else { return nil }
            return isTicked && number != .yes ? 1 : conversion.converted(value)
        }
    }

    init(of activity: Activity, asOf day: CivilDate?) {
        self.activity = activity
        kind = Kind(day.map(activity.configuration(on:)) ?? activity.configuration)
    }

    /// Takes a completed entry, by day. Without a number it counts where ticks do.
    mutating func add(_ value: Double?, on day: CivilDate, at instant: Int64) {
        if day != self.day { begin(day) }
        guard let conversion, let value = conversion.value(value) else { return }
        append(value, at: instant)
    }

    /// The days, once all entries are taken.
    mutating func finished() -> DayColumns {
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

    /// Ticks and answers are no numbers; a number is a tick, and so is an answer.
    private func conversion(on day: CivilDate) -> Conversion? {
        guard let kind, let own = Kind(activity.configuration(on: day)) else { return nil }
        if kind.number == .yes {
            return Conversion(number: own.number, isTicked: true, conversion: .identity)
        }
        if kind.number == .answer || own.number == .answer {
            return kind.number == own.number
                ? Conversion(number: .answer, isTicked: false, conversion: .identity) : nil
        }
        guard own.number != .yes,
            let conversion = UnitConversion(reading: own.unit, in: kind.unit)
        else { return nil }
        return Conversion(number: own.number, isTicked: false, conversion: conversion)
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

    /// Has a day of another form than the one that is asked for say its own number.
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
