import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct LogCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Say that something is done, or how much.",
        discussion: """
            EXAMPLES:
              dayline log Water 250
              dayline log "Morning run" 5.2 km --on 2026-11-20
              dayline log Pills --slot evening
            """)

    @Argument(help: "The activity's name.", completion: .custom(NameCompletion.activities))
    var name: String

    @Argument(help: "A number, or an answer in words.")
    var value: InputValue?

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

    @Flag(help: "Accept a day after today.")
    var future = false

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let photos = Dictionary(photo.map { ($0.view, $0.file) }) { $1 }
        for file in photos.values.sorted() { try PhotoFile.check(file) }
        let logged = try await session.bus().call(
            Journal.log,
            Journal.LogRequest(
                activity: name, value: value, unit: unit, on: on, slot: slot, note: note,
                photos: photos.isEmpty ? nil : photos, mood: mood, place: place,
                future: future ? true : nil),
            session.options())
        try session.output.result(logged) { logged.sentence }
        return .done
    }
}
