import RPC
import Uploads

/// The bytes that one import may still stage.
struct StagingBudget: Sendable {
    /// Maximum number of bytes.
    let limit: Int
    /// The disk that is checked; nil for a dry run.
    let diskSpace: DiskSpace?
    private var spent = 0
    private var spentAtCheck = 0

    /// Staged bytes between two checks of the disk.
    private static let checkInterval = 16 << 20

    /// `limit` is in bytes.
    init(limit: Int = ImportLimit.bytes(of: nil), diskSpace: DiskSpace? = nil) {
        self.limit = limit
        self.diskSpace = diskSpace
    }

    /// Adds staged bytes.
    /// - Throws: RESOURCE_EXHAUSTED if the import exceeds the limit, or the disk is nearly full.
    mutating func spend(_ bytes: Int) throws(Status) {
        guard bytes <= limit - spent else { throw ImportLimit.exceeded(limit) }
        spent += bytes
        guard let diskSpace, spent - spentAtCheck >= Self.checkInterval else { return }
        spentAtCheck = spent
        try diskSpace.check(for: UInt64(Self.checkInterval))
    }
}
