import Contracts
import RPC

/// The books of an import while it runs. Whatever is read is entered once, as what became of it, so
/// they balance at any moment.
struct ImportCounts: Hashable, Sendable {
    private(set) var byType: [String: ImportReport.Counts] = [:]
    private(set) var problems: [ImportReport.Problem] = []
    private(set) var ignoredMetadata: [String: Int] = [:]
    private(set) var quarantined: [QuarantinedItem] = []
    /// All of them, also those that are only counted.
    private(set) var quarantinedCount = 0
    private var quarantinedBytes = 0
    /// The sum of all counts that the importer stated.
    private var declaredCount = 0
    /// Elements within items, and files beside the export.
    var nested = CountsByType()
    var files = CountsByType()

    /// More damaged items are only counted.
    static let quarantineLimit = 10_000
    /// Of all texts in a message; items beyond this are kept without theirs.
    static let quarantineBytes = 4 << 20
    /// More kinds of damage are not told apart.
    static let problemLimit = 200

    init() {}

    var read: Int { byType.values.reduce(0) { $0 + $1.read } }

    /// Refuses counts that no file can have, so that nothing that is added up afterwards overflows.
    ///
    /// - Throws: INVALID_ARGUMENT when a count is negative, or all counts of the import are more than
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

    mutating func add(_ type: String, stored: Int = 0, duplicate: Int = 0) {
        guard stored + duplicate > 0 else { return }
        byType[type, default: .init()].read += stored + duplicate
        byType[type, default: .init()].stored += stored
        byType[type, default: .init()].duplicate += duplicate
    }

    mutating func add(ignored count: Int, of type: String) {
        guard count > 0 else { return }
        byType[type, default: .init()].read += count
        byType[type, default: .init()].ignored += count
    }

    mutating func add(_ item: QuarantinedItem) {
        byType[item.type, default: .init()].read += 1
        byType[item.type, default: .init()].quarantined += 1
        quarantinedCount += 1
        add(
            ImportReport.Problem(
                offset: item.offset, line: item.line, reason: item.reason, count: 1))
        guard quarantined.count < Self.quarantineLimit else { return }
        var kept = item
        let size = Self.bytesInMessage(item.text)
        if quarantinedBytes + size > Self.quarantineBytes {
            kept.text = ""
        } else {
            quarantinedBytes += size
        }
        quarantined.append(kept)
    }

    /// How long a text is in JSON, where a control character has six bytes.
    private static func bytesInMessage(_ text: String) -> Int {
        text.utf8.reduce(0) { size, byte in
            size
                + (byte < 0x20
                    ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1)
        }
    }

    /// Adds to the damage of that kind, or notes a kind met for the first time.
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
