import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct EntriesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "entries", abstract: "List the entries of an activity, newest first.")

    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(help: "Leave out days before DATE.")
    var from: CivilDate?

    @Option(help: "Leave out days after DATE.")
    var to: CivilDate?

    @Option(help: "Answer as of DATE (default: today).")
    var on: CivilDate?

    @Option(help: "List at most so many entries.")
    var limit: Int?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit takes a number from 1.") }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let listing = try await context.bus().call(
            Entries.list,
            Entries.ListRequest(
                activity: name, from: from, to: CivilDate.last(to, asOf: on), limit: limit),
            context.options())
        try context.output.result(listing) {
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
            return table.text(context.output)
        }
        return .done
    }
}
