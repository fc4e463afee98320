import CivilTime
package import Contracts
package import RPC
package import Tracker

package func entry(_ id: String, value: Double? = 250, note: String? = nil) -> Entry {
    Entry(
        id: Entry.ID(id), activity: "water", day: CivilDate(days: 20_000),
        outcome: .completed(value: value), slot: .morning, note: note,
        photos: note == nil ? [:] : ["front": "a.jpg"],
        answer: note == nil ? nil : .choices(["one", "two"]), mood: note == nil ? nil : 4,
        place: note == nil ? nil : "the park",
        entered: note == nil ? nil : EnteredValue(amount: 0.25, unit: "l"), loggedAt: 1234,
        style: note == nil ? nil : 77)
}

package func change(_ entry: Entry, expected: Int64? = nil) throws -> TrackerRecords.Change {
    TrackerRecords.Change(
        kind: TrackerRecords.entryKind, id: entry.id.rawValue, expected: expected,
        body: try JSONBody.encode(entry).text)
}

/// A change that stores an activity.
package func change(_ activity: Activity) throws -> TrackerRecords.Change {
    TrackerRecords.Change(
        kind: TrackerRecords.activityKind, id: activity.id.rawValue,
        body: try JSONBody.encode(activity).text)
}

@discardableResult
package func apply(
    _ storage: any StorageUnderTest, _ summary: String = "a change",
    _ changes: TrackerRecords.Change..., isFinal: Bool? = nil, fingerprint: String? = nil,
    key: String? = nil
) async throws -> TrackerRecords.ApplyResponse {
    try await storage.client.call(
        TrackerRecords.apply,
        TrackerRecords.ApplyRequest(
            summary: summary, changes: changes, fingerprint: fingerprint, isFinal: isFinal),
        CallOptions(idempotencyKey: key))
}

package func entries(_ storage: any StorageUnderTest) async throws -> [Entry] {
    try await storage.client.call(TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0))
        .entries()
        .map(\.entry)
}

package func bodies(_ storage: any StorageUnderTest) async throws -> [String] {
    try await storage.client.call(
        TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: ["goal"])
    )
    .documents.map(\.body)
}

package func fill(
    _ storage: any StorageUnderTest, entries ids: [String], _ documents: TrackerRecords.Change...,
    value: Double = 9, replacing kinds: [String] = []
) async throws {
    let page = try Packet<FillPage>(
        entries: ids.map {
            TrackerRecords.NumberedEntry(number: 0, entry: entry($0, value: value))
        })
    _ = try await storage.client.upload(
        TrackerRecords.fill, TrackerRecords.FillRequest(summary: "import", replacedKinds: kinds)
    ) { writer in
        try await writer.send(Packet(documents: documents))
        try await writer.send(page)
    }
}

package func step(
    _ storage: any StorageUnderTest,
    _ method: Method<TrackerRecords.StepRequest, TrackerRecords.ApplyResponse>
) async throws -> String {
    try await storage.client.call(method, TrackerRecords.StepRequest())
        .summary
}

package func goal(_ body: String?, expected: Int64? = nil) -> TrackerRecords.Change {
    TrackerRecords.Change(kind: "goal", id: "g", expected: expected, body: body)
}
