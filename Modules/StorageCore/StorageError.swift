package import Contracts
package import RPC
import Tracker

/// A request that storage rejects.
package enum StorageError: Error, Hashable {
    case noProfile(String)
    case profileExists(String)
    case defaultProfileRequired
    case noImport(Int64)
    case importPublished(Int64)
    case cannotUndo(Int64)
    case noOriginal(Int64)
    case damagedOriginal
    case noPhoto(PhotoName)
    case damagedPhoto(PhotoName)
    case noSeries(Int64)
    case noSource(String, metric: String)
    case noSample
    case unitMismatch(metric: String, stored: String, declared: String)
    case changedSince(metric: String)
    case leaseLost
    /// `isFull`: the day totals could not be stored because the disk is full.
    case cannotFold(metric: String, isFull: Bool)
    case versionAhead(requested: Int64, current: Int64)
    case keyReused
    case recordConflict(kind: String, id: String)
    case profileConflict
    case noEntry(String)
    case nothingToUndo
    case nothingToRedo
    case sampleStep
    /// The next step is not the one that the caller named. `summary` is that of the next step.
    case otherStep(TrackerRecords.UndoDirection, summary: String)
    case notSampleStep(TrackerRecords.UndoDirection)
}

extension StorageError: StatusConvertible {
    package var status: Status {
        switch self {
        case .noProfile(let name):
            Status(
                .notFound, "There is no profile called \"\(name)\".",
                hint: "Add it with: dayline profile add \(quoted(name))")
        case .profileExists(let name):
            Status(
                .alreadyExists, "There is a profile called \"\(name)\" already.",
                hint: "See all of them with: dayline profile list")
        case .defaultProfileRequired:
            Status(
                .failedPrecondition,
                "The profile \"\(CallMetadata.defaultProfile)\" cannot be renamed or removed: commands "
                    + "without --profile use it.",
                hint: "Add another with: dayline profile add NAME")
        case .noImport(let id):
            Status(
                .notFound, "There is no import \(id).",
                hint: "List the imports with: dayline imports")
        case .importPublished(let id):
            Status(.failedPrecondition, "Import \(id) is published already.")
        case .cannotUndo(let id):
            Status(
                .failedPrecondition, "Import \(id) is undone, or has nothing that can be removed.",
                hint: "Show the report with: dayline imports \(id)")
        case .noOriginal(let id):
            Status(
                .notFound, "The file of import \(id) is not stored.",
                hint: "Store the files of later imports with: dayline settings set "
                    + "\(Settings.originals) on")
        case .noPhoto(let name):
            Status(
                .notFound, "There is no stored photo \(name).",
                hint: "List the photos with: dayline photo list")
        case .damagedPhoto(let name):
            Status(
                .dataLoss, "The stored photo \(name) is damaged.",
                hint: "Check the database with: dayline doctor")
        case .damagedOriginal:
            Status(
                .dataLoss, "The stored file is damaged.",
                hint: "Check the database with: dayline doctor")
        case .noSeries(let id):
            Status(.invalidArgument, "There is no series \(id) in this profile.")
        case .noSource(let name, let metric):
            Status(
                .notFound, "\(metric) has no source called \"\(name)\".",
                hint: "List the sources with: dayline sources \(metric)")
        case .noSample:
            Status(
                .notFound, "There is no such sample in this profile.",
                hint: "List the samples of a day with: dayline samples METRIC --on DATE")
        case .unitMismatch(let metric, let stored, let declared):
            Status(
                .failedPrecondition,
                "\(metric) is stored in \(stored), and the declared unit is \(declared).")
        case .changedSince(let metric):
            Status(.aborted, "Samples of \(metric) changed since the task was assigned.")
        case .leaseLost:
            Status(.aborted, "The lease of the task has ended.")
        case .cannotFold(let metric, isFull: true):
            Status(
                .resourceExhausted,
                "The disk is full: the samples of \(metric) are stored, and the totals of their days "
                    + "are not.",
                hint: "Free some space; storage then retries. See pending days with: dayline status"
            )
        case .cannotFold(let metric, isFull: false):
            Status(
                .internal,
                "The day totals of \(metric) could not be computed after \(FoldJob.attemptLimit) attempts.",
                hint: "Show the reason with: dayline logs aggregation-1")
        case .versionAhead(let requested, let current):
            Status(
                .outOfRange, "Version \(requested) does not exist yet: the newest is \(current).")
        case .keyReused:
            Status(
                .failedPrecondition,
                "The idempotency key was used for a different request.",
                hint: "Use a new key for each request, and the same key only for its retries.")
        case .recordConflict(let kind, let id):
            Status(
                .aborted, "The \(kind) \(id) was changed by another request at the same time.",
                hint: "Read its present state, and try again.")
        case .profileConflict:
            Status(
                .aborted, "The profile was changed by another request at the same time.",
                hint: "Try again.")
        case .noEntry(let id):
            Status(
                .notFound, "There is no entry \(id).",
                hint: "See an activity's entries with: dayline entries NAME")
        case .nothingToUndo:
            Status(
                .failedPrecondition, "There is nothing to undo.",
                hint: "Only changes of this profile are undone, such as: dayline log NAME")
        case .nothingToRedo:
            Status(
                .failedPrecondition, "There is nothing to redo.",
                hint: "A step can be redone directly after: dayline undo")
        case .notSampleStep(let direction):
            Status(
                .failedPrecondition, "The last step does not correct a sample.",
                hint: "Use: dayline \(direction.rawValue)")
        case .otherStep(.undo, let summary):
            Status(
                .aborted,
                "The step is not the newest one, so nothing was undone. The newest step is "
                    + "\"\(summary)\".", hint: "Undo the newer steps first.")
        case .otherStep(.redo, let summary):
            Status(
                .aborted,
                "The step is not the next one to redo, so nothing was redone. The next step is "
                    + "\"\(summary)\".", hint: "Redo that step first.")
        case .sampleStep:
            Status(
                .aborted, "The last step was changed by another request at the same time.",
                hint: "Try again.")
        }
    }
}
