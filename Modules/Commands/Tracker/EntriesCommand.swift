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

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption

    @Option(help: "List at most so many entries.")
    var limit: Int?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit takes a number from 1.") }
    }

    var request: Entries.ListRequest {
        Entries.ListRequest(
            activity: name, from: range.from, to: range.end(asOf), limit: limit)
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
