import ArgumentParser
import CivilTime
import Contracts
import RPC

struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash", abstract: "List, restore and purge deleted records.",
        subcommands: [List.self, Restore.self, Purge.self], defaultSubcommand: List.self)

    struct List: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the trash, which keeps records for 30 days.")

        @Option(help: "Answer as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing = try await context.bus().call(
                Trash.list, Trash.ListRequest(on: on), context.options())
            try context.output.result(listing) {
                listing.items.isEmpty ? "The trash is empty." : listing.text(context.output)
            }
            return .done
        }
    }

    struct Restore: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restore a record from the trash.")

        @Argument(help: "Name or identifier of the record.")
        var name: String

        @Option(help: "Apply as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let item = try await context.bus().call(
                Trash.restore, Trash.RestoreRequest(name: name, on: on), context.options())
            try context.output.result(item) { "\(item.name) is restored." }
            return .done
        }
    }

    struct Purge: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove records older than 30 days for good, or one record.")

        @Argument(help: "Name or identifier of the record (default: all older than 30 days).")
        var name: String?

        @Option(help: "Apply as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing = try await context.bus().call(
                Trash.purge, Trash.PurgeRequest(name: name, on: on), context.options())
            try context.output.result(listing) {
                listing.items.isEmpty
                    ? "Nothing in the trash is older than 30 days."
                    : """
                    Removed for good:
                    \(listing.text(context.output))
                    Changes to these records, and all earlier changes, can no longer be undone.
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
