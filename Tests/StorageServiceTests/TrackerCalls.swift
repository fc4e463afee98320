import CivilTime
import Contracts
import RPC
import Tracking

func entry(_ id: String, value: Double? = 250, note: String? = nil) -> Entry {
    Entry(
        id: Entry.ID(id), activity: "water", day: CivilDate(days: 20_000),
        outcome: .completed(value: value), slot: .morning, note: note,
        photos: note == nil ? [:] : ["front": "a.jpg"],
        answer: note == nil ? nil : .choices(["one", "two"]), mood: note == nil ? nil : 4,
        place: note == nil ? nil : "the park",
        entered: note == nil ? nil : EnteredValue(amount: 0.25, unit: "l"), loggedAt: 1234,
        style: note == nil ? nil : 77)
}

func change(_ entry: Entry, expected: Int64? = nil) throws -> Tracker.Change {
    Tracker.Change(
        kind: Tracker.entryKind, id: entry.id.rawValue, expected: expected,
        body: try JSONBody.encode(entry).text)
}

/// An activity as it is stored.
func change(_ activity: Activity) throws -> Tracker.Change {
    Tracker.Change(
        kind: Tracker.activityKind, id: activity.id.rawValue,
        body: try JSONBody.encode(activity).text)
}

@discardableResult
func apply(
    _ storage: TemporaryStorage, _ summary: String = "a change",
    _ changes: Tracker.Change..., isFinal: Bool? = nil, fingerprint: String? = nil,
    key: String? = nil
) async throws -> Tracker.Applied {
    try await storage.client.call(
        Tracker.apply,
        Tracker.Apply(
            summary: summary, changes: changes, fingerprint: fingerprint, isFinal: isFinal),
        CallOptions(idempotencyKey: key))
}

func entries(_ storage: TemporaryStorage) async throws -> [Entry] {
    try await storage.client.call(Tracker.entries, Tracker.AskEntries(after: 0)).entries()
        .map(\.entry)
}

func bodies(_ storage: TemporaryStorage) async throws -> [String] {
    try await storage.client.call(Tracker.documents, Tracker.AskDocuments(kinds: ["goal"]))
        .documents.map(\.body)
}

func fill(
    _ storage: TemporaryStorage, entries ids: [String], _ documents: Tracker.Change...,
    value: Double = 9, replacing kinds: [String] = []
) async throws {
    let page = try Packet<FillPage>(
        entries: ids.map {
            Tracker.NumberedEntry(number: 0, entry: entry($0, value: value))
        })
    _ = try await storage.client.upload(
        Tracker.fill, Tracker.Fill(summary: "import", replacedKinds: kinds)
    ) { writer in
        try await writer.send(Packet(documents: documents))
        try await writer.send(page)
    }
}

func step(
    _ storage: TemporaryStorage, _ method: Method<Tracker.Fingerprint, Tracker.Applied>
) async throws -> String {
    try await storage.client.call(method, Tracker.Fingerprint(fingerprint: nil)).summary
}

func goal(_ body: String?, expected: Int64? = nil) -> Tracker.Change {
    Tracker.Change(kind: "goal", id: "g", expected: expected, body: body)
}
