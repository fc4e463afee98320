import Contracts
import RPC

/// The counts of a running import. Each item is counted once with its outcome, so that the counts
/// balance at any time.
struct ImportCounts: Hashable, Sendable {
    private(set) var byType: [String: ImportReport.Counts] = [:]
    private(set) var problems: [ImportReport.Problem] = []
    private(set) var ignoredMetadata: [String: Int] = [:]
    private(set) var quarantined: [QuarantinedItem] = []
    /// Number of quarantined items, including those beyond the limit.
    private(set) var quarantinedCount = 0
    private var quarantinedBytes = 0
    /// Sum of the counts that the importer sent.
    private var declaredCount = 0
    /// Elements within items, by type; ``files`` are those beside the export.
    var nested = CountsByType()
    var files = CountsByType()
    /// The number of the step that stored records of the tracker; nil: none were stored.
    var step: Int64?

    /// Maximum number of items that are stored; further ones are only counted.
    static let quarantineLimit = 10_000
    /// Maximum bytes of their texts in a message; further items are stored without text.
    static let quarantineBytes = 4 << 20
    /// Maximum number of different reasons; further problems are added to the last.
    static let problemLimit = 200

    init() {}

    var read: Int { byType.values.reduce(0) { $0 + $1.read } }

    /// Rejects counts that are out of range, so that no sum overflows.
    ///
    /// - Throws: INVALID_ARGUMENT if a count is negative, or the sum of the import exceeds
    ///   ``Batches/maximumCount``.
    mutating func checkCounts(of batch: Batches.Batch) throws(Status) {
        let counts =
            Array(batch.ignored.values) + batch.problems.map(\.count)
            + Array(batch.ignoredMetadata.values)
        for count in counts {
            guard count >= 0, count <= Batches.maximumCount - declaredCount else {
                throw BatchColumns.rejection(
                    "counts that are negative, or more than \(Batches.maximumCount) in all")
            }
            declaredCount += count
        }
    }

    mutating func add(
        _ count: Int, as outcome: WritableKeyPath<ImportReport.Counts, Int>, of type: String
    ) {
        guard count > 0 else { return }
        byType[type, default: .init()].read += count
        byType[type, default: .init()][keyPath: outcome] += count
    }

    /// Adds the counts of another worker.
    mutating func add(_ row: ImportReport.Counts, of type: String) {
        add(row.stored, as: \.stored, of: type)
        add(row.duplicate, as: \.duplicate, of: type)
        add(row.quarantined, as: \.quarantined, of: type)
        add(row.ignored, as: \.ignored, of: type)
    }

    mutating func add(_ item: QuarantinedItem) {
        add(1, as: \.quarantined, of: item.type)
        quarantinedCount += 1
        add(
            ImportReport.Problem(
                offset: item.offset, line: item.line, reason: item.reason, count: 1))
        guard quarantined.count < Self.quarantineLimit else { return }
        var stored = item
        let size = Self.bytesInMessage(item.text)
        if quarantinedBytes + size > Self.quarantineBytes {
            stored.text = ""
        } else {
            quarantinedBytes += size
        }
        quarantined.append(stored)
    }

    /// Bytes of a text in JSON, where a control character has six.
    private static func bytesInMessage(_ text: String) -> Int {
        text.utf8.reduce(0) { size, byte in
            size
                + (byte < 0x20
                    ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1)
        }
    }

    /// Adds a problem, to the one with the same reason if there is one.
    mutating func add(_ problem: ImportReport.Problem) {
        if let index = problems.firstIndex(where: { $0.reason == problem.reason }) {
            problems[index].count += problem.count
        } else if problems.count < Self.problemLimit {
            problems.append(problem)
        } else {
            problems[Self.problemLimit - 1].count += problem.count
        }
    }

    mutating func add(ignoredMetadata counts: [String: Int]) {
        ignoredMetadata.merge(counts, uniquingKeysWith: +)
    }
}
