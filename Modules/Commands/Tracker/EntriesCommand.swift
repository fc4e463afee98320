import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct EntriesCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "entries", abstract: "List the entries of an activity, newest first.")
    static let method = Entries.list

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

    var request: Entries.ListRequest {
        Entries.ListRequest(
            activity: name, from: from, to: CivilDate.last(to, asOf: on), limit: limit)
    }

    func text(_ listing: Entries.ListResponse, _ output: Output) -> String {
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
        return table.text(output)
    }
}
