package import Contracts
import Memberwise
import RPC

/// A step: changes that are undone and redone together.
@Memberwise
package struct StepRow: Sendable {
    package var first: Int64
    package var last: Int64
    package var summary: String
    /// True for a fill, which has one entry in the change log.
    package var isFill = false
    /// The numbers of the entries that a fill added; empty if the last is before the first.
    package var firstEntry: Int64 = 1
    package var lastEntry: Int64 = 0
    package var hasReplacedEntries = false

    /// The changes of a step of the tracker. `changes` are those of the step, oldest first.
    /// - Throws: ABORTED for a step that corrects a sample.
    package static func checkTracker(
        _ changes: [Changes.Change]
    ) throws(StorageError) -> [Changes.Change] {
        guard !changes.contains(where: { $0.kind == TrackerRecords.sampleKind }) else {
            throw .sampleStep
        }
        return changes
    }

    /// - Throws: ABORTED if the caller of undo or redo expects another step; nil: any step.
    package func check(
        expected: Int64?, _ direction: TrackerRecords.UndoDirection
    ) throws(StorageError) {
        guard let expected, expected != first else { return }
        throw .otherStep(direction, summary: summary)
    }

    /// The step as the caller of undo or redo needs it: with the corrected sample, if it corrects one.
    /// `changes` are those of the step, oldest first; not used for a fill.
    package func response(
        _ direction: TrackerRecords.UndoDirection, _ changes: () throws -> [Changes.Change]
    ) throws -> TrackerRecords.NextResponse {
        var sample: TrackerRecords.CorrectedSample?
        if !isFill, let change = try changes().first, change.kind == TrackerRecords.sampleKind {
            let text = direction == .undo ? change.before : change.after
            sample = TrackerRecords.CorrectedSample(
                original: try SampleReference(text: change.key),
                correction: try text.map {
                    try JSONBody.decode(Correction.self, from: Bytes($0))
                })
        }
        return TrackerRecords.NextResponse(step: first, summary: summary, sample: sample)
    }
}

/// Selects the fills whose displaced rows are kept for undo.
package struct FillRetention: Sendable {
    /// The number of newest fills that are kept regardless of their size.
    private static let minimumFills = 3
    /// The most displaced rows of all kept fills together.
    private static let filledRows: Int64 = 1_000_000
    /// The most kept fills.
    private static let fillLimit = 1000

    private var count = 0
    private var rows: Int64 = 0

    package init() {}

    /// Adds a fill with its number of displaced rows, newest first.
    /// - Returns: False if the fill and all steps before it are to be deleted.
    package mutating func keeps(rows displaced: Int64) -> Bool {
        count += 1
        rows += displaced
        return count <= Self.minimumFills
            || (rows <= Self.filledRows && count <= Self.fillLimit)
    }
}
