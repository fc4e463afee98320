import ArgumentParser
import CivilTime
import Contracts
import Presentation
import Tracker

struct GoalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "goal", abstract: "Manage goals and show their progress.",
        discussion: .examples(
            "goal add \"Run 10 km\" --deadline 2027-05-01", "goal link \"Run 10 km\" Run",
            "goal list"),
        subcommands: [
            GoalAdd.self, GoalLinkCommand.self, GoalUnlink.self, GoalEdit.self, GoalList.self,
            GoalShow.self, GoalPause.self, GoalResume.self, GoalDelete.self,
        ], defaultSubcommand: GoalList.self)
}

struct GoalAdd: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "add", abstract: "Add a goal.",
        discussion: .examples(
            "goal add \"Run 10 km\" --deadline 2027-05-01", "goal add \"Sleep more\" --icon moon"))
    static let method = Goals.add

    @Argument(help: "Title of the goal.")
    var title: String

    @Option(help: "Set the day by which to reach it.")
    var deadline: PlannedDay?

    @Option(help: "Set the name of an icon.")
    var icon: String?

    @Option(help: "Set a colour, such as '#FF3B30'.")
    var color: String?

    @Option(help: ArgumentHelp("Begin on DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    var request: Goals.AddRequest {
        Goals.AddRequest(title: title, deadline: deadline?.date, icon: icon, color: color, on: on)
    }
}

struct GoalLinkCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "link", abstract: "Link an activity as a contributor or as a metric.",
        discussion: .examples(
            "goal link \"Run 10 km\" Run",
            "goal link \"Lose weight\" Weight --role metric --baseline 84 --target 78"))
    static let method = Goals.link

    @OptionGroup var goal: GoalArgument

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

    @OptionGroup var day: ChangeDayOption
    @OptionGroup var globals: GlobalOptions

    var request: Goals.LinkRequest {
        Goals.LinkRequest(
            goal: goal.goal, activity: activity, role: role, weight: weight?.value,
            baseline: baseline?.value, target: target?.value, direction: direction, on: day.on)
    }
}

struct GoalUnlink: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "unlink", abstract: "Unlink an activity from a goal.",
        discussion: .examples(
            "goal unlink \"Run 10 km\" Run", "goal unlink Reading \"Read 30 min\""))
    static let method = Goals.unlink

    @OptionGroup var goal: GoalArgument

    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var activity: String

    @OptionGroup var day: ChangeDayOption
    @OptionGroup var globals: GlobalOptions

    var request: Goals.UnlinkRequest {
        Goals.UnlinkRequest(goal: goal.goal, activity: activity, on: day.on)
    }
}

struct GoalEdit: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "edit", abstract: "Change a goal's title, deadline, icon or colour.",
        discussion: .examples(
            "goal edit \"Run 10 km\" --title \"Run 12 km\"",
            "goal edit \"Run 10 km\" --deadline 2027-06-01"))
    static let method = Goals.edit

    @OptionGroup var goal: GoalArgument

    @Option(help: "Set the title.")
    var title: String?

    @Option(help: "Set the day by which to reach it, or none.")
    var deadline: OptionalDetail<PlannedDay>?

    @Option(help: "Set the name of an icon.")
    var icon: String?

    @Option(help: "Set a colour, such as '#FF3B30'.")
    var color: String?

    @OptionGroup var day: ChangeDayOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard title != nil || deadline != nil || icon != nil || color != nil else {
            throw NoChangesError.error
        }
    }

    var request: Goals.EditRequest {
        Goals.EditRequest(
            goal: goal.goal, title: title, deadline: deadline?.value?.date,
            withoutDeadline: deadline?.isNone == true ? true : nil, icon: icon, color: color,
            on: day.on)
    }
}

struct GoalList: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List goals.",
        discussion: .examples("goal list", "goal list --on 2026-06-30"))
    static let method = Goals.list

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var request: Goals.ListRequest { Goals.ListRequest(on: asOf.on) }
}

/// A command that changes a goal as of a day.
protocol GoalVerb: UnaryCommand where Request == Goals.GoalRequest {
    var goal: GoalArgument { get }
    var day: ChangeDayOption { get }
}

extension GoalVerb {
    var request: Goals.GoalRequest { Goals.GoalRequest(goal: goal.goal, on: day.on) }
}

struct GoalPause: GoalVerb {
    static let configuration = CommandConfiguration(
        name: "pause", abstract: "Pause a goal.",
        discussion: .examples("goal pause \"Run 10 km\"", "goal pause \"Run 10 km\" --on mon"))
    static let method = Goals.pause

    @OptionGroup var goal: GoalArgument
    @OptionGroup var day: ChangeDayOption
    @OptionGroup var globals: GlobalOptions
}

struct GoalResume: GoalVerb {
    static let configuration = CommandConfiguration(
        name: "resume", abstract: "Resume a goal.",
        discussion: .examples("goal resume \"Run 10 km\"", "goal resume \"Run 10 km\" --on mon"))
    static let method = Goals.resume

    @OptionGroup var goal: GoalArgument
    @OptionGroup var day: ChangeDayOption
    @OptionGroup var globals: GlobalOptions
}

struct GoalDelete: GoalVerb {
    static let configuration = CommandConfiguration(
        name: "delete", abstract: "Move a goal to the trash.",
        discussion: .examples("goal delete \"Run 10 km\"", "goal delete Reading"))
    static let method = Goals.delete

    @OptionGroup var goal: GoalArgument
    @OptionGroup var day: ChangeDayOption
    @OptionGroup var globals: GlobalOptions

    func text(_ response: Goals.GoalResponse, _ output: Output) -> String {
        "\(response.goal.title.onOneLine) is in the trash. Revert with: dayline undo"
    }
}

struct GoalShow: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "show", abstract: "Show a goal with its progress.",
        discussion: .examples("goal show \"Run 10 km\"", "goal show \"Run 10 km\" --on yesterday"))
    static let method = Goals.show

    @OptionGroup var goal: GoalArgument
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var request: Goals.GoalRequest { Goals.GoalRequest(goal: goal.goal, on: asOf.on) }
}

extension GoalRole.Name: ExpressibleByArgument {}
extension Goals.Direction: ExpressibleByArgument {}
