import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct LogCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Log an activity as done, or a value of it.",
        discussion: """
            EXAMPLES:
              dayline log Water 250
              dayline log "Morning run" 5.2 km --on 2026-11-20
              dayline log Pills --slot evening
            """)
    static let method = Journal.log

    @OptionGroup var activity: ActivityArgument

    @Argument(help: "Number, or answer as text.")
    var value: InputValue?

    @Argument(help: "Unit of the number (default: the activity's).")
    var unit: String?

    @Option(
        help: ArgumentHelp(
            "Log for DATE (default: today, or the day of a carried occurrence).", valueName: "date")
    )
    var on: CivilDate?

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

    /// Stores the photos: the entry names the stored ones.
    func prepared(_ client: Client, _ context: CommandContext) async throws -> LogCommand {
        var command = self
        for (index, argument) in photo.enumerated() {
            command.photo[index].file =
                try await PhotoFile.store(argument.file, client, context).file
        }
        return command
    }

    var request: Journal.LogRequest {
        let photos = Dictionary(photo.map { ($0.view, $0.file) }) { $1 }
        return Journal.LogRequest(
            activity: activity.name, value: value, unit: unit, on: on, slot: slot, note: note,
            photos: photos.isEmpty ? nil : photos, mood: mood, place: place,
            future: future ? true : nil)
    }
}
