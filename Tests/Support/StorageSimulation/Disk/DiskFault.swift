/// A fault of the operations of a disk, for a range of operations.
package struct DiskFault: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Writes fail because the disk is full.
        case noSpace = "no-space"
        /// Writes, truncations and removals fail.
        case writeError = "write-error"
        /// Half of the bytes of a write are written, then the write fails.
        case shortWrite = "short-write"
        /// Syncs fail, and the writes before them are lost or kept.
        case syncError = "sync-error"
        /// Reads fail.
        case readError = "read-error"
    }

    package var kind: Kind
    /// The numbers of the operations that can fail.
    package var operations: ClosedRange<Int>
    /// The number of these operations of which one fails on average.
    package var oneIn: Int

    package init(_ kind: Kind, _ operations: ClosedRange<Int>, oneIn: Int) {
        (self.kind, self.operations, self.oneIn) = (kind, operations, oneIn)
    }
}
