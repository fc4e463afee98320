import ArgumentParser
import CivilTime
import Contracts
import RPC

struct VacationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vacation", abstract: "Days off, on which nothing is missed.",
        subcommands: [Add.self, Remove.self, List.self], defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Mark days as a vacation.")

        @Argument(help: ArgumentHelp("A day, or two as A..B.", valueName: "days"))
        var days: DayRangeArgument

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let changed = try await session.bus().call(
                Vacations.add, days.range, session.options())
            try session.output.result(changed) { changed.text("marked") }
            return .done
        }
    }

    struct Remove: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Take marks away.")

        @Argument(help: ArgumentHelp("A day, or two as A..B.", valueName: "days"))
        var days: DayRangeArgument

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let changed = try await session.bus().call(
                Vacations.remove, days.range, session.options())
            try session.output.result(changed) { changed.text("taken back") }
            return .done
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "All vacations.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Vacations.list, Empty(), session.options())
            try session.output.result(listing) {
                guard !listing.vacations.isEmpty else { return "No vacation is marked." }
                return listing.vacations
                    .map { $0.from == $0.to ? "\($0.from)" : "\($0.from)..\($0.to)" }
                    .joined(separator: "\n")
            }
            return .done
        }
    }
}

/// `2026-07-01`, or `2026-07-01..2026-07-14`.
struct DayRangeArgument: ExpressibleByArgument {
    var range: Vacations.Vacation

    init?(argument: String) {
        let halves = argument.components(around: "..")
        guard let from = CivilDate(halves.before), let to = CivilDate(halves.after ?? halves.before)
        else { return nil }
        range = Vacations.Vacation(from: from, to: to)
    }
}

extension String {
    fileprivate func components(around separator: String) -> (before: String, after: String?) {
        guard let place = firstRange(of: separator) else { return (self, nil) }
        return (String(self[..<place.lowerBound]), String(self[place.upperBound...]))
    }
}

extension Vacations.ChangeResponse {
    fileprivate func text(_ verb: String) -> String {
        "\(NumberText.days(days.count)) \(verb), with \(NumberText.count(skips, "skip"))."
    }
}
