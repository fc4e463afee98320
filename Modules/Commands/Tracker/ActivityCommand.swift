import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Manage activities and their schedules.",
        subcommands: [
            Add.self, Edit.self, List.self, Show.self, Pause.self, Resume.self, Move.self,
            Reorder.self, Group.self, Convert.self, Dissolve.self, Delete.self, Suggest.self,
            ListTemplates.self, AddTemplate.self,
        ], defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Add an activity.")

        @Argument(help: "Name of the activity.")
        var name: String

        @OptionGroup var options: ActivityOptions

        @Option(
            name: .customLong("in"),
            help: ArgumentHelp("Add it to a container.", valueName: "container"),
            completion: .custom(NameCompletion.activities))
        var container: String?

        @Option(help: "Create on DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let item = try await context.bus().call(
                Activities.add,
                Activities.AddRequest(
                    name: name, fields: options.fields, container: container, on: on),
                context.options())
            try context.output.result(item) { "Added \(item.summaryText)." }
            return .done
        }
    }

    struct Edit: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change an activity, from today on or for all days.")

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(
            name: .customLong("name"), help: ArgumentHelp("Rename the activity.", valueName: "name")
        )
        var newName: String?

        @OptionGroup var options: ActivityOptions

        @Option(help: "Apply to future days or to all days: future or all.")
        var scope: EditScope = .future

        @Option(help: "Apply as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard newName != nil || options.fields != Activities.Fields() else {
                throw NoChangesError.error
            }
        }

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let client = try context.bus()
            let current = try await client.call(
                Activities.show, Activities.ActivityRequest(name: name), context.options())
            let item = try await client.call(
                Activities.edit,
                Activities.EditRequest(
                    name: current.id.rawValue, newName: newName, fields: options.fields,
                    scope: scope, on: on, revision: current.revision), context.options())
            try context.output.result(item) {
                item.revision == current.revision
                    ? "\(item.summaryText): nothing to change." : "Changed \(item.summaryText)."
            }
            return .done
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "List activities.")

        @Option(help: "Answer as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing = try await context.bus().call(
                Activities.list, Activities.ListRequest(reminders: false, on: on),
                context.options())
            try context.output.result(listing) { listing.text(context.output) }
            return .done
        }
    }

    struct Show: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show an activity and its past configurations.")

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "Answer as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let item = try await context.bus().call(
                Activities.show, Activities.ActivityRequest(name: name, on: on), context.options())
            try context.output.result(item) { item.details }
            return .done
        }
    }

    struct Move: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move an activity into a container or out of it.")

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(
            name: .customLong("in"),
            help: ArgumentHelp("Move into a container.", valueName: "container"),
            completion: .custom(NameCompletion.activities))
        var container: String?

        @Flag(help: "Move out of its container.")
        var out = false

        @Option(help: "Apply as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard out == (container == nil) else {
                throw ValidationError("Use either --in CONTAINER or --out.")
            }
        }

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let item = try await context.bus().call(
                Activities.move, Activities.MoveRequest(name: name, container: container, on: on),
                context.options())
            try context.output.result(item) {
                "\(item.name) is " + (item.container.map { "in \($0)." } ?? "at the top.")
            }
            return .done
        }
    }

    struct Reorder: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the order of activities.")

        @Argument(
            help: "Names in order; other activities follow.",
            completion: .custom(NameCompletion.activities))
        var names: [String]

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing = try await context.bus().call(
                Activities.reorder, Activities.ReorderRequest(names: names), context.options())
            try context.output.result(listing) { listing.text(context.output) }
            return .done
        }
    }

    struct Group: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put activities into a new container.")

        @Argument(help: "Name of the container.")
        var name: String

        @Argument(
            help: "Names of the activities, in order.",
            completion: .custom(NameCompletion.activities))
        var members: [String]

        @Option(
            help: "Set their category (default: that of the first activity).",
            completion: .custom(NameCompletion.categories))
        var category: String?

        @Option(help: "Apply as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let item = try await context.bus().call(
                Activities.group,
                Activities.GroupRequest(name: name, members: members, category: category, on: on),
                context.options())
            try context.output.result(item) {
                "\(item.name) contains \(item.children.joined(separator: ", "))."
            }
            return .done
        }
    }

    struct Suggest: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Suggest icon, colour, category and unit for a name.")

        @Argument(help: "Name of a new activity.")
        var name: String

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let suggestion = try await context.bus().call(
                Activities.suggest, Activities.SuggestRequest(name: name), context.options())
            try context.output.result(suggestion) {
                [
                    suggestion.icon, suggestion.color, suggestion.category, suggestion.unit,
                ].compactMap { $0 }.joined(separator: "  ")
            }
            return .done
        }
    }
}
