import CivilTime
import Contracts
import Milestones
import Tracker

/// Where a weighing was read.
struct WeightEntryOrigin: Codable, Hashable, Sendable {
    /// The day of health data.
    var day: CivilDate
    /// The ``WeightSyncSource`` that read it; nil once a person has changed it, whose own it is then.
    var reader: String?
}

/// What reads the weighings of a profile from health data. A weighing that a document brings was read by
/// another, from data that may never have been here.
struct WeightSyncSource: Codable, Hashable, Sendable {
    var name: String
}

/// A day of health data whose weighing a person deleted: it does not come back.
struct DismissedWeightEntry: Codable, Hashable, Sendable {
    var day: CivilDate
}

extension WeightLog {
    /// Puts in what a person entered or changed, which is his own from then on. What was read of that
    /// day gives way.
    mutating func insertManual(_ weighing: StoredWeightEntry, as id: String) {
        var own = weighing
        own.origin?.reader = nil
        weighings[id] = own
        for (other, old) in weighings where old.source == .health && old.entry.day == own.entry.day
        {
            weighings[other] = nil
        }
    }

    /// Takes out what a person does not want. What was read from health data is not read again.
    mutating func remove(_ id: String) {
        if let day = weighings[id]?.origin?.day {
            dismissed[day.description] = DismissedWeightEntry(day: day)
        }
        weighings[id] = nil
    }

    /// The days whose weighing goes when they have no reading.
    var syncedDays: Set<CivilDate> {
        guard let reader else { return [] }
        return Set(
            weighings.values.lazy.compactMap(\.origin).filter { $0.reader == reader.name }
                .map(\.day))
    }

    /// What has to happen so that each day that was measured, and of which nothing was entered, has one
    /// weighing, of its reading in `unit`. `days` are those with a reading, and ``syncedDays`` that
    /// have none for good.
    func syncs(
        of days: some Sequence<CivilDate>, _ readings: [CivilDate: Double], in unit: WeightUnit
    ) -> [(day: CivilDate, sync: HealthSync<String>)] {
        var read: [CivilDate: (id: String, value: Double?)] = [:]
        var gone = Set(dismissed.values.map(\.day))
        for (id, weighing) in weighings {
            if let origin = weighing.origin, origin.reader != nil {
                read[origin.day] = (id, weighing.entry.weight(in: unit))
            } else {
                gone.formUnion([weighing.entry.day, weighing.origin?.day].compactMap(\.self))
            }
        }
        let kept = Set(
            syncedIdentities(
                existing: Array(read.keys), added: Array(readings.keys), deleted: gone))
        return days.compactMap { day in
            let known = read[day]
            let sync: HealthSync<String> =
                if kept.contains(day), let value = readings[day] {
                    HealthSync(of: known, value: value)
                } else {
                    known.map { .remove($0.id) } ?? .unchanged
                }
            return sync == .unchanged ? nil : (day, sync)
        }
    }

    /// Makes a day agree with its reading in `unit`, at milliseconds since 1970 UTC. `name` is for what
    /// reads, if nothing has before.
    mutating func apply(
        _ sync: HealthSync<String>, on day: CivilDate, in unit: WeightUnit,
        reader name: @autoclosure () -> String, at now: Int64
    ) {
        switch sync {
        case .unchanged: break
        case .remove(let id): weighings[id] = nil
        case .add(let value), .update(_, let value):
            let reader = reader ?? WeightSyncSource(name: name())
            let entry = WeightEntry(day: day, weight: value, unit: unit)
            self.reader = reader
            weighings["health-\(day)"] = StoredWeightEntry(
                entry: entry, modified: now,
                origin: WeightEntryOrigin(day: day, reader: reader.name))
        }
    }
}
