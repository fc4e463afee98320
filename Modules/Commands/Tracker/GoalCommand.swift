import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct GoalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "What you work towards, and how it goes.",
        subcommands: [
            GoalAdd.self, GoalLinkCommand.self, GoalUnlink.self, GoalEdit.self, GoalList.self,
            GoalShow.self, GoalPause.self, GoalResume.self, GoalDelete.self,
        ], defaultSubcommand: GoalList.self)
}

struct GoalAdd: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "A new goal.")

    @Argument(help: "What it is called.")
    var title: String

    @Option(help: "The day it should be reached by.")
    var deadline: CivilDate?

    @Option(help: "The name of a picture.")
    var icon: String?

    @Option(help: "Such as #FF3B30.")
    var color: String?

    @Option(help: "The day that it begins on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let item = try await session.bus().call(
            Goals.add,
            Goals.AddRequest(title: title, deadline: deadline, icon: icon, color: color, on: on),
            session.options())
        return try GoalText.answer(item, session)
    }
}

struct GoalLinkCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Link an activity: it contributes, or it measures.")

    @Argument(help: "The goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Argument(help: "The activity.", completion: .custom(NameCompletion.activities))
    var activity: String

    @Option(help: "activity or metric.")
    var role: GoalRole.Name = .activity

    @Option(help: "How much the activity counts among the goal's.")
    var weight: NumberArgument?

    @Option(help: "Where the metric starts.")
    var baseline: NumberArgument?

    @Option(help: "Where the metric should go.")
    var target: NumberArgument?

    @Option(help: "up or down; by default from baseline to target.")
    var direction: Goals.Direction?

    @Option(help: "The day that the change is made on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let item = try await session.bus().call(
            Goals.link,
            Goals.LinkRequest(
                goal: goal, activity: activity, role: role, weight: weight?.value,
                baseline: baseline?.value, target: target?.value, direction: direction, on: on),
            session.options())
        return try GoalText.answer(item, session)
    }
}

struct GoalUnlink: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink", abstract: "Take an activity out of a goal.")

    @Argument(help: "The goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Argument(help: "The activity.", completion: .custom(NameCompletion.activities))
    var activity: String

    @Option(help: "The day that the change is made on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let item = try await session.bus().call(
            Goals.unlink, Goals.UnlinkRequest(goal: goal, activity: activity, on: on),
            session.options())
        return try GoalText.answer(item, session)
    }
}

struct GoalEdit: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a goal's title, deadline or looks.")

    @Argument(help: "The goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "What it is called from now on.")
    var title: String?

    @Option(help: "The day it should be reached by, or none.")
    var deadline: String?

    @Option(help: "The name of a picture.")
    var icon: String?

    @Option(help: "Such as #FF3B30.")
    var color: String?

    @Option(help: "The day that the change is made on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard deadline == nil || deadline == "none" || deadline.flatMap(CivilDate.init) != nil
        else { throw ValidationError("--deadline takes a day as YYYY-MM-DD, or none.") }
        guard title != nil || deadline != nil || icon != nil || color != nil else {
            throw NoChangesError.error
        }
    }

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let item = try await session.bus().call(
            Goals.edit,
            Goals.EditRequest(
                goal: goal, title: title, deadline: deadline.flatMap(CivilDate.init),
                withoutDeadline: deadline == "none" ? true : nil, icon: icon, color: color,
                on: on), session.options())
        return try GoalText.answer(item, session)
    }
}

struct GoalList: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "All goals.")

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let listing = try await session.bus().call(
            Goals.list, Goals.ListRequest(on: on), session.options())
        try session.output.result(listing) { GoalText.table(listing.goals, session.output) }
        return .done
    }
}

/// The verbs that take a goal and nothing else.
protocol GoalVerb: BusCommand {
    static var method: Method<Goals.GoalRequest, Goals.GoalResponse> { get }
    var goal: String { get }
    var on: CivilDate? { get }
}

extension GoalVerb {
    func run(_ session: CommandContext) async throws -> ExitStatus {
        let item = try await session.bus().call(
            Self.method, Goals.GoalRequest(goal: goal, on: on), session.options())
        return try GoalText.answer(item, session)
    }
}

struct GoalShow: GoalVerb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "How a goal goes.")
    static let method = Goals.show

    @Argument(help: "The goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions
}

struct GoalPause: GoalVerb {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Put a goal aside.")
    static let method = Goals.pause

    @Argument(help: "The goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "The day that the change is made on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions
}

struct GoalResume: GoalVerb {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Take a goal up again.")
    static let method = Goals.resume

    @Argument(help: "The goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "The day that the change is made on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions
}

struct GoalDelete: GoalVerb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Put a goal in the trash.")
    static let method = Goals.delete

    @Argument(help: "The goal.", completion: .custom(NameCompletion.goals))
    var goal: String

    @Option(help: "The day that the change is made on; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let item = try await session.bus().call(
            Goals.delete, Goals.GoalRequest(goal: goal, on: on), session.options())
        try session.output.result(item) {
            "\(item.goal.title.onOneLine) is in the trash. Take it back with: dayline undo"
        }
        return .done
    }
}

extension GoalRole.Name: ExpressibleByArgument {}
extension Goals.Direction: ExpressibleByArgument {}
