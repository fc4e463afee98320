import Contracts
import FoundationEssentials
import RPC
import TrackerDocuments

/// What a document says that no rule needs, as it is stored: records of workouts, and what records
/// said beyond the domain.
enum StoredDocument {
    /// The kind of the records of workouts.
    static let training = "training"
    /// The kinds of what records said beyond the domain: several, as databases have them.
    static let residue = (0..<16).map { "residue" + String(UnicodeScalar(UInt8(97 + $0))) }
    static let kinds = [training] + residue

    /// A record of workouts, with its place among those of its list.
    struct Training: Codable, Hashable {
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
        for (list, records) in residue.kept {
            for (place, record) in records.enumerated() { try add("kept \(list)/\(place)", record) }
        }
        if !residue.root.isEmpty { try add("root", residue.root) }
        return changes
    }

    /// The residue that documents hold.
    static func residue(_ documents: some Sequence<TrackerRecords.Document>) throws
        -> TrackerResidue
    {
        var residue = TrackerResidue()
        var kept: [String: [(place: Int, record: JSONValue)]] = [:]
        for document in documents {
            let body = Array(document.body.utf8)
            if document.id == "root" {
                residue.root = try fields(body)
                continue
            }
            let parts = document.id.split(separator: "/", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            if parts[0].hasPrefix("kept ") {
                kept[String(parts[0].dropFirst(5)), default: []].append(
                    (Int(parts[1]) ?? 0, try JSONReader.value(of: body)))
            } else {
                residue.records[parts[0], default: [:]][parts[1]] = try fields(body)
            }
        }
        residue.kept = kept.mapValues { $0.sorted { $0.place < $1.place }.map(\.record) }
        return residue
    }

    /// The documents of workouts.
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

    /// The lists of workouts that documents hold, each in its order.
    static func workouts(
        _ documents: some Sequence<TrackerRecords.Document>
    ) throws -> [String: [JSONValue]] {
        var lists: [String: [(id: String, training: Training)]] = [:]
        for document in documents {
            guard let slash = document.id.firstIndex(of: "/") else { continue }
            lists[String(document.id[..<slash]), default: []].append(
                (document.id, try JSONBody.decode(Training.self, from: Bytes(document.body))))
        }
        return lists.mapValues { list in
            list.sorted { ($0.training.place, $0.id) < ($1.training.place, $1.id) }
                .map(\.training.record)
        }
    }

    private static func fields(_ body: [UInt8]) throws -> [String: TrackerResidue.Field] {
        try JSONDecoder().decode([String: TrackerResidue.Field].self, from: Data(body))
    }
}
