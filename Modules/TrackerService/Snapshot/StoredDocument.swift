import Contracts
import FoundationEssentials
import JSON
import RPC
import TrackerDocuments

/// The documents that are kept only for exports: training records and residue.
enum StoredDocument {
    /// The kind of training records.
    static let training = "training"
    /// The kinds of residue. Records are distributed over several kinds.
    static let residue = (0..<16).map { "residue" + String(UnicodeScalar(UInt8(97 + $0))) }
    static let kinds = [training] + residue
    /// The identifier of the top-level fields of a document.
    static let rootID = "root"

    /// A training record and its position in its list.
    struct Training: Encodable, Hashable {
        var place: Int
        var record: JSONValue
    }

    static func kind(ofResidue id: String) -> String {
        residue[Int(id.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) } >> 8) % residue.count]
    }

    /// The documents of a residue, by kind and identifier.
    static func documents(_ residue: TrackerResidue) throws -> [TrackerRecords.Change] {
        var changes: [TrackerRecords.Change] = []
        func add(_ id: String, _ value: some Encodable) throws {
            changes.append(
                TrackerRecords.Change(
                    kind: kind(ofResidue: id), id: id, body: try JSONBody.encode(value).text))
        }
        for (list, records) in residue.records {
            for (id, fields) in records { try add("\(list)/\(id)", fields) }
        }
        for (list, records) in residue.unrepresented {
            for (place, record) in records.enumerated() { try add("kept \(list)/\(place)", record) }
        }
        if !residue.root.isEmpty { try add(rootID, residue.root) }
        return changes
    }

    /// The residue that documents contain.
    static func residue(_ documents: some Sequence<TrackerRecords.Document>) throws
        -> TrackerResidue
    {
        var residue = TrackerResidue()
        var unrepresented: [String: [(place: Int, record: JSONValue)]] = [:]
        for document in documents {
            let body = Array(document.body.utf8)
            if document.id == rootID {
                residue.root = try fields(body)
                continue
            }
            let parts = document.id.split(separator: "/", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            if parts[0].hasPrefix("kept ") {
                unrepresented[String(parts[0].dropFirst(5)), default: []].append(
                    (Int(parts[1]) ?? 0, try JSONValue(parsing: body)))
            } else {
                residue.records[parts[0], default: [:]][parts[1]] = try fields(body)
            }
        }
        residue.unrepresented = unrepresented.mapValues {
            $0.sorted { $0.place < $1.place }.map(\.record)
        }
        return residue
    }

    /// The documents of training records.
    static func documents(_ workouts: [String: [JSONValue]]) throws -> [TrackerRecords.Change] {
        try workouts.flatMap { list, records in
            try records.enumerated().map { place, record in
                let id = record.object?["id"]?.string ?? "#\(place)"
                return TrackerRecords.Change(
                    kind: training, id: "\(list)/\(id)",
                    body: try JSONBody.encode(Training(place: place, record: record)).text)
            }
        }
    }

    /// The fields of a record of the residue.
    static func fields(_ body: [UInt8]) throws -> [String: TrackerResidue.Field] {
        try JSONDecoder().decode([String: TrackerResidue.Field].self, from: Data(body))
    }
}
