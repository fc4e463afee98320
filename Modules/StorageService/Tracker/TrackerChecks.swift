import Contracts
import RPC

extension TrackerRecords.ApplyRequest {
    /// - Throws: INVALID_ARGUMENT for what is no record, or too much at a time.
    func check() throws(Status) {
        guard origin.map({ (1...32).contains($0.utf8.count) }) ?? true else {
            throw Status(.invalidArgument, "Who makes what follows has a name of 1 to 32 bytes.")
        }
        guard changes.count <= TrackerRecords.changeLimit else {
            throw Status(
                .invalidArgument,
                "At most \(TrackerRecords.changeLimit) records can be changed at a time.")
        }
        for change in changes {
            try change.check()
            guard change.kind == TrackerRecords.entriesKind else { continue }
            guard isFinal == true, change.body == nil else {
                throw Status(
                    .invalidArgument, "All entries of an activity are removed for good, or not.")
            }
        }
    }
}

extension TrackerRecords.Change {
    /// In bytes of UTF-8.
    private static let kindLimit = 32
    private static let idLimit = 128

    /// Only what the tables and the columns can carry.
    func check() throws(Status) {
        let isFine =
            !kind.isEmpty && kind.utf8.count <= Self.kindLimit
            && kind.allSatisfy { $0.isLetter && $0.isASCII }
            && !id.isEmpty && id.utf8.count <= Self.idLimit && id.utf8.allSatisfy { $0 >= 0x20 }
            && (body ?? "").utf8.count <= TrackerRecords.bodyLimit
        guard isFine else {
            throw Status(.invalidArgument, "A record's name is malformed, or its text too long.")
        }
        guard let body, kind != TrackerRecords.entryKind, kind != TrackerRecords.settingKind else {
            return
        }
        do {
            _ = try JSONBody.decode(AnyJSON.self, from: Bytes(body))
        } catch {
            throw Status(.invalidArgument, "The record \(kind) \(id) is no JSON.")
        }
    }
}

/// Takes any JSON.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
}
