import Contracts
import RPC

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
    init(limit: Int = StagingBudget.bytes(of: nil), diskSpace: DiskSpace? = nil) {
        self.limit = limit
        self.diskSpace = diskSpace
    }

    /// The limit in bytes of a value of the setting `importLimit`; nil for the default.
    static func bytes(of setting: String?) -> Int {
        let number = setting.flatMap { Int($0) } ?? Settings.importLimitDefault
        let range = Settings.importLimitRange
        return min(max(number, range.lowerBound), range.upperBound) * 1_000_000_000
    }

    /// Adds staged bytes.
    /// - Throws: RESOURCE_EXHAUSTED if the import exceeds the limit, or the disk is nearly full.
    mutating func spend(_ bytes: Int) throws(Status) {
        guard bytes <= limit - spent else { throw Self.exceeded(limit) }
        spent += bytes
        guard let diskSpace, spent - spentAtCheck >= Self.checkInterval else { return }
        spentAtCheck = spent
        try diskSpace.check(for: UInt64(Self.checkInterval))
    }

    static func exceeded(_ limit: Int) -> Status {
        Status(
            .resourceExhausted,
            "The import is larger than \(limit / 1_000_000_000) GB, the limit of one import. "
                + "Nothing of it was stored.",
            hint: "Allow more, in GB, with: dayline settings set \(Settings.importLimit) 64")
    }
}
