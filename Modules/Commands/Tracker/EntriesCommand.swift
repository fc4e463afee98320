import ArgumentParser
import Contracts
import Presentation
import RPC

struct EntriesCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "entries", abstract: "List the entries of an activity, newest first.",
        discussion: .examples(
            "entries Water", "entries Water --from -7d", "entries Water --limit 5 --json"))
    static let method = Entries.list

    @OptionGroup var activity: ActivityArgument
    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption

    @Option(help: ArgumentHelp("List at most COUNT entries (default: all).", valueName: "count"))
    var limit: Int?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit takes a number from 1.") }
    }

    var request: Entries.ListRequest {
        Entries.ListRequest(
            activity: activity.name, from: range.from, to: range.end(asOf), limit: limit)
    }

    func text(_ listing: Entries.ListResponse, _ output: Output) -> String {
        listing.text(of: activity.name, output)
    }
}
