package import RPC

extension TrackerRecords.ApplyRequest {
    /// - Throws: INVALID_ARGUMENT for a malformed record or too many changes.
    package func check() throws(Status) {
        guard origin.map({ (1...32).contains($0.utf8.count) }) ?? true else {
            throw Status(.invalidArgument, "The origin of a change has to have 1 to 32 bytes.")
        }
        guard changes.count <= TrackerRecords.changeLimit else {
            throw Status(
                .invalidArgument,
                "The request has \(changes.count) changes; at most \(TrackerRecords.changeLimit) are "
                    + "allowed.",
                hint: "Send the changes in several requests.")
        }
        for change in changes {
            try change.check()
            guard change.kind == TrackerRecords.entriesKind else { continue }
            guard isFinal == true, change.body == nil else {
                throw Status(
                    .invalidArgument,
                    "A change of the kind \(TrackerRecords.entriesKind) removes all entries of an activity; "
                        + "it has to be final and without a body.")
            }
        }
    }
}

extension TrackerRecords.Change {
    /// The limits in bytes of UTF-8.
    private static let kindLimit = 32
    private static let idLimit = 128

    /// - Throws: INVALID_ARGUMENT for a malformed kind, identifier or body.
    package func check() throws(Status) {
        let isValid =
            !kind.isEmpty && kind.utf8.count <= Self.kindLimit
            && kind.allSatisfy { $0.isLetter && $0.isASCII }
            && !id.isEmpty && id.utf8.count <= Self.idLimit && id.utf8.allSatisfy { $0 >= 0x20 }
            && (body ?? "").utf8.count <= TrackerRecords.bodyLimit
        guard isValid else {
            throw Status(
                .invalidArgument,
                "The kind or identifier of a record is malformed, or its text is longer than "
                    + "\(TrackerRecords.bodyLimit) bytes.")
        }
        guard let body, kind != TrackerRecords.entryKind, kind != TrackerRecords.settingKind else {
            return
        }
        do {
            _ = try JSONBody.decode(AnyJSON.self, from: Bytes(body))
        } catch {
            throw Status(
                .invalidArgument, "The text of the record \(kind) \(id) is not valid JSON.")
        }
    }
}

/// A value that decodes from any JSON.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
}
