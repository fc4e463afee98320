import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

struct ActivityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "activity", abstract: "Manage activities and their schedules.",
        discussion: .examples(
            "activity add Water --target 2000 --unit ml", "activity list",
            "activity edit Water --target 2500"),
        subcommands: [
            Add.self, Edit.self, List.self, Show.self, Pause.self, Resume.self, Move.self,
            Reorder.self, Group.self, Convert.self, Dissolve.self, Delete.self, Suggest.self,
            ListTemplates.self, ApplyTemplate.self, AddTemplate.self, EditTemplate.self,
            DeleteTemplate.self,
        ], defaultSubcommand: List.self)

    struct Add: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "add", abstract: "Add an activity.",
            discussion: .examples(
                "activity add Floss", "activity add Water --target 2000 --unit ml",
                "activity add Gym --times 3/week", "activity add \"Water plants\" --every 3d"))
        static let method = Activities.add

        @Argument(help: "Name of the activity.")
        var name: String

        @OptionGroup var options: ActivityOptions

        @Option(
            name: .customLong("in"),
            help: ArgumentHelp("Add the activity to a container.", valueName: "container"),
            completion: .custom(NameCompletion.activities))
        var container: String?

        @Option(help: ArgumentHelp("Create on DATE (default: today).", valueName: "date"))
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        var request: Activities.AddRequest {
            Activities.AddRequest(
                name: name, fields: options.fields, container: container, on: on)
        }

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "Added \(item.summaryText)."
        }
    }

    struct Edit: BusCommand {
        static let configuration = CommandConfiguration(
            name: "edit", abstract: "Change an activity, from today on or for all days.",
            discussion: .examples(
                "activity edit Water --target 2500", "activity edit Gym --weekly mon,wed,fri",
                "activity edit Water --target none"))

        @OptionGroup var activity: ActivityArgument

        @Option(
            name: .customLong("name"), help: ArgumentHelp("Rename the activity.", valueName: "name")
        )
        var newName: String?

        @OptionGroup var options: ActivityOptions

        @Option(help: "Apply to future days or to all days: future or all.")
        var scope: EditScope = .future

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard newName != nil || options.fields != Activities.Fields() else {
                throw NoChangesError.error
            }
        }

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let client = try context.bus()
            let current = try await client.call(
                Activities.show, Activities.ActivityRequest(name: activity.name), context.options())
            let item = try await client.call(
                Activities.edit,
                Activities.EditRequest(
                    name: current.id.rawValue, newName: newName, fields: options.fields,
                    scope: scope, on: day.on, revision: current.revision), context.options())
            try context.output.result(item) {
                item.revision == current.revision
                    ? "\(item.summaryText): nothing to change." : "Changed \(item.summaryText)."
            }
            return .done
        }
    }

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List activities.",
            discussion: .examples("activity list", "activity list --on 2026-01-01"))
        static let method = Activities.list

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var globals: GlobalOptions

        var request: Activities.ListRequest {
            Activities.ListRequest(reminders: false, on: asOf.on)
        }
    }

    struct Show: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "show", abstract: "Show an activity and its past configurations.",
            discussion: .examples("activity show Water", "activity show Water --json"))
        static let method = Activities.show

        @OptionGroup var activity: ActivityArgument
        @OptionGroup var asOf: AsOfOption
        @OptionGroup var globals: GlobalOptions

        var request: Activities.ActivityRequest {
            Activities.ActivityRequest(name: activity.name, on: asOf.on)
        }

        func text(_ item: Activities.Item, _ output: Output) -> String { item.details }
    }

    struct Move: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "move", abstract: "Move an activity into a container or out of it.",
            discussion: .examples("activity move Floss --in Evening", "activity move Floss --out"))
        static let method = Activities.move

        @OptionGroup var activity: ActivityArgument

        @Option(
            name: .customLong("in"),
            help: ArgumentHelp("Move the activity into a container.", valueName: "container"),
            completion: .custom(NameCompletion.activities))
        var container: String?

        @Flag(help: "Move the activity out of its container.")
        var out = false

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard out == (container == nil) else {
                throw ValidationError("Use either --in CONTAINER or --out.")
            }
        }

        var request: Activities.MoveRequest {
            Activities.MoveRequest(name: activity.name, container: container, on: day.on)
        }

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "\(item.name) is " + (item.container.map { "in \($0)." } ?? "at the top.")
        }
    }

    struct Reorder: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "reorder", abstract: "Set the order of activities.",
            discussion: .examples(
                "activity reorder Floss Vitamins Water", "activity reorder \"Morning run\" Floss"))
        static let method = Activities.reorder

        @Argument(
            help: "Names in order; other activities follow.",
            completion: .custom(NameCompletion.activities))
        var names: [String]

        @OptionGroup var globals: GlobalOptions

        var request: Activities.ReorderRequest { Activities.ReorderRequest(names: names) }
    }

    struct Group: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "group", abstract: "Put activities into a new container.",
            discussion: .examples(
                "activity group Evening Floss Stretch",
                "activity group Evening Floss Stretch --category Health"))
        static let method = Activities.group

        @Argument(help: "Name of the container.")
        var name: String

        @Argument(
            help: "Names of the activities, in order.",
            completion: .custom(NameCompletion.activities))
        var members: [String]

        @Option(
            help: "Set the category of the activities (default: that of the first activity).",
            completion: .custom(NameCompletion.categories))
        var category: String?

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        var request: Activities.GroupRequest {
            Activities.GroupRequest(name: name, members: members, category: category, on: day.on)
        }

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "\(item.name) contains \(item.children.joined(separator: ", "))."
        }
    }

    struct Suggest: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "suggest", abstract: "Suggest icon, colour, category and unit for a name.",
            discussion: .examples("activity suggest \"Drink water\"", "activity suggest Run --json")
        )
        static let method = Activities.suggest

        @Argument(help: "Name of a new activity.")
        var name: String

        @OptionGroup var globals: GlobalOptions

        var request: Activities.SuggestRequest { Activities.SuggestRequest(name: name) }
    }
}
