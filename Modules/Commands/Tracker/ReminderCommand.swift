import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct ReminderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder", abstract: "Things to do once, and what the day reminds of.",
        subcommands: [Add.self, List.self, Done.self, Delete.self, Today.self],
        defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a reminder for a day, or one that stays until it is done.")

        @Argument(help: "Its name.")
        var name: String

        @Flag(help: "It stays until it is done, as it does without a day.")
        var sticky = false

        @Option(help: "The day it is for; with --sticky, the day it begins.")
        var on: CivilDate?

        @Option(help: "The number to reach, which a reminder does not have.")
        var target: NumberArgument?

        @Option(help: "A symbol or an emoji.")
        var icon: String?

        @Option(help: "As '#4ECDC4'.")
        var color: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            var fields = Activities.Fields()
            let day = sticky ? nil : on
            fields.schedule = day.map { .adhoc($0) } ?? .sticky
            fields.target = target?.value
            fields.icon = icon
            fields.color = color
            let item = try await session.bus().call(
                Activities.add,
                Activities.AddRequest(name: name, fields: fields, on: sticky ? on : nil),
                session.options())
            try session.output.result(item) { "Added \(item.name), \(item.schedule.text)." }
            return .done
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "All reminders.")

        @Option(help: "The day that is today: as they were then.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Activities.list, Activities.ListRequest(reminders: true, on: on),
                session.options())
            try session.output.result(listing) {
                guard !listing.activities.isEmpty else {
                    return "There are no reminders yet. Add one with: dayline reminder add NAME"
                }
                var table = TextTable([("reminder", .left), ("due", .left)])
                let open = listing.activities.filter { $0.doneOn == nil }
                let done = listing.activities.filter { $0.doneOn != nil }
                for item in open + done {
                    table.add([
                        item.name, item.doneOn.map { "done on \($0)" } ?? item.schedule.text,
                    ])
                }
                return table.text(session.output)
            }
            return .done
        }
    }

    struct Done: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Complete a reminder.")

        @Argument(help: "Its name.", completion: .custom(NameCompletion.reminders))
        var name: String

        @Option(help: "The day on which it was done (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let client = try session.bus()
            let item = try await client.call(
                Activities.show, Activities.ActivityRequest(name: name), session.options())
            guard item.schedule.isReminder else {
                throw Status(
                    .failedPrecondition, "\"\(item.name)\" is an activity, not a reminder.",
                    hint: "Log it with: dayline log \(quoted(item.name))")
            }
            let logged = try await client.call(
                Journal.log, Journal.LogRequest(activity: item.id.rawValue, on: on),
                session.options())
            try session.output.result(logged) { logged.sentence }
            return .done
        }
    }

    struct Today: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "The three reminders of a day, as they stand.",
            discussion: """
                They are set with: dayline settings set reminderEvening '20:00 below-half'
                """)

        @Option(help: "Another day than today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let reminders = try await session.bus().call(
                Journal.reminders, Journal.DayRequest(on: on), session.options())
            try session.output.result(reminders) {
                var table = TextTable([
                    ("part", .left), ("set", .left), ("at", .left), ("reminds of", .left),
                ])
                for part in reminders.reminders {
                    table.add([
                        part.part, part.setting, part.times.joined(separator: ", "),
                        part.holds ? "\(part.title): \(part.body)" : "-",
                    ])
                }
                return table.text(session.output)
            }
            return .done
        }
    }

    struct Delete: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Put a reminder in the trash.")
        static let method = Activities.delete

        @Argument(help: "Its name.", completion: .custom(NameCompletion.reminders))
        var name: String

        @Option(help: "The day that is today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func confirmation(_ item: Activities.Item) -> String { "\(item.name) is in the trash." }
    }
}
