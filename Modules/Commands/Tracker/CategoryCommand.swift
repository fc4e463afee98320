import ArgumentParser
import CivilTime
import Contracts
import Tracker

struct CategoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "category", abstract: "Manage categories of activities.",
        discussion: .examples("category", "category add Sport --color '#4ECDC4'"),
        subcommands: [
            List.self, Add.self, Edit.self, Reorder.self, Delete.self, RestoreDefaults.self,
        ],
        defaultSubcommand: List.self)

    /// The options that set properties of a category.
    struct Fields: ParsableArguments {
        @OptionGroup var appearance: AppearanceOptions

        @Option(help: "Describe the category.")
        var about: String?

        @Flag(inversion: .prefixedNo, help: "Turn the reminders of the category on or off.")
        var active: Bool?

        @Option(help: "Remind once, daily, weekly, monthly or custom.")
        var frequency: ReminderPlan.Frequency?

        @Option(help: ArgumentHelp("Remind at times, such as 08:00,20:30.", valueName: "times"))
        var times: TimeList?

        @Option(help: ArgumentHelp("Remind on weekdays, such as mon,wed.", valueName: "days"))
        var weekdays: WeekdayList?

        @Option(
            help: ArgumentHelp(
                "Remind from this day on, the only day of once; none to remove.", valueName: "date")
        )
        var start: ReminderDay?

        @Option(
            help: ArgumentHelp(
                "Remind up to this day; none to remove.", valueName: "date"))
        var end: ReminderDay?

        @Option(
            help: ArgumentHelp(
                "Remind every DAYS days, counted from --start; 0 for weekdays.",
                valueName: "days"))
        var everyDays: Int?

        func change(_ name: String, newName: String? = nil) -> Categories.ChangeRequest {
            Categories.ChangeRequest(
                name: name, newName: newName, icon: appearance.icon, color: appearance.color,
                about: about, isActive: active, frequency: frequency, times: times?.minutes,
                weekdays: weekdays?.values.sorted(), start: start?.text, end: end?.text,
                everyDays: everyDays)
        }
    }

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List categories.",
            discussion: .examples("category list", "category list --json"))
        static let method = Categories.list

        @OptionGroup var globals: GlobalOptions
    }

    struct Add: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "add", abstract: "Add a category.",
            discussion: .examples(
                "category add Sport --color '#4ECDC4'", "category add Home --icon leaf"))
        static let method = Categories.add

        @Argument(help: "Name of the category.")
        var name: String

        @OptionGroup var fields: Fields
        @OptionGroup var globals: GlobalOptions

        var request: Categories.ChangeRequest { fields.change(name) }

        func text(_ item: Categories.Item, _ output: Output) -> String { "Added \(item.name)." }
    }

    struct Edit: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "edit", abstract: "Change a category.",
            discussion: .examples(
                "category edit Sport --times 08:00,20:30",
                "category edit Medical --times 09:00 --every-days 3 --start 2026-03-01"))
        static let method = Categories.edit

        @Argument(help: "Name of the category.", completion: .custom(NameCompletion.categories))
        var name: String

        @Option(
            name: .customLong("name"), help: ArgumentHelp("Rename the category.", valueName: "name")
        )
        var newName: String?

        @OptionGroup var fields: Fields
        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard newName != nil || fields.change(name) != Categories.ChangeRequest(name: name)
            else {
                throw NoChangesError.error
            }
        }

        var request: Categories.ChangeRequest { fields.change(name, newName: newName) }

        func text(_ item: Categories.Item, _ output: Output) -> String { "Changed \(item.name)." }
    }

    struct Reorder: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "reorder", abstract: "Set the order of categories.",
            discussion: .examples(
                "category reorder Medical Workout", "category reorder \"Home and garden\""))
        static let method = Categories.reorder

        @Argument(
            help: "Names in order; other categories follow.",
            completion: .custom(NameCompletion.categories))
        var names: [String]

        @OptionGroup var globals: GlobalOptions

        var request: Categories.ReorderRequest { Categories.ReorderRequest(names: names) }
    }

    struct Delete: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "delete", abstract: "Move a category to the trash; its activities stay.",
            discussion: .examples("category delete Sport", "category delete \"Home and garden\""))
        static let method = Categories.delete

        @Argument(help: "Name of the category.", completion: .custom(NameCompletion.categories))
        var name: String

        @OptionGroup var globals: GlobalOptions

        var request: Categories.DeleteRequest { Categories.DeleteRequest(name: name) }

        func text(_ item: Categories.Item, _ output: Output) -> String {
            "\(item.name) is in the trash."
        }
    }

    struct RestoreDefaults: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "restore-defaults",
            abstract: "Add missing categories of the six defaults.",
            discussion: .examples("category restore-defaults", "category restore-defaults --json"))
        static let method = Categories.restoreDefaults

        @OptionGroup var globals: GlobalOptions
    }
}

extension ReminderPlan.Frequency: ExpressibleByArgument {}

/// A date, or `none` for no date.
struct ReminderDay: ExpressibleByArgument {
    /// `YYYY-MM-DD`, or empty.
    var text: String

    init?(argument: String) {
        guard argument == "none" || CivilDate(argument) != nil else { return nil }
        text = argument == "none" ? "" : argument
    }
}

/// Times of day separated by commas, such as `08:00,20:30`.
struct TimeList: ExpressibleByArgument {
    /// Minutes since midnight.
    var minutes: [Int]

    init?(argument: String) {
        minutes = []
        for word in argument.split(separator: ",") {
            let parts = word.split(separator: ":").map { Int($0) }
            guard parts.count == 2, let hour = parts[0], let minute = parts[1],
                (0...23).contains(hour), (0...59).contains(minute)
            else { return nil }
            minutes.append(hour * 60 + minute)
        }
    }
}
