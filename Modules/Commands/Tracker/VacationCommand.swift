import ArgumentParser
import Contracts
import Presentation

struct VacationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "vacation", abstract: "Manage vacations, on which nothing is missed.",
        discussion: .examples("vacation add fri..sun", "vacation list"),
        subcommands: [Add.self, Remove.self, List.self], defaultSubcommand: List.self)

    struct Add: VacationChange {
        static let configuration = CommandConfiguration(
            name: "add", abstract: "Mark days as a vacation.",
            discussion: .examples("vacation add fri..sun", "vacation add 2026-12-24..2027-01-02"))
        static let method = Vacations.add
        static let participle = "marked"

        @OptionGroup var days: VacationDays
        @OptionGroup var globals: GlobalOptions
    }

    struct Remove: VacationChange {
        static let configuration = CommandConfiguration(
            name: "remove", abstract: "Remove days from vacations.",
            discussion: .examples("vacation remove 2026-12-31", "vacation remove fri..sun"))
        static let method = Vacations.remove
        static let participle = "removed"

        @OptionGroup var days: VacationDays
        @OptionGroup var globals: GlobalOptions
    }

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List vacations.",
            discussion: .examples("vacation list", "vacation list --json")
        )
        static let method = Vacations.list

        @OptionGroup var globals: GlobalOptions
    }
}

/// The days of a command that changes vacations.
struct VacationDays: ParsableArguments {
    @Argument(help: ArgumentHelp("Day, or range of days as A..B.", valueName: "days"))
    var days: PlannedDays
}

/// A command that marks days as a vacation or removes them from vacations.
protocol VacationChange: UnaryCommand
where Request == Vacations.Vacation, Response == Vacations.ChangeResponse {
    /// The word after the number of days in the output.
    static var participle: String { get }

    var days: VacationDays { get }
}

extension VacationChange {
    var request: Vacations.Vacation {
        Vacations.Vacation(from: days.days.first, to: days.days.last)
    }

    func text(_ changed: Vacations.ChangeResponse, _ output: Output) -> String {
        changed.sentence(Self.participle)
    }
}
