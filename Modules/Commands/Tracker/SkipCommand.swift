import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct SkipCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Skip an activity on a day; its streak does not break.")

    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(
        help: ArgumentHelp(
            "Give a reason: \(offeredSkipReasons.joined(separator: ", ")), or other text."))
    var reason: String?

    @Option(help: "Skip on DATE (default: today).")
    var on: CivilDate?

    @Option(help: "Skip a part of the day: allDay, morning, afternoon or evening.")
    var slot: Slot?

    @Flag(help: "Accept a day after today.")
    var future = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let logged = try await context.bus().call(
            Journal.skip,
            Journal.SkipRequest(
                activity: name, reason: reason, on: on, slot: slot, future: future ? true : nil),
            context.options())
        try context.output.result(logged) { logged.sentence }
        return .done
    }
}
