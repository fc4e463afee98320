import CivilTime
import Contracts
import HealthMetrics
import RPC
import Tracker

/// The items for the tracker that are not yet sent.
struct PendingTrackerPart {
    private var activities: [ActivityPart] = []
    private var annotations: [AnnotationPart] = []
    private var writer = EntryPageWriter()
    private var bytes = 0

    /// Entries in a part before it is sent. Few, so that little is left to plan after the end of the file.
    private static let entryLimit = 5000
    /// Bytes of texts in a part before it is sent.
    private static let bytesLimit = 1 << 19

    var isEmpty: Bool { activities.isEmpty && annotations.isEmpty && writer.count == 0 }

    var isFull: Bool { writer.count >= Self.entryLimit || bytes >= Self.bytesLimit }

    mutating func append(_ activity: ActivityPart, bytes: Int) {
        activities.append(activity)
        self.bytes += bytes
    }

    mutating func append(_ annotation: AnnotationPart) {
        annotations.append(annotation)
        bytes += annotation.text.utf8.count + 64
    }

    /// Appends an entry of an activity, by the number of the activity within the import.
    mutating func append(
        _ entry: ImportedEntry, on day: CivilDate, ofActivity number: Int
    ) throws {
        var (isCompleted, value, reason): (Bool, Double?, String?) = (true, nil, nil)
        switch entry.outcome {
        case .completed: break
        case .amount(let amount): value = amount
        case .skipped(let text): (isCompleted, reason) = (false, text)
        }
        let place = writer.index(ofNumber: number, Activity.ID(entry.activity))
        writer.add(
            0, id: (entry.key ?? "").utf8, at: place, on: day, isCompleted: isCompleted,
            value: value, slot: nil, source: .person, loggedAt: entry.loggedAt, style: nil,
            extras: try Self.extras(note: entry.note, reason: reason))
        bytes += (entry.note?.utf8.count ?? 0) + (reason?.utf8.count ?? 0)
    }

    /// The ``EntryExtras`` with these texts in JSON; nil without any. A dictionary is encoded in less time than
    /// seven optional properties.
    private static func extras(note: String?, reason: String?) throws -> Bytes? {
        guard note != nil || reason != nil else { return nil }
        var texts: [String: String] = [:]
        texts["note"] = note
        texts["reason"] = reason
        return try JSONBody.encode(texts)
    }

    /// The batch with these items.
    func packet() -> Packet<Batches.Batch> {
        let page = writer.count > 0 ? writer.page(next: nil) : nil
        return Packet(
            Batches.Batch(
                tracker: TrackerPart(
                    activities: activities, annotations: annotations, entries: page?.body)),
            columns: page?.columns ?? [])
    }
}
