import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC

struct TrainingStart: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "start", abstract: "Start a training session.",
        discussion: """
            Without DAY the training session follows the active plan of the weekday, or no plan if \
            no active plan trains on the weekday.

            EXAMPLES:
              dayline training start
              dayline training start push
              dayline training start mon --on yesterday --at 18:30
            """)
    static let method = Training.start

    @Argument(help: "Day of the plan: its label or weekday.")
    var day: String?

    @Option(
        help: "Follow this plan (default: the active plans).",
        completion: .custom(NameCompletion.trainingPlans))
    var plan: String?

    @Option(help: "Set the type without a plan: strength or cardio.")
    var type: String?

    @Option(help: ArgumentHelp("Start on DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @Option(help: ArgumentHelp("Set the time of the start (default: now).", valueName: "time"))
    var at: String?

    @Option(help: "Add a note.")
    var note: String?

    @OptionGroup var globals: GlobalOptions

    var request: Training.StartRequest {
        Training.StartRequest(day: day, plan: plan, type: type, on: on, at: at, notes: note)
    }
}

struct TrainingSet: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "set", abstract: "Log a set, or a cardio entry, in the open training session.",
        discussion: """
            A set is written as repetitions and weight (5x100kg), equal sets (3x5x100kg), \
            repetitions (12, or 3x12x), a time (90s), or distance and time of cardio (5km 25min). The reply \
            names the personal records that the set improves.

            EXAMPLES:
              dayline training set "Bench press" 5x100kg --rpe 8
              dayline training set Squat 5x60kg --warmup
              dayline training set Run 5km 25min
            """)
    static let method = Training.log

    @Argument(help: "Name of the exercise.", completion: .custom(NameCompletion.exercises))
    var exercise: String

    @Argument(help: "Repetitions and weight, time, or distance.")
    var amounts: [String]

    @Flag(help: "Log a warm-up, which counts in no volume and no record.")
    var warmup = false

    @Option(help: "Add the rate of perceived exertion, from 1 to 10.")
    var rpe: NumberArgument?

    @Option(
        help: ArgumentHelp(
            "Add the set to SESSION (default: the open one).", valueName: "session"))
    var session: String?

    @Flag(help: "Add the exercise if no exercise has this name.")
    var new = false

    @OptionGroup var globals: GlobalOptions

    var request: Training.LogRequest {
        Training.LogRequest(
            exercise: exercise, set: amounts.map(NumberArgument.plain).joined(separator: " "),
            warmup: warmup ? true : nil, rpe: rpe?.value, session: session,
            isNew: new ? true : nil)
    }
}

struct TrainingFinish: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "finish", abstract: "End the open training session.",
        discussion: """
            EXAMPLES:
              dayline training finish
              dayline training finish --duration 55min --note "slept badly"
            """)
    static let method = Training.finish

    @Flag(help: "End the training session as abandoned.")
    var abandon = false

    @Option(help: "Set the duration without pauses, such as 55min or 1h10 (default: until now).")
    var duration: String?

    @Option(help: "Set the note.")
    var note: String?

    @OptionGroup var globals: GlobalOptions

    var request: Training.FinishRequest {
        Training.FinishRequest(abandon: abandon ? true : nil, duration: duration, notes: note)
    }
}

struct TrainingShow: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "show",
        abstract: "Show a training session with its sets and the imported workout of its time.",
        discussion: .examples("training show", "training show --json"))
    static let method = Training.session

    @Argument(help: "Training session (default: the open one, else the newest).")
    var session: String?

    @OptionGroup var globals: GlobalOptions

    var request: Training.SessionRequest { Training.SessionRequest(session: session) }
}

struct TrainingEditCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "edit", abstract: "Change a training session, or one of its sets.",
        discussion: """
            EXAMPLES:
              dayline training edit last --duration 1h10
              dayline training edit yesterday --on -2d
              dayline training edit last --set 3 --to 5x105kg
            """)

    @Argument(help: "Training session: its identifier, last, or its day.")
    var session: String

    @Option(help: ArgumentHelp("Move the training session to DATE.", valueName: "date"))
    var on: CivilDate?

    @Option(help: ArgumentHelp("Set the time of the start, such as 18:30.", valueName: "time"))
    var at: String?

    @Option(help: "Set the duration without pauses, such as 55min or 1h10.")
    var duration: String?

    @Option(help: "Set the label; '' removes it.")
    var label: String?

    @Option(help: "Set the note; '' removes it.")
    var note: String?

    @Option(help: "Set the status: completed or abandoned.")
    var status: String?

    @Option(
        help: ArgumentHelp("Change set NUMBER, from dayline training show.", valueName: "number"))
    var set: Int?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Replace the set, such as 5x105kg.", valueName: "set"))
    var replacement: String?

    @Flag(inversion: .prefixedNo, help: "Change the set to a warm-up, or to none.")
    var warmup: Bool?

    @Option(help: "Set the rate of perceived exertion of the set, from 1 to 10.")
    var rpe: NumberArgument?

    @OptionGroup var globals: GlobalOptions

    private var changesSession: Bool {
        on != nil || at != nil || duration != nil || label != nil || note != nil || status != nil
    }

    private var changesSet: Bool { replacement != nil || warmup != nil || rpe != nil }

    func validate() throws {
        guard changesSession || changesSet else { throw NoChangesError.error }
        guard changesSet == (set != nil), !(changesSet && changesSession) else {
            throw ValidationError(
                "--to, --warmup and --rpe go with --set, and with no other option.")
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let response =
            if let set {
                try await client.call(
                    Training.editSet,
                    Training.EditSetRequest(
                        session: session, number: set, set: replacement, warmup: warmup,
                        rpe: rpe?.value), context.options())
            } else {
                try await client.call(
                    Training.edit,
                    Training.EditRequest(
                        session: session, day: on, at: at, duration: duration, label: label,
                        notes: note, status: status), context.options())
            }
        try context.output.result(response) { response.text(context.output) }
        return .done
    }
}

struct TrainingDelete: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "delete", abstract: "Delete a training session, or one of its sets.",
        discussion: """
            EXAMPLES:
              dayline training delete last --set 3
              dayline training delete yesterday
            """)
    static let method = Training.delete

    @Argument(help: "Training session: its identifier, last, or its day.")
    var session: String

    @Option(help: ArgumentHelp("Delete only set NUMBER.", valueName: "number"))
    var set: Int?

    @OptionGroup var globals: GlobalOptions

    var request: Training.DeleteRequest { Training.DeleteRequest(session: session, number: set) }

    func text(_ response: Training.SessionResponse, _ output: Output) -> String {
        guard set == nil else { return response.text(output) }
        return "The training session of \(response.session.date) is deleted. "
            + "Revert with: dayline undo"
    }
}
