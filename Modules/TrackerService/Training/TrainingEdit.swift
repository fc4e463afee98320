import CivilTime
import Contracts
import HealthMetrics
import JSON
import RPC
import Tracker
import TrackerDocuments

/// The training records of a profile while a request changes them.
struct TrainingEdit {
    let snapshot: ProfileSnapshot
    /// The clock, in milliseconds since 1970 UTC.
    let now: Int64
    let units: UnitSystem
    var records: TrainingRecords
    /// The summary of the step.
    var summary = ""

    /// The statistics of the records as they are now.
    var history: TrainingHistory {
        TrainingHistory(records.lists, in: snapshot.zones, weightUnit: units.weightUnit)
    }

    /// Today in the profile's zone.
    var today: CivilDate { snapshot.today(now: now) }

    /// - Throws: INVALID_ARGUMENT for notes that are too long.
    func check(notes: String?) throws(Status) {
        guard (notes ?? "").utf8.count > Entry.textLimit else { return }
        throw Status(
            .invalidArgument, "Notes have up to \(Entry.textLimit >> 10) KiB.",
            hint: "Keep longer texts in a file, and note its name.")
    }
}

extension UnitSystem {
    /// The unit of weights in training: `kg` or `lb`.
    var weightUnit: String { self == .us ? "lb" : "kg" }
    /// The unit of distances in training: `km` or `mi`.
    var distanceUnit: String { self == .us ? "mi" : "km" }

    /// The units of a profile's settings.
    init(_ settings: [String: String]) {
        self = settings[Settings.units].flatMap(UnitSystem.init(rawValue:)) ?? .metric
    }
}

extension TrackerService {
    /// Changes training records in one step. `change` returns the response.
    func changeTraining<Response: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        _ change: (inout TrainingEdit) throws -> Response
    ) async throws -> Response {
        let now = now()
        return try await profileSession(context).change(method, request, context) {
            snapshot, changeSet, _ in
            // Training records are not in the snapshot. A commit after its version aborts the
            // change set, so records of a later version are never changed.
            let stored = try await client.documents([StoredDocument.training], context)
            var edit = TrainingEdit(
                snapshot: snapshot, now: now, units: UnitSystem(stored.settings),
                records: try TrainingRecords(stored.documents))
            let response = try change(&edit)
            changeSet.append(try edit.records.changes())
            changeSet.summary = edit.summary
            return response
        } response: { _, response in
            response
        }
    }
}
