import ArgumentParser
import CivilTime
import Contracts
import RPC

struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash", abstract: "What was deleted, kept for 30 days.",
        subcommands: [List.self, Restore.self, Purge.self], defaultSubcommand: List.self)

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "All that is in the trash.")

        @Option(help: "Only what can still be taken back on this day.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Trash.list, Trash.ListRequest(on: on), session.options())
            try session.output.result(listing) {
                listing.items.isEmpty ? "The trash is empty." : listing.text(session.output)
            }
            return .done
        }
    }

    struct Restore: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Take something out.")

        @Argument(help: "Its name or identifier.")
        var name: String

        @Option(help: "The day that is today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let item = try await session.bus().call(
                Trash.restore, Trash.RestoreRequest(name: name, on: on), session.options())
            try session.output.result(item) { "\(item.name) is back." }
            return .done
        }
    }

    struct Purge: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove for good what is older than 30 days, or one thing at once.")

        @Argument(help: "Its name or identifier; without one, all that is old enough.")
        var name: String?

        @Option(help: "The day that is today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Trash.purge, Trash.PurgeRequest(name: name, on: on), session.options())
            try session.output.result(listing) {
                listing.items.isEmpty
                    ? "Nothing is old enough."
                    : """
                    Removed for good:
                    \(listing.text(session.output))
                    What was done before to what is gone can no longer be undone, nor what came earlier.
                    """
            }
            return .done
        }
    }
}

extension Trash.ListResponse {
    fileprivate func text(_ output: Output) -> String {
        var table = TextTable([
            ("deleted", .left), ("what", .left), ("name", .left), ("identifier", .left),
        ])
        for item in items {
            table.add([item.deleted.description, item.kind, item.name, item.id])
        }
        return table.text(output)
    }
}
