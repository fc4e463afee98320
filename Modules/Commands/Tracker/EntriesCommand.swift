import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct EntriesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "entries", abstract: "What was logged for an activity, newest first.")

    @Argument(help: "The activity's name.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @Option(help: "The day that is today: nothing after it is listed.")
    var on: CivilDate?

    @Option(help: "At most so many.")
    var limit: Int?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit takes a number from 1.") }
    }

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let listing = try await session.bus().call(
            Entries.list,
            Entries.ListRequest(
                activity: name, from: from, to: CivilDate.last(to, asOf: on), limit: limit),
            session.options())
        try session.output.result(listing) {
            guard !listing.entries.isEmpty else {
                return "There are no entries. Log one with: dayline log \(quoted(name))"
            }
            var table = TextTable([
                ("day", .left), ("entry", .left), ("slot", .left), ("identifier", .left),
                ("note", .left),
            ])
            for entry in listing.entries {
                table.add([
                    entry.date.description, entry.summaryText, entry.slot?.rawValue ?? "",
                    entry.id.rawValue, entry.note ?? "",
                ])
            }
            return table.text(session.output)
        }
        return .done
    }
}
