import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct SkipCommand: BusCommand {
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

    @Flag(help: "Accept a day after today.")
    var future = false

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let logged = try await session.bus().call(
            Journal.skip,
            Journal.SkipRequest(
                activity: name, reason: reason, on: on, slot: slot, future: future ? true : nil),
            session.options())
        try session.output.result(logged) { logged.sentence }
        return .done
    }
}
