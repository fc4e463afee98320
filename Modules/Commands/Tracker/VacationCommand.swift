import ArgumentParser
import CivilTime
import Contracts
import RPC

struct VacationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vacation", abstract: "Manage vacations, on which nothing is missed.",
        subcommands: [Add.self, Remove.self, List.self], defaultSubcommand: List.self)

    struct Add: UnaryCommand {
        static let configuration = CommandConfiguration(abstract: "Mark days as a vacation.")
        static let method = Vacations.add

        @Argument(help: ArgumentHelp("Day, or range of days as A..B.", valueName: "days"))
        var days: DayRangeArgument

        @OptionGroup var globals: GlobalOptions

        var request: Vacations.Vacation { days.range }

        func text(_ changed: Vacations.ChangeResponse, _ output: Output) -> String {
            changed.text("marked")
        }
    }

    struct Remove: UnaryCommand {
        static let configuration = CommandConfiguration(abstract: "Remove days from vacations.")
        static let method = Vacations.remove

        @Argument(help: ArgumentHelp("Day, or range of days as A..B.", valueName: "days"))
        var days: DayRangeArgument

        @OptionGroup var globals: GlobalOptions

        var request: Vacations.Vacation { days.range }

        func text(_ changed: Vacations.ChangeResponse, _ output: Output) -> String {
            changed.text("removed")
        }
    }

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(abstract: "List vacations.")
        static let method = Vacations.list

        @OptionGroup var globals: GlobalOptions

        func text(_ listing: Vacations.ListResponse, _ output: Output) -> String {
            guard !listing.vacations.isEmpty else { return "No vacation is marked." }
            return listing.vacations
                .map { $0.from == $0.to ? "\($0.from)" : "\($0.from)..\($0.to)" }
                .joined(separator: "\n")
        }
    }
}

/// A day `2026-07-01` or a range `2026-07-01..2026-07-14`.
struct DayRangeArgument: ExpressibleByArgument {
    var range: Vacations.Vacation

    init?(argument: String) {
        let bounds = argument.components(around: "..")
        guard let from = CivilDate(bounds.before), let to = CivilDate(bounds.after ?? bounds.before)
        else { return nil }
        range = Vacations.Vacation(from: from, to: to)
    }
}

extension String {
    fileprivate func components(around separator: String) -> (before: String, after: String?) {
        guard let range = firstRange(of: separator) else { return (self, nil) }
        return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
    }
}

extension Vacations.ChangeResponse {
    fileprivate func text(_ verb: String) -> String {
        "\(NumberText.days(days.count)) \(verb), with \(NumberText.count(skips, "skip"))."
    }
}
