import ArgumentParser
import CivilTime
import Contracts
import Metrics
import Milestones
import RPC

struct WeightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weight", abstract: "Your weighings, where they lead, and your goal.",
        subcommands: [
            WeightAdd.self, WeightList.self, WeightEdit.self, WeightDelete.self,
            WeightGoalCommand.self, WeightTrendCommand.self,
        ], defaultSubcommand: WeightList.self)
}

struct WeightAdd: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "A weighing.",
        discussion: """
            EXAMPLES:
              dayline weight add 81.2
              dayline weight add 179 lb --on 2026-11-20
            """)

    @Argument(help: "The number.")
    var weight: NumberArgument

    @Argument(help: "kg or lb; by default that of the setting units.")
    var unit: WeightUnit?

    @Option(help: "A remark.")
    var note: String?

    @Option(name: .customLong("body-fat"), help: "Percent.")
    var bodyFat: NumberArgument?

    @Option(help: "The day; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let client = try session.bus()
        let unit =
            if let unit { unit } else {
                try await session.units(client) == .us ? WeightUnit.lb : .kg
            }
        let added = try await client.call(
            Weights.add,
            Weights.AddRequest(
                weight: weight.value, unit: unit, note: note, bodyFat: bodyFat?.value, on: on),
            session.options())
        try session.output.result(added) {
            var text = WeightText.line(added.entry)
            if let celebration = added.celebration {
                text += "\n" + WeightText.celebrationText(celebration)
            }
            return text
        }
        return .done
    }
}

struct WeightList: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The logbook, newest first.")

    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @Flag(name: .customLong("with-note"), help: "Only weighings with a note.")
    var withNote = false

    @Option(help: "Only on these weekdays: mon,tue …")
    var weekdays: WeekdayList?

    @Flag(help: "Only weighings that reached a milestone.")
    var milestones = false

    @Option(help: "At most so many.")
    var limit: Int?

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let client = try session.bus()
        let listing = try await client.call(
            Weights.list,
            Weights.ListRequest(
                from: from, to: to, withNote: withNote ? true : nil,
                weekdays: weekdays?.values.sorted(), withMilestone: milestones ? true : nil,
                limit: limit, on: on),
            session.options())
        let isWhole = from == nil && to == nil && !withNote && weekdays == nil && !milestones
        try session.output.result(listing) {
            WeightText.table(listing, isWhole: isWhole, session.output)
        }
        if listing.weights.isEmpty { await session.printMeasuredWeightsNotice(client) }
        return .done
    }
}

struct WeightEdit: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Correct a weighing.")

    @Argument(help: "The weighing, as weight list names it.")
    var id: String

    @Option(help: "The number.")
    var value: NumberArgument?

    @Option(help: "kg or lb.")
    var unit: WeightUnit?

    @Option(help: "The day that it was on.")
    var on: CivilDate?

    @Option(help: "A remark; '' for none.")
    var note: String?

    @Option(name: .customLong("body-fat"), help: "Percent, or none.")
    var bodyFat: OptionalDetail<NumberArgument>?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard value != nil || unit != nil || on != nil || note != nil || bodyFat != nil else {
            throw NoChangesError.error
        }
    }

    private var isWithoutBodyFat: Bool {
        if case .none? = bodyFat { true } else { false }
    }

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let entry = try await session.bus().call(
            Weights.edit,
            Weights.EditRequest(
                id: id, weight: value?.value, unit: unit, day: on, note: note,
                bodyFat: bodyFat?.value?.value, withoutBodyFat: isWithoutBodyFat ? true : nil),
            session.options())
        try session.output.result(entry) { WeightText.line(entry) }
        return .done
    }
}

struct WeightDelete: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a weighing.")

    @Argument(help: "The weighing, as weight list --json names it.")
    var id: String

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let entry = try await session.bus().call(
            Weights.delete, Weights.DeleteRequest(id: id), session.options())
        try session.output.result(entry) { "Removed \(WeightText.line(entry))" }
        return .done
    }
}

struct WeightGoalCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "The weight you want.")

    @Argument(help: "The number.")
    var weight: NumberArgument

    @Argument(help: "kg or lb.")
    var unit: WeightUnit

    @Option(help: "Where you start; your first weight by default.")
    var start: NumberArgument?

    @Option(help: "The day that it is set on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let progress = try await session.bus().call(
            Weights.setGoal,
            Weights.SetGoalRequest(weight: weight.value, unit: unit, start: start?.value, on: on),
            session.options())
        if let warning = progress.warning {
            session.output.printNotice(
                "This goal is unusually \(warning == .tooLow ? "low" : "high"): ask a doctor.")
        }
        try session.output.result(progress) { WeightText.progress(progress, session.output) }
        return .done
    }
}

struct WeightTrendCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "trend", abstract: "How your weight goes, and when the goal is reached.")

    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @Option(help: "kg or lb.")
    var unit: WeightUnit?

    @Option(help: "Days to look ahead.")
    var ahead: Int?

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        let days = WeightForecast.daysAhead
        guard ahead.map(days.contains) ?? true else {
            throw ValidationError(
                "--ahead takes a number of days from \(days.lowerBound) to \(days.upperBound).")
        }
    }

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let client = try session.bus()
        let trend = try await client.call(
            Weights.trend,
            Weights.TrendRequest(from: from, to: to, unit: unit, ahead: ahead, on: on),
            session.options())
        try files.write(trend.picture, session.output)
        try session.output.result(trend) {
            files.isWanted
                ? ""
                : WeightText.trend(
                    trend, isRanged: from != nil || to != nil, session.output)
        }
        if trend.days.isEmpty { await session.printMeasuredWeightsNotice(client) }
        return .done
    }
}

extension WeightUnit: ExpressibleByArgument {}
