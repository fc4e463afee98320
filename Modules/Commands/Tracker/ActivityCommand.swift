import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "What you mean to do, and when.",
        subcommands: [
            Add.self, Edit.self, List.self, Show.self, Pause.self, Resume.self, Move.self,
            Reorder.self, Group.self, Convert.self, Dissolve.self, Delete.self, Suggest.self,
            ListTemplates.self, AddTemplate.self,
        ], defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Add an activity.")

        @Argument(help: "Its name.")
        var name: String

        @OptionGroup var options: ActivityOptions

        @Option(
            name: .customLong("in"), help: ArgumentHelp("Its container.", valueName: "container"),
            completion: .custom(NameCompletion.activities))
        var container: String?

        @Option(help: "The day it is created on; today by default.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let item = try await session.bus().call(
                Activities.add,
                Activities.AddRequest(
                    name: name, fields: options.fields, container: container, on: on),
                session.options())
            try session.output.result(item) { "Added \(item.summaryText)." }
            return .done
        }
    }

    struct Edit: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change an activity, from today on or for all days.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(name: .customLong("name"), help: ArgumentHelp("Its new name.", valueName: "name"))
        var newName: String?

        @OptionGroup var options: ActivityOptions

        @Option(help: "future: the past stays as it was. all: the change holds for all days.")
        var scope: EditScope = .future

        @Option(help: "The day that is today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard newName != nil || options.fields != Activities.Fields() else {
                throw NoChangesError.error
            }
        }

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let client = try session.bus()
            let seen = try await client.call(
                Activities.show, Activities.ActivityRequest(name: name), session.options())
            let item = try await client.call(
                Activities.edit,
                Activities.EditRequest(
                    name: seen.id.rawValue, newName: newName, fields: options.fields,
                    scope: scope, on: on, revision: seen.revision), session.options())
            try session.output.result(item) {
                item.revision == seen.revision
                    ? "\(item.summaryText): nothing to change." : "Changed \(item.summaryText)."
            }
            return .done
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "All activities.")

        @Option(help: "The day that is today: as they were then.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Activities.list, Activities.ListRequest(reminders: false, on: on),
                session.options())
            try session.output.result(listing) { listing.text(session.output) }
            return .done
        }
    }

    struct Show: BusCommand {
        static let configuration = CommandConfiguration(abstract: "One activity, with its past.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "The day that is today: as it was then.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let item = try await session.bus().call(
                Activities.show, Activities.ActivityRequest(name: name, on: on), session.options())
            try session.output.result(item) { item.details }
            return .done
        }
    }

    struct Move: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put an activity into a container, or take it out.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(
            name: .customLong("in"),
            help: ArgumentHelp("The container.", valueName: "container"),
            completion: .custom(NameCompletion.activities))
        var container: String?

        @Flag(help: "Out of its container, to the top.")
        var out = false

        @Option(help: "The day that is today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard out == (container == nil) else {
                throw ValidationError("Use either --in CONTAINER or --out.")
            }
        }

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let item = try await session.bus().call(
                Activities.move, Activities.MoveRequest(name: name, container: container, on: on),
                session.options())
            try session.output.result(item) {
                "\(item.name) is " + (item.container.map { "in \($0)." } ?? "at the top.")
            }
            return .done
        }
    }

    struct Reorder: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give activities their order in the list.")

        @Argument(
            help: "Names, first to last; those not named come after.",
            completion: .custom(NameCompletion.activities))
        var names: [String]

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Activities.reorder, Activities.ReorderRequest(names: names), session.options())
            try session.output.result(listing) { listing.text(session.output) }
            return .done
        }
    }

    struct Group: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gather activities in a new container.")

        @Argument(help: "The container's name.")
        var name: String

        @Argument(
            help: "The activities' names, in order.",
            completion: .custom(NameCompletion.activities))
        var members: [String]

        @Option(
            help: "Their category; by default the first one's.",
            completion: .custom(NameCompletion.categories))
        var category: String?

        @Option(help: "The day that is today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let item = try await session.bus().call(
                Activities.group,
                Activities.GroupRequest(name: name, members: members, category: category, on: on),
                session.options())
            try session.output.result(item) {
                "\(item.name) holds \(item.children.joined(separator: ", "))."
            }
            return .done
        }
    }

    struct Suggest: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "What a new activity of a name would look like.")

        @Argument(help: "A name.")
        var name: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let suggestion = try await session.bus().call(
                Activities.suggest, Activities.SuggestRequest(name: name), session.options())
            try session.output.result(suggestion) {
                [
                    suggestion.icon, suggestion.color, suggestion.category, suggestion.unit,
                ].compactMap { $0 }.joined(separator: "  ")
            }
            return .done
        }
    }
}
