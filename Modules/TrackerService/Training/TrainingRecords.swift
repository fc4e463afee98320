import Contracts
import JSON
import RPC

/// The training records of a profile by list and identifier, and the changes that a request makes.
struct TrainingRecords {
    /// The lists of a tracker document. Raw values are the keys of the document.
    enum List: String {
        case exercises, exerciseMuscles, muscleGroups, strengthPlanExercises, cardioPlanExercises
        case strengthSessions, cardioSessions
        case plans = "workoutPlans"
        case planDays = "workoutPlanDays"
        case sets = "workoutSetLogs"
        case cardio = "cardioSessionLogs"
    }

    private struct Stored {
        var training: StoredDocument.Training
        /// 0 for a new record.
        var revision: Int64
    }

    /// The records by the identifier of their document, `LIST/ID`.
    private var stored: [String: Stored] = [:]
    /// The revisions of removed records by the identifier of their document.
    private var removed: [String: Int64] = [:]
    private var changed: Set<String> = []

    /// - Throws: DATA_LOSS if a document cannot be read.
    init(_ documents: some Sequence<TrackerRecords.Document>) throws(Status) {
        for document in documents {
            // Parsed without a decoder, which takes several times as long for a value of any type.
            let fields = try? JSONValue(parsing: Array(document.body.utf8)).object
            guard let record = fields?["record"], let place = fields?["place"]?.integer else {
                throw Status(
                    .dataLoss, "The training record \(document.id) cannot be read.",
                    hint: "Check the data with: dayline doctor. Restore a backup with: "
                        + "dayline restore FILE")
            }
            stored[document.id] = Stored(
                training: StoredDocument.Training(place: place, record: record),
                revision: document.revision)
        }
    }

    /// The records by list, each list in its order.
    var lists: [String: [JSONValue]] {
        var lists: [String: [(id: String, training: StoredDocument.Training)]] = [:]
        for (id, record) in stored {
            guard let slash = id.firstIndex(of: "/") else { continue }
            lists[String(id[..<slash]), default: []].append((id, record.training))
        }
        return lists.mapValues { list in
            list.sorted { ($0.training.place, $0.id) < ($1.training.place, $1.id) }
                .map(\.training.record)
        }
    }

    /// The records of a list in its order.
    func records(_ list: List) -> [JSONObject] {
        (lists[list.rawValue] ?? []).compactMap(\.object)
    }

    /// The record of an identifier; nil for an absent one. Setting a new one appends the record to its
    /// list, setting nil removes the record.
    subscript(list: List, id: String) -> JSONObject? {
        get { stored[Self.key(list, id)]?.training.record.object }
        set {
            let key = Self.key(list, id)
            let known = stored[key]
            guard known?.training.record.object != newValue else { return }
            changed.insert(key)
            guard let newValue else {
                removed[key] = known?.revision
                stored[key] = nil
                return
            }
            let place = known?.training.place ?? nextPlace(list)
            stored[key] = Stored(
                training: StoredDocument.Training(place: place, record: .object(newValue)),
                revision: known?.revision ?? 0)
        }
    }

    /// The changes since the records were read, ordered by list and identifier.
    func changes() throws -> [TrackerRecords.Change] {
        try changed.sorted().compactMap { key in
            let record = stored[key]
            // A record that was added and removed again.
            if record == nil, removed[key] ?? 0 == 0 { return nil }
            return TrackerRecords.Change(
                kind: StoredDocument.training, id: key,
                expected: record?.revision ?? removed[key],
                body: try record.map { try JSONBody.encode($0.training).text })
        }
    }

    private func nextPlace(_ list: List) -> Int {
        let prefix = list.rawValue + "/"
        let last = stored.lazy.filter { $0.key.hasPrefix(prefix) }.map(\.value.training.place).max()
        return last.map { $0 < .max ? $0 + 1 : $0 } ?? 0
    }

    private static func key(_ list: List, _ id: String) -> String { "\(list.rawValue)/\(id)" }
}
