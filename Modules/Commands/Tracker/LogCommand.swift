import ArgumentParser
import CivilTime
import Contracts
import NaturalInput
import Presentation
import RPC
import Tracker

struct LogCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "log", abstract: "Log activities as done, or a value of one.",
        discussion: """
            The words are NAME VALUE [UNIT] if the second one is an amount or the activity takes \
            an answer; otherwise each word is a name. A range of days covers the days on which the \
            activity is due. With - the lines of standard input are logged, all or none of them; \
            a line has the words and, optionally, --on DAY, --slot SLOT and --note TEXT.

            EXAMPLES:
              dayline log Water 250
              dayline log "Morning run" 5,2km --on yesterday
              dayline log Floss Vitamins "Call mum"
              dayline log Pills --slot evening --on mon..fri
            """)

    @Argument(
        help: "Name of an activity with its value and unit, or several names; - reads lines.",
        completion: .custom(NameCompletion.activities))
    var words: [String]

    @Option(
        help: ArgumentHelp(
            "Log for DAYS: a day or A..B (default: today, or the day of a carried occurrence).",
            valueName: "days"))
    var on: RecordedDays?

    @Option(help: "Log for \(Slot.optionHelp)")
    var slot: Slot?

    @Option(help: "Add a note.")
    var note: String?

    @Option(help: "Add a mood, from 1 (bad) to 5 (good).")
    var mood: Int?

    @Option(help: "Add a place.")
    var place: String?

    @Option(
        help: ArgumentHelp("Add a photo as FILE or VIEW=FILE; repeatable.", valueName: "file"),
        completion: .file())
    var photo: [PhotoArgument] = []

    @Flag(help: "Accept a day after today.")
    var future = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard photo.isEmpty || isSingle else {
            throw ValidationError(
                "--photo applies to one activity on one day. Log other activities and days without "
                    + "--photo.")
        }
        guard !readsInput || (on == nil && slot == nil && note == nil) else {
            throw ValidationError(
                "--on, --slot and --note cannot be used with -. Write them in the lines of the "
                    + "input.")
        }
        guard !readsInput || (mood == nil && place == nil) else {
            throw ValidationError(
                "--mood and --place cannot be used with -. Log the activities that have them one "
                    + "by one.")
        }
    }

    private var readsInput: Bool { words == ["-"] }

    /// True unless the entries are for a range of several days.
    private var isOneDay: Bool { on.map { $0.first == $0.last } ?? true }

    /// True for one activity with or without an amount, on one day. False for an activity with an
    /// answer, which only the tracker distinguishes from several names.
    private var isSingle: Bool {
        isOneDay && !readsInput && (words.count == 1 || Amount.isWritten(in: words[1]))
    }

    var isSequential: Bool { true }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        if isSingle {
            let logged = try await client.call(
                Journal.log, try await request(client, context), context.options())
            try context.output.result(logged) { logged.text(context.output) }
            return .done
        }
        let request = Journal.LogSeveralRequest(
            lines: readsInput ? try LogLines.parse(StandardInput.all()) : [line],
            future: future ? true : nil)
        let reply = try await client.call(Journal.logSeveral, request, context.options())
        // One entry is shown as for a single activity: the words can be a name with an answer.
        if !readsInput, isOneDay, reply.logged.count == 1 {
            try context.output.result(reply.logged[0]) { reply.logged[0].text(context.output) }
        } else {
            try context.output.result(reply) { reply.text(context.output) }
        }
        return .done
    }

    /// The request for one activity, with its photos stored.
    private func request(
        _ client: Client, _ context: CommandContext
    ) async throws -> Journal.LogRequest {
        var photos: [String: String] = [:]
        for argument in photo {
            photos[argument.view] = try await PhotoFile.store(argument.file, client, context).file
        }
        let unit = words.dropFirst(2).joined(separator: " ")
        return Journal.LogRequest(
            activity: words[0], value: words.count > 1 ? InputValue(argument: words[1]) : nil,
            unit: unit.isEmpty ? nil : unit, on: on?.first, slot: slot, note: note,
            photos: photos.isEmpty ? nil : photos, mood: mood, place: place,
            future: future ? true : nil)
    }

    private var line: Journal.LogLine {
        Journal.LogLine(
            words: words.map(NumberArgument.plain), on: on?.text, slot: slot, note: note,
            mood: mood, place: place)
    }
}
