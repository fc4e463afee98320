import ArgumentParser
import Contracts
import Presentation
import RPC

struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "trash", abstract: "List, restore and purge deleted records.",
        discussion: .examples("trash", "trash restore Floss"),
        subcommands: [List.self, Restore.self, Purge.self], defaultSubcommand: List.self)

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List the trash, which keeps records for 30 days.",
            discussion: .examples("trash list", "trash list --json"))
        static let method = Trash.list

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var globals: GlobalOptions

        var request: Trash.ListRequest { Trash.ListRequest(on: asOf.on) }
    }

    struct Restore: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "restore", abstract: "Restore a record from the trash.",
            discussion: .examples("trash restore Floss", "trash restore \"Morning run\""))
        static let method = Trash.restore

        @Argument(help: "Name or identifier of the record.")
        var name: String

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        var request: Trash.RestoreRequest { Trash.RestoreRequest(name: name, on: day.on) }

        func text(_ item: Trash.Item, _ output: Output) -> String { "\(item.name) is restored." }
    }

    struct Purge: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "purge",
            abstract: "Remove records older than 30 days for good, or one record.",
            discussion: .examples("trash purge Floss", "trash purge"))
        static let method = Trash.purge

        @Argument(help: "Name or identifier of the record (default: all older than 30 days).")
        var name: String?

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        var request: Trash.PurgeRequest { Trash.PurgeRequest(name: name, on: day.on) }

        func text(_ listing: Trash.ListResponse, _ output: Output) -> String {
            listing.purgeText(output)
        }
    }
}
