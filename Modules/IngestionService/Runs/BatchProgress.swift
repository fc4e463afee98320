import CivilTime
import Contracts

/// How far the importer is, and what it said of the whole file.
struct BatchProgress: Sendable {
    private(set) var bytesRead: Int64 = 0
    private(set) var bytesTotal: Int64 = 0
    /// Items so far; those of open segments are counted before they are settled.
    private(set) var read = 0
    private(set) var isTruncated = false
    private(set) var offsets: [CivilDate: Int] = [:]
    /// Zones that samples say they were taken in, by how many batches have one.
    private(set) var zoneNames: [String: Int] = [:]

    mutating func update(with batch: Batches.Batch, read: Int) {
        bytesRead = max(bytesRead, batch.bytesRead)
        bytesTotal = max(bytesTotal, batch.bytesTotal)
        isTruncated = isTruncated || batch.isTruncated == true
        for entry in batch.offsets { offsets[entry.day] = entry.seconds }
        self.read = read
    }

    mutating func add(zoneNames names: Set<String>) {
        for name in names { zoneNames[name, default: 0] += 1 }
    }
}
