import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct GoalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "Manage goals and show their progress.",
        subcommands: [
            GoalAdd.self, GoalLinkCommand.self, GoalUnlink.self, GoalEdit.self, GoalList.self,
            GoalShow.self, GoalPause.self, GoalResume.self, GoalDelete.self,
        ], defaultSubcommand: GoalList.self)
}

struct GoalAdd: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a goal.")

    @Argument(help: "Title of the goal.")
    var title: String

    @Option(help: "Set the day by which to reach it.")
    var deadline: CivilDate?

    @Option(help: "Set the name of an icon.")
    var icon: String?

    @Option(help: "Set a colour, such as '#FF3B30'.")
    var color: String?

    @Option(help: "Begin on DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let item = try await context.bus().call(
            Goals.add,
            Goals.AddRequest(title: title, deadline: deadline, icon: icon, color: color, on: on),
            context.options())
        return try GoalText.answer(item, context)
    }
}

struct GoalLinkCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Link an activity as a contributor or as a metric.")

    @Argument(help: "Title of the goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var activity: String

    @Option(help: "Link as activity or metric.")
    var role: GoalRole.Name = .activity

    @Option(help: "Set the activity's weight among the contributors.")
    var weight: NumberArgument?

    @Option(help: "Set the value at which the metric starts.")
    var baseline: NumberArgument?

    @Option(help: "Set the value that the metric should reach.")
    var target: NumberArgument?

    @Option(help: "Set the direction: up or down (default: from baseline to target).")
    var direction: Goals.Direction?

    @Option(help: "Apply as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let item = try await context.bus().call(
            Goals.link,
            Goals.LinkRequest(
                goal: goal, activity: activity, role: role, weight: weight?.value,
                baseline: baseline?.value, target: target?.value, direction: direction, on: on),
            context.options())
        return try GoalText.answer(item, context)
    }
}

struct GoalUnlink: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink", abstract: "Unlink an activity from a goal.")

    @Argument(help: "Title of the goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var activity: String

    @Option(help: "Apply as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let item = try await context.bus().call(
            Goals.unlink, Goals.UnlinkRequest(goal: goal, activity: activity, on: on),
            context.options())
        return try GoalText.answer(item, context)
    }
}

struct GoalEdit: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a goal's title, deadline, icon or colour.")

    @Argument(help: "Title of the goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "Set the title.")
    var title: String?

    @Option(help: "Set the day by which to reach it, or none.")
    var deadline: String?

    @Option(help: "Set the name of an icon.")
    var icon: String?

    @Option(help: "Set a colour, such as '#FF3B30'.")
    var color: String?

    @Option(help: "Apply as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard deadline == nil || deadline == "none" || deadline.flatMap(CivilDate.init) != nil
        else { throw ValidationError("--deadline takes a day as YYYY-MM-DD, or none.") }
        guard title != nil || deadline != nil || icon != nil || color != nil else {
            throw NoChangesError.error
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let item = try await context.bus().call(
            Goals.edit,
            Goals.EditRequest(
                goal: goal, title: title, deadline: deadline.flatMap(CivilDate.init),
                withoutDeadline: deadline == "none" ? true : nil, icon: icon, color: color,
                on: on), context.options())
        return try GoalText.answer(item, context)
    }
}

struct GoalList: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List goals.")

    @Option(help: "Answer as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let listing = try await context.bus().call(
            Goals.list, Goals.ListRequest(on: on), context.options())
        try context.output.result(listing) { GoalText.table(listing.goals, context.output) }
        return .done
    }
}

/// A command that takes a goal and a day.
protocol GoalVerb: BusCommand {
    static var method: Method<Goals.GoalRequest, Goals.GoalResponse> { get }
    var goal: String { get }
    var on: CivilDate? { get }
}

extension GoalVerb {
    func run(_ context: CommandContext) async throws -> ExitStatus {
        let item = try await context.bus().call(
            Self.method, Goals.GoalRequest(goal: goal, on: on), context.options())
        return try GoalText.answer(item, context)
    }
}

struct GoalShow: GoalVerb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a goal with its progress.")
    static let method = Goals.show

    @Argument(help: "Title of the goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "Answer as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions
}

struct GoalPause: GoalVerb {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause a goal.")
    static let method = Goals.pause

    @Argument(help: "Title of the goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "Apply as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions
}

struct GoalResume: GoalVerb {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a goal.")
    static let method = Goals.resume

    @Argument(help: "Title of the goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "Apply as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions
}

struct GoalDelete: GoalVerb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a goal to the trash.")
    static let method = Goals.delete

    @Argument(help: "Title of the goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "Apply as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let item = try await context.bus().call(
            Goals.delete, Goals.GoalRequest(goal: goal, on: on), context.options())
        try context.output.result(item) {
            "\(item.goal.title.onOneLine) is in the trash. Take it back with: dayline undo"
        }
        return .done
    }
}

extension GoalRole.Name: ExpressibleByArgument {}
extension Goals.Direction: ExpressibleByArgument {}
