import ArgumentParser
import CivilTime
import Contracts
import HealthMetrics
import Milestones
import NaturalInput
import Presentation
import RPC

struct WeightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "weight", abstract: "Manage the weight log, its goal and its trend.",
        discussion: .examples("weight add 81.2 kg", "weight trend", "weight goal 75 kg"),
        subcommands: [
            WeightAdd.self, WeightList.self, WeightEdit.self, WeightDelete.self,
            WeightGoalCommand.self, WeightTrendCommand.self,
        ], defaultSubcommand: WeightList.self)
}

struct WeightAdd: BusCommand {
    static let configuration = CommandConfiguration(
        name: "add", abstract: "Add a weight entry.",
        discussion: """
            EXAMPLES:
              dayline weight add 81.2
              dayline weight add 179 lb --on 2026-11-20
            """)

    @Argument(help: "Weight, such as 81.2, 84,5 or 81.2kg.")
    var weight: WeightArgument

    @Argument(help: "Unit: kg or lb (default: by the setting units).")
    var unit: WeightUnit?

    @Option(help: "Add a note.")
    var note: String?

    @Option(name: .customLong("body-fat"), help: "Add body fat in percent.")
    var bodyFat: NumberArgument?

    @Option(help: ArgumentHelp("Add the entry for DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @Flag(help: "Accept a day after today.")
    var future = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let added = try await client.call(
            Weights.add,
            Weights.AddRequest(
                weight: weight.value, unit: try await context.unit(unit ?? weight.unit, client),
                note: note, bodyFat: bodyFat?.value, on: on, future: future ? true : nil),
            context.options())
        try context.output.result(added) { added.text(context.output) }
        return .done
    }
}

struct WeightList: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List weight entries, newest first.",
        discussion: .examples("weight list", "weight list --from -30d"))
    static let method = Weights.list

    @OptionGroup var range: DateRangeOptions

    @Flag(name: .customLong("with-note"), help: "List only entries with a note.")
    var withNote = false

    @Option(help: "List only entries on weekdays, such as mon,tue.")
    var weekdays: WeekdayList?

    @Flag(help: "List only entries that reached a milestone.")
    var milestones = false

    @Option(help: ArgumentHelp("List at most COUNT entries (default: all).", valueName: "count"))
    var limit: Int?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var request: Weights.ListRequest {
        Weights.ListRequest(
            from: range.from, to: range.to, withNote: withNote ? true : nil,
            weekdays: weekdays?.values.sorted(), withMilestone: milestones ? true : nil,
            limit: limit, on: asOf.on)
    }

    func text(_ listing: Weights.ListResponse, _ output: Output) -> String {
        let isUnfiltered = !range.isLimited && !withNote && weekdays == nil && !milestones
        return listing.text(isUnfiltered: isUnfiltered, output)
    }

    func finish(
        _ listing: Weights.ListResponse, _ client: Client, _ context: CommandContext
    ) async {
        if listing.weights.isEmpty { await context.printMeasuredWeightsNotice(client) }
    }
}

struct WeightEdit: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "edit", abstract: "Change a weight entry.",
        discussion: .examples(
            "weight edit 01JC9M3T5W --value 81.4",
            "weight edit 01JC9M3T5W --on yesterday --note \"after breakfast\""))
    static let method = Weights.edit

    @Argument(help: "Identifier, from dayline weight list.")
    var id: String

    @Option(help: "Set the weight, such as 81.2 or 81.2kg.")
    var value: WeightArgument?

    @Option(help: "Use the unit kg or lb.")
    var unit: WeightUnit?

    @Option(help: ArgumentHelp("Move the entry to DATE.", valueName: "date"))
    var on: CivilDate?

    @Option(help: "Set the note; '' removes it.")
    var note: String?

    @Option(name: .customLong("body-fat"), help: "Set body fat in percent, or none.")
    var bodyFat: OptionalDetail<NumberArgument>?

    @Flag(help: "Accept a day after today.")
    var future = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard value != nil || unit != nil || on != nil || note != nil || bodyFat != nil else {
            throw NoChangesError.error
        }
    }

    var request: Weights.EditRequest {
        Weights.EditRequest(
            id: id, weight: value?.value, unit: unit ?? value?.unit, day: on, note: note,
            bodyFat: bodyFat?.value?.value, withoutBodyFat: bodyFat?.isNone == true ? true : nil,
            future: future ? true : nil)
    }
}

