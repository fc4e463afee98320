import Glibc
import Memberwise
import RPC
import Texts

/// Imports and backups that failed, a file for each in a folder.
///
/// A record is on disk before the failure is reported. The notifier removes a record when its log has the
/// notification, so that the end of any process loses no failure.
package struct FailureRecords: Sendable {
    /// A failure with the fields of its event.
    @Memberwise
    package struct Record: Codable, Hashable, Sendable {
        /// The topic of the event.
        package var topic: String
        /// The fields of the event.
        package var fields: [String: String]
        /// The instant of the failure, in milliseconds since 1970 UTC.
        package var at: Int64
    }

    package let folder: String

    /// The number of records; the oldest is removed for another, since no notifier reads them.
    private static let recordLimit = 200
    private static let sizeLimit = 1 << 16
    private static let suffix = ".json"

    package init(folder: String) {
        self.folder = folder
    }

    /// Creates the folder, and stores a record.
    package func write(_ record: Record) throws {
        try Files.createPrivateFolder(folder)
        for name in names.dropLast(Self.recordLimit - 1) { remove(name) }
        let random = UInt64.random(in: .min ... .max)
        try Files.writeAtomically(
            try JSONBody.encode(record).array(of: UInt8.self),
            to: "\(folder)/\(record.at)-\(random.hexDigits)\(Self.suffix)")
    }

    /// Stores a failure of now. A failure to do so is ignored, since the failed work is reported to its
    /// caller.
    package func store(_ topic: String, _ fields: [String: String]) {
        try? write(Record(topic: topic, fields: fields, at: WallClock.milliseconds()))
    }

    /// The names of the records, oldest first.
    package var names: [String] {
        Files.names(in: folder).filter { $0.hasSuffix(Self.suffix) }
    }

    /// The record with a name; nil if it does not exist any more or is not valid.
    package func record(_ name: String) throws -> Record? {
        guard
            let bytes = try Files.readIfPresent("\(folder)/\(name)", limit: Self.sizeLimit)
        else { return nil }
        return try? JSONBody.decode(Record.self, from: Bytes(bytes))
    }

    package func remove(_ name: String) {
        unlink("\(folder)/\(name)")
    }
}
