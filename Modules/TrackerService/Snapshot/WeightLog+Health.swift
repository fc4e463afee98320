import CivilTime
import Contracts
import Milestones
import Tracker

/// The source of a weight entry from health data.
struct WeightEntryOrigin: Codable, Hashable, Sendable {
    /// The day of health data.
    var day: CivilDate
    /// The ``WeightSyncSource`` that read the weight; nil after a person changed the entry.
    var reader: String?
}

/// The name under which this profile reads weights from health data. Entries of an imported document were
/// read under another name.
struct WeightSyncSource: Codable, Hashable, Sendable {
    var name: String
}

/// A day of health data whose weight entry a person deleted. The day is not synced again.
struct DismissedWeightEntry: Codable, Hashable, Sendable {
    var day: CivilDate
}

extension WeightLog {
    /// Inserts an entry of a person. A synced entry of the same day is removed.
    mutating func insertManual(_ weightEntry: StoredWeightEntry, as id: String) {
        var manual = weightEntry
        manual.origin?.reader = nil
        weightEntries[id] = manual
        for (other, old) in weightEntries
        where old.source == .health && old.entry.day == manual.entry.day {
            weightEntries[other] = nil
        }
    }

    /// Removes an entry. The day of a synced entry is not synced again.
    mutating func remove(_ id: String) {
        if let day = weightEntries[id]?.origin?.day {
            dismissed[day.description] = DismissedWeightEntry(day: day)
        }
        weightEntries[id] = nil
    }

    /// The days with entries of this profile's weight sync.
    var syncedDays: Set<CivilDate> {
        guard let reader else { return [] }
        return Set(
            weightEntries.values.lazy.compactMap(\.origin).filter { $0.reader == reader.name }
                .map(\.day))
    }

    /// The changes after which each measured day without manual input has one entry, with the
    /// reading in `unit`. `days` are those with a reading, and those of ``syncedDays`` whose
    /// readings were removed.
    func syncs(
        of days: some Sequence<CivilDate>, _ readings: [CivilDate: Double], in unit: WeightUnit
    ) -> [(day: CivilDate, sync: HealthSync<String>)] {
        var synced: [CivilDate: (id: String, value: Double?)] = [:]
        var excluded = Set(dismissed.values.map(\.day))
        for (id, weightEntry) in weightEntries {
            if let origin = weightEntry.origin, origin.reader != nil {
                synced[origin.day] = (id, weightEntry.entry.weight(in: unit))
            } else {
                excluded.formUnion(
                    [weightEntry.entry.day, weightEntry.origin?.day].compactMap(\.self))
            }
        }
        let identities = Set(
            syncedIdentities(
                existing: Array(synced.keys), added: Array(readings.keys), deleted: excluded))
        return days.compactMap { day in
            let known = synced[day]
            let sync: HealthSync<String> =
                if identities.contains(day), let value = readings[day] {
                    HealthSync(of: known, value: value)
                } else {
                    known.map { .remove($0.id) } ?? .unchanged
                }
            return sync == .unchanged ? nil : (day, sync)
        }
    }

    /// Applies the sync of a day, whose reading is in `unit`, at milliseconds since 1970 UTC.
    /// `name` becomes the name of the weight sync if the log has none.
    mutating func apply(
        _ sync: HealthSync<String>, on day: CivilDate, in unit: WeightUnit,
        reader name: @autoclosure () -> String, at now: Int64
    ) {
        switch sync {
        case .unchanged: break
        case .remove(let id): weightEntries[id] = nil
        case .add(let value), .update(_, let value):
            let reader = reader ?? WeightSyncSource(name: name())
            let entry = WeightEntry(day: day, weight: value, unit: unit)
            self.reader = reader
            weightEntries["health-\(day)"] = StoredWeightEntry(
                entry: entry, modified: now,
                origin: WeightEntryOrigin(day: day, reader: reader.name))
        }
    }
}
