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

/// What has to happen to what is kept of a day so that it agrees with health data.
package enum HealthSync<ID: Hashable & Sendable>: Hashable, Sendable {
    case unchanged
    case add(value: Double)
    case update(ID, value: Double)
    /// Health data has nothing of the day any more.
    case remove(ID)

    /// A smaller movement is noise of conversion, not news.
    package static var tolerance: Double { 0.01 }

    /// Compares what was read of a day before, which is nil when nothing was, with its value now.
    package init(of known: (id: ID, value: Double?)?, value: Double) {
        guard let known else {
            self = .add(value: value)
            return
        }
        let hasMoved = known.value.map { abs($0 - value) > Self.tolerance } ?? true
        self = hasMoved ? .update(known.id, value: value) : .unchanged
    }
}

extension HealthSync where ID == Entry.ID {
    /// Compares the entries of one activity on one day with the day's reading.
    ///
    /// A checkbox is completed once by a positive total. A value or metric keeps one synced entry
    /// with the latest sample. A cumulative activity keeps one with the total, beside what was
    /// entered by hand; a total of 0 is not a reading. Without a reading what was written from one is
    /// removed.
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
    /// Whether a person entered the number of the session that a reading would be of, which is the
    /// day's first: it stands, and nothing is read of the day.
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
    /// Whether it was written from the health data that is here, and goes with it. What a document
    /// brings was read from data that may never have been here.
    package var isHealthSynced: Bool { source == .health && style == nil }
}

extension HealthSync where ID == Entry.ID {
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
                updated.entered = nil
                return updated
            }
        case .remove(let id):
            return entries.filter { $0.id != id }
        }
    }
}
