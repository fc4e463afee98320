import Memberwise

/// The health data of one day for one activity.
@Memberwise
package struct HealthReading: Hashable, Sendable {
    /// The merged total of the day; nil without data.
    package var total: Double? = nil
    /// The samples of the day in order of time, without own samples if the link excludes them.
    package var samples: [Double] = []
}

/// The change that makes the stored value of a day agree with health data.
package enum HealthSync<ID: Hashable & Sendable>: Hashable, Sendable {
    case unchanged
    case add(value: Double)
    case update(ID, value: Double)
    /// Health data no longer has a value for the day.
    case remove(ID)

    /// The smallest difference that counts as a change; smaller ones are rounding errors of conversions.
    package static var tolerance: Double { 0.01 }

    /// Compares the previously synced value of a day, nil if no value was synced, with the present value.
    package init(of synced: (id: ID, value: Double?)?, value: Double) {
        guard let synced else {
            self = .add(value: value)
            return
        }
        let hasMoved = synced.value.map { abs($0 - value).exceeds(Self.tolerance) } ?? true
        self = hasMoved ? .update(synced.id, value: value) : .unchanged
    }
}

extension HealthSync where ID == Entry.ID {
    /// Compares the entries of one activity on one day with the day's reading.
    ///
    /// A positive total completes a checkbox once. A value or metric has one synced entry with the
    /// latest sample. A cumulative activity has one synced entry with the total, besides manual entries;
    /// a total of 0 counts as no reading. Without a reading the synced entry is removed.
    package init(
        _ entries: [Entry], of kind: ActivityKind, mode: HealthMode, reading: HealthReading?
    ) {
        self = .unchanged
        guard mode.canRead else { return }
        let total = reading?.total ?? 0
        let hasNothing = if case .cumulative = kind { total <= 0 } else { false }
        guard let reading, !hasNothing else {
            if let orphan = entries.last(where: \.isHealthSynced) { self = .remove(orphan.id) }
            return
        }
        switch kind {
        case .checkbox:
            let isDone = entries.contains { $0.outcome.isCompleted }
            if let total = reading.total, total > 0, !isDone {
                self = .add(value: total)
            }
        case .value, .metric:
            if let latest = reading.samples.last {
                self = Self.single(latest, among: entries)
            }
        case .cumulative:
            self = Self.single(total, among: entries)
        case .container, .answer:
            break
        }
    }

    private static func single(_ value: Double, among entries: [Entry]) -> HealthSync {
        let synced = entries.last { $0.source == .health }
        return HealthSync(of: synced.map { ($0.id, $0.outcome.value) }, value: value)
    }
}

extension Configuration {
    /// True if a person entered the number of the day's first session, which is the session that a
    /// reading would fill. Manual input takes precedence: the day is not synced.
    package func isEntered(by entries: [Entry]) -> Bool {
        switch kind {
        case .value, .metric:
            entries.contains { entry in
                entry.source == .person && entry.outcome.isCompleted
                    && (slots.isEmpty || (entry.slot ?? sessions[0]) == sessions[0])
            }
        case .checkbox, .cumulative, .container, .answer: false
        }
    }
}

extension Entry {
    /// True for an entry that health sync wrote and may change. An imported entry is excluded: its
    /// health data may be absent here.
    package var isHealthSynced: Bool { source == .health && style == nil }
}

extension HealthSync where ID == Entry.ID {
    /// The entries of the day after the change; `newEntry` creates an added entry.
    package func applied(to entries: [Entry], newEntry: (Double) -> Entry) -> [Entry] {
        switch self {
        case .unchanged:
            return entries
        case .add(let value):
            return entries + [newEntry(value)]
        case .update(let id, let value):
            return entries.map { entry in
                guard entry.id == id else { return entry }
                var updated = entry
                updated.outcome = .completed(value: value)
                updated.entered = nil
                return updated
            }
        case .remove(let id):
            return entries.filter { $0.id != id }
        }
    }
}
