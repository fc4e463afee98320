import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracking

struct LogCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Say that something is done, or how much.")

    @Argument(help: "The activity's name.", completion: .custom(NameCompletion.activities))
    var name: String

    @Argument(help: "A number, or an answer in words.")
    var value: SpokenValue?

    @Argument(help: "The unit of the number; by default the activity's.")
    var unit: String?

    @Option(help: "The day that it is done on.")
    var on: CivilDate?

    @Option(help: "allDay, morning, afternoon or evening.")
    var slot: Slot?

    @Option(help: "A remark.")
    var note: String?

    @Option(help: "How you feel, from 1, bad, to 5, good.")
    var mood: Int?

    @Option(help: "Where it was.")
    var place: String?

    @Option(
        help: ArgumentHelp("A photo, or VIEW=FILE; may be repeated.", valueName: "file"),
        completion: .file())
    var photo: [PhotoArgument] = []

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let photos = Dictionary(photo.map { ($0.view, $0.file) }) { $1 }
        for file in photos.values.sorted() { try PhotoFile.check(file) }
        let logged = try await session.bus().call(
            Journal.log,
            Journal.Log(
                activity: name, value: value, unit: unit, on: on, slot: slot, note: note,
                photos: photos.isEmpty ? nil : photos, mood: mood, place: place),
            session.options())
        try session.output.result(logged) { logged.sentence }
        return .done
    }
}

struct SkipCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Excuse something for a day.")

    @Argument(help: "The activity's name.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(
        help: ArgumentHelp(
            "Why: \(offeredSkipReasons.joined(separator: ", ")), or other words."))
    var reason: String?

    @Option(help: "The day that it is skipped on.")
    var on: CivilDate?

    @Option(help: "allDay, morning, afternoon or evening.")
    var slot: Slot?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let logged = try await session.bus().call(
            Journal.skip, Journal.Skip(activity: name, reason: reason, on: on, slot: slot),
            session.options())
        try session.output.result(logged) { logged.sentence }
        return .done
    }
}

struct UndoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last change; again for the one before.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        // A step may be a whole import.
        let step = try await session.bus().call(Journal.undo, Empty(), session.patient())
        try session.output.result(step) { "Undone: \(step.summary)." }
        return .done
    }
}

struct RedoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Make the change again that was undone last.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let step = try await session.bus().call(Journal.redo, Empty(), session.patient())
        try session.output.result(step) { "Done again: \(step.summary)." }
        return .done
    }
}

extension SpokenValue: ExpressibleByArgument {
    package init?(argument: String) {
        self = NumberArgument(argument: argument).map { .number($0.value) } ?? .text(argument)
    }
}

/// `FILE`, or `VIEW=FILE`.
struct PhotoArgument: ExpressibleByArgument {
    var view: String
    var file: String

    init?(argument: String) {
        let sides = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard let last = sides.last, !last.isEmpty else { return nil }
        view = sides.count == 2 ? sides[0] : Tracking.Measurement.defaultViews[0]
        file = last
    }
}

extension Journal.Logged {
    /// "Water 250 ml; 1,250 of 2,000 ml; 6 days in a row".
    var sentence: String {
        var parts = [entry.words]
        if entry.status == "completed", let total = day.total, let target = day.target {
            let unit = day.unit.map { " \($0)" } ?? ""
            parts.append("\(NumberText.short(total)) of \(NumberText.short(target))\(unit)")
        }
        if streak.current > 1 { parts.append("\(NumberText.days(streak.current)) in a row") }
        return "\(entry.activity.onOneLine) \(parts.joined(separator: "; ")) on \(entry.date)"
            .replacing("  ", with: " ")
    }
}

extension LoggedEntry {
    /// What was logged, in a few words.
    var words: String {
        if status == "skipped" { return "skipped" + (skipReason.map { ", \($0.onOneLine)" } ?? "") }
        if let entered { return "\(NumberText.short(entered.amount)) \(entered.unit)" }
        if let value { return NumberText.short(value) + (unit.map { " \($0)" } ?? "") }
        return answer?.onOneLine ?? "done"
    }
}
