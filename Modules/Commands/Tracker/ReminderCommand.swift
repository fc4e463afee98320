import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

struct ReminderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "reminder", abstract: "Manage reminders and show those of a day.",
        discussion: .examples(
            "reminder add \"Call mum\" --on sun", "reminder list", "reminder done \"Call mum\""),
        subcommands: [Add.self, List.self, Done.self, Delete.self, Today.self],
        defaultSubcommand: List.self)

    struct Add: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "add",
            abstract: "Add a reminder for a day, or one that stays open until it is done.",
            discussion: .examples(
                "reminder add \"Call mum\" --on sun", "reminder add \"Buy stamps\" --sticky"))
        static let method = Activities.add

        @Argument(help: "Name of the reminder.")
        var name: String

        @Flag(help: "Keep the reminder open until it is done (default without --on).")
        var sticky = false

        @Option(help: "Set the day of the reminder; with --sticky, its first day.")
        var on: PlannedDay?

        @Option(help: "Set a number to reach; refused, since reminders have none.")
        var target: NumberArgument?

        @OptionGroup var appearance: AppearanceOptions
        @OptionGroup var globals: GlobalOptions

        var request: Activities.AddRequest {
            var fields = Activities.Fields()
            let day = sticky ? nil : on?.date
            fields.schedule = day.map { .adhoc($0) } ?? .sticky
            fields.target = target?.value
            fields.icon = appearance.icon
            fields.color = appearance.color
            return Activities.AddRequest(name: name, fields: fields, on: sticky ? on?.date : nil)
        }

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "Added \(item.name), \(item.schedule.text)."
        }
    }

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List reminders.",
            discussion: .examples("reminder list", "reminder list --on tomorrow")
        )
        static let method = Activities.list

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var globals: GlobalOptions

        var request: Activities.ListRequest { Activities.ListRequest(reminders: true, on: asOf.on) }

        func text(_ listing: Activities.ListResponse, _ output: Output) -> String {
            listing.remindersText(output)
        }
    }

    struct Done: BusCommand {
        static let configuration = CommandConfiguration(
            name: "done", abstract: "Complete a reminder.",
            discussion: .examples(
                "reminder done \"Call mum\"", "reminder done \"Call mum\" --on yesterday"))

        @Argument(help: "Name of the reminder.", completion: .custom(NameCompletion.reminders))
        var name: String

        @Option(help: ArgumentHelp("Complete on DATE (default: today).", valueName: "date"))
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let client = try context.bus()
            let item = try await client.call(
                Activities.show, Activities.ActivityRequest(name: name), context.options())
            guard item.schedule.isReminder else {
                throw Status(
                    .failedPrecondition, "\"\(item.name)\" is an activity, not a reminder.",
                    hint: "Log it with: dayline log \(quoted(item.name))")
            }
            let logged = try await client.call(
                Journal.log, Journal.LogRequest(activity: item.id.rawValue, on: on),
                context.options())
            try context.output.result(logged) { logged.text(context.output) }
            return .done
        }
    }

    struct Today: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "today", abstract: "Show the three daily reminders of a day.",
            discussion: .examples(
                after: """
                    Set them with: dayline settings set reminderEvening '20:00 below-half'
                    """, "reminder today", "reminder today --on mon"))
        static let method = Journal.reminders

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var globals: GlobalOptions

        var request: Journal.DayRequest { Journal.DayRequest(on: asOf.on) }
    }

    struct Delete: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "delete", abstract: "Move a reminder to the trash.",
            discussion: .examples(
                "reminder delete \"Call mum\"", "reminder delete \"Call mum\" --on yesterday"))
        static let method = Activities.delete

        @Argument(help: "Name of the reminder.", completion: .custom(NameCompletion.reminders))
        var name: String

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        var request: Activities.ActivityRequest {
            Activities.ActivityRequest(name: name, on: day.on)
        }

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "\(item.name) is in the trash."
        }
    }
}