struct WeightDelete: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "delete", abstract: "Delete a weight entry.",
        discussion: .examples("weight delete 01JC9M3T5W", "weight delete 01JC9M3T5W --json"))
    static let method = Weights.delete

    @Argument(help: "Identifier, from dayline weight list.")
    var id: String

    @OptionGroup var globals: GlobalOptions

    var request: Weights.DeleteRequest { Weights.DeleteRequest(id: id) }

    func text(_ entry: Weights.Entry, _ output: Output) -> String {
        "Removed \(entry.line)"
    }
}

struct WeightGoalCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "goal", abstract: "Set the goal weight.",
        discussion: .examples("weight goal 75 kg", "weight goal 75 kg --start 84"))

    @Argument(help: "Weight, such as 75, 74,5 or 75kg.")
    var weight: WeightArgument

    @Argument(help: "Unit: kg or lb (default: by the setting units).")
    var unit: WeightUnit?

    @Option(help: "Set the weight at the start (default: that of the first entry).")
    var start: NumberArgument?

    @OptionGroup var day: ChangeDayOption
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let progress = try await client.call(
            Weights.setGoal,
            Weights.SetGoalRequest(
                weight: weight.value, unit: try await context.unit(unit ?? weight.unit, client),
                start: start?.value, on: day.on),
            context.options())
        if let warning = progress.warning {
            context.output.printNotice(
                "This goal is unusually \(warning == .tooLow ? "low" : "high"): ask a doctor.")
        }
        try context.output.result(progress) { progress.text(context.output) }
        return .done
    }
}

struct WeightTrendCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        name: "trend", abstract: "Show the weight trend and when it reaches the goal.",
        discussion: .examples("weight trend", "weight trend --svg weight.svg"))
    static let method = Weights.trend

    @OptionGroup var range: DateRangeOptions

    @Option(help: "Use the unit kg or lb.")
    var unit: WeightUnit?

    @Option(help: ArgumentHelp("Forecast DAYS days (default: 14).", valueName: "days"))
    var ahead: Int?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        let days = WeightForecast.daysAhead
        guard ahead.map(days.contains) ?? true else {
            throw ValidationError(
                "--ahead takes a number of days from \(days.lowerBound) to \(days.upperBound).")
        }
    }

    var request: Weights.TrendRequest {
        Weights.TrendRequest(from: range.from, to: range.to, unit: unit, ahead: ahead, on: asOf.on)
    }

    func text(_ trend: Weights.TrendResponse, _ output: Output) -> String {
        trend.text(isRanged: range.isLimited, output)
    }

    func finish(
        _ trend: Weights.TrendResponse, _ client: Client, _ context: CommandContext
    ) async {
        if trend.days.isEmpty { await context.printMeasuredWeightsNotice(client) }
    }
}

extension WeightUnit: ExpressibleByArgument {}

extension CommandContext {
    /// The unit of a weight: the written one, or that of the setting `units`.
    fileprivate func unit(_ written: WeightUnit?, _ client: Client) async throws -> WeightUnit {
        if let written { return written }
        return try await units(client) == .us ? .lb : .kg
    }
}

/// A weight with or without its unit.
struct WeightArgument: ExpressibleByArgument {
    let value: Double
    /// Nil without a unit.
    let unit: WeightUnit?

    init?(argument: String) {
        guard let amount = try? Amount(argument) else { return nil }
        value = amount.number
        unit = amount.unit.flatMap { WeightUnit(rawValue: $0.lowercased()) }
        if amount.unit != nil, unit == nil { return nil }
    }
}
