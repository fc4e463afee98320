import ArgumentParser
import CivilTime
import Contracts
import RPC

struct VacationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vacation", abstract: "Manage vacations, on which nothing is missed.",
        subcommands: [Add.self, Remove.self, List.self], defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Mark days as a vacation.")

        @Argument(help: ArgumentHelp("Day, or range of days as A..B.", valueName: "days"))
        var days: DayRangeArgument

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let changed = try await context.bus().call(
                Vacations.add, days.range, context.options())
            try context.output.result(changed) { changed.text("marked") }
            return .done
        }
    }

    struct Remove: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Remove days from vacations.")

        @Argument(help: ArgumentHelp("Day, or range of days as A..B.", valueName: "days"))
        var days: DayRangeArgument

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let changed = try await context.bus().call(
                Vacations.remove, days.range, context.options())
            try context.output.result(changed) { changed.text("removed") }
            return .done
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "List vacations.")

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing = try await context.bus().call(
                Vacations.list, Empty(), context.options())
            try context.output.result(listing) {
                guard !listing.vacations.isEmpty else { return "No vacation is marked." }
                return listing.vacations
                    .map { $0.from == $0.to ? "\($0.from)" : "\($0.from)..\($0.to)" }
                    .joined(separator: "\n")
            }
            return .done
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
