/// What one day's health data says about an activity.
package struct HealthReading: Hashable, Sendable {
    /// The day's merged total.
    package var total: Double?
    /// The day's samples in order of time, own ones left out where the link says so.
    package var samples: [Double]

    package init(total: Double? = nil, samples: [Double] = []) {
        self.total = total
        self.samples = samples
    }
}

/// What has to happen to the entries of a day so that they agree with health data.
package enum HealthSync: Hashable, Sendable {
    case unchanged
    case add(value: Double)
    case update(Entry.ID, value: Double)
    /// Health data has nothing of the day any more.
    case remove(Entry.ID)

    /// A smaller movement is noise of conversion, not news.
    package static let tolerance = 0.01

    /// Compares the entries of one activity on one day with the day's reading.
    ///
    /// A checkbox is completed once by a positive total. A value or metric keeps one synced entry
    /// with the latest sample. A cumulative activity keeps one with the total, beside what was
    /// entered by hand. Without a reading what was written from one goes.
    package init(
        _ entries: [Entry], of kind: ActivityKind, mode: HealthMode, reading: HealthReading?
    ) {
        self = .unchanged
        guard mode.reads else { return }
        guard let reading else {
            if let orphan = entries.last(where: \.followsHealthData) { self = .remove(orphan.id) }
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
            if let total = reading.total {
                self = Self.single(total, among: entries)
            }
        case .container, .answer:
            break
        }
    }

    private static func single(_ value: Double, among entries: [Entry]) -> HealthSync {
        guard let synced = entries.last(where: { $0.source == .health }) else {
            return .add(value: value)
        }
        if let known = synced.outcome.value, abs(known - value) <= tolerance {
            return .unchanged
        }
        return .update(synced.id, value: value)
    }
}

extension Entry {
    /// Whether it was written from the health data that is here, and goes with it. What a document
    /// brings was read from data that may never have been here.
    package var followsHealthData: Bool { source == .health && style == nil }
}

extension HealthSync {
    /// The day's entries once the change is made; `newEntry` makes the one that is added.
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
                return updated
            }
        case .remove(let id):
            return entries.filter { $0.id != id }
        }
    }
}
