import CivilTime
import Contracts

/// The progress of an importer, and its statements about the whole file.
struct BatchProgress: Sendable {
    private(set) var bytesRead: Int64 = 0
    private(set) var bytesTotal: Int64 = 0
    /// Items so far, including those of open segments.
    private(set) var read = 0
    private(set) var isTruncated = false
    /// The format that the importer stated last; nil: none.
    private(set) var format: String?
    /// Seconds east of UTC by day.
    private(set) var offsets: [CivilDate: Int] = [:]
    /// Time zones of sample attributes, with the number of batches that have one.
    private(set) var zoneNames: [String: Int] = [:]
    /// The text of the importer's mapping; nil: none was sent.
    private(set) var mapping: String?

    mutating func update(with batch: Batches.Batch, read: Int) {
        bytesRead = max(bytesRead, batch.bytesRead)
        bytesTotal = max(bytesTotal, batch.bytesTotal)
        isTruncated = isTruncated || batch.isTruncated == true
        format = batch.format.map { String($0.prefix(Batches.formatLength)) } ?? format
        for entry in batch.offsets { offsets[entry.day] = entry.seconds }
        mapping = batch.mapping ?? mapping
        self.read = read
    }

    mutating func add(zoneNames names: Set<String>) {
        for name in names { zoneNames[name, default: 0] += 1 }
    }
}
