import Contracts
import RPC
import Tracker

/// What can be wrong with what is asked of storage.
enum StorageError: Error, Hashable {
    case noProfile(String)
    case profileExists(String)
    case defaultProfileRequired
    case noImport(Int64)
    case importPublished(Int64)
    case noSeries(Int64)
    case noSource(String, metric: String)
    case noSample
    case unitMismatch(metric: String, stored: String, given: String)
    case changedSince(metric: String)
    case leaseLost
    /// `isFull`: what was folded found no room on the disk.
    case cannotFold(metric: String, isFull: Bool)
    case versionAhead(requested: Int64, current: Int64)
    case keyReused
    case recordConflict(kind: String, id: String)
    case profileConflict
    case noEntry(String)
    case nothingToUndo
    case nothingToRedo
    case sampleStep
    case notSampleStep(TrackerRecords.UndoDirection)
}

extension StorageError: StatusConvertible {
    var status: Status {
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
                "The profile \"\(CallMetadata.defaultProfile)\" is the one that is used when none "
                    + "is named, so it keeps its name and stays.",
                hint: "Add another with: dayline profile add NAME")
        case .noImport(let id):
            Status(
                .notFound, "There is no import \(id).", hint: "See them with: dayline imports")
        case .importPublished(let id):
            Status(.failedPrecondition, "Import \(id) is published already.")
        case .noSeries(let id):
            Status(.invalidArgument, "There is no series \(id) in this profile.")
        case .noSource(let name, let metric):
            Status(
                .notFound, "\"\(name)\" is no source of \(metric).",
                hint: "See them with: dayline sources \(metric)")
        case .noSample:
            Status(
                .notFound, "There is no such sample in this profile.",
                hint: "See what there is with: dayline samples METRIC --on DATE")
        case .unitMismatch(let metric, let stored, let given):
            Status(
                .failedPrecondition,
                "\(metric) is kept in \(stored), and these samples are in \(given).")
        case .changedSince(let metric):
            Status(.aborted, "Samples of \(metric) changed since the task was given.")
        case .leaseLost:
            Status(.aborted, "The task was given to somebody else.")
        case .cannotFold(let metric, isFull: true):
            Status(
                .resourceExhausted,
                "The disk is full: samples of \(metric) are stored, and their days could not be "
                    + "added up.",
                hint: "Make room, and storage folds them. See what is pending with: dayline status")
        case .cannotFold(let metric, isFull: false):
            Status(
                .internal,
                "The days of \(metric) could not be added up, however often it was tried.",
                hint: "See why with: dayline logs aggregation-1")
        case .versionAhead(let asked, let current):
            Status(
                .outOfRange, "There is no version \(asked) yet: the newest is \(current).")
        case .keyReused:
            Status(
                .failedPrecondition,
                "The idempotency key was used before, with another request.",
                hint: "Use a new key for each request, and the same only to repeat one.")
        case .recordConflict(let kind, let id):
            Status(
                .aborted, "Somebody else changed the \(kind) \(id) at the same time.",
                hint: "Look at it, and try again.")
        case .profileConflict:
            Status(
                .aborted, "Something of this profile was changed at the same time.",
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
                .failedPrecondition, "There is nothing to do again.",
                hint: "Only what was just undone is done again: dayline undo")
        case .notSampleStep(let turn):
            Status(
                .failedPrecondition, "The last change was none of a sample.",
                hint: "Undo it with: dayline \(turn.rawValue)")
        case .sampleStep:
            Status(
                .aborted, "Another change was made at the same time.", hint: "Try again.")
        }
    }
}
