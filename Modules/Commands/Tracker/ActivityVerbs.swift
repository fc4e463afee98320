import ArgumentParser
import CivilTime
import Contracts

/// A command that changes an activity as of a day.
protocol ActivityVerb: UnaryCommand
where Request == Activities.ActivityRequest, Response == Activities.Item {
    /// The words after the activity's name in the output.
    static var outcome: String { get }

    var activity: ActivityArgument { get }
    var on: CivilDate? { get }
}

extension ActivityVerb {
    var request: Activities.ActivityRequest {
        Activities.ActivityRequest(name: activity.name, on: on)
    }

    func text(_ item: Activities.Item, _ output: Output) -> String {
        "\(item.name) \(Self.outcome)"
    }
}

extension ActivityCommand {
    struct Pause: ActivityVerb {
        static let configuration = CommandConfiguration(
            name: "pause", abstract: "Pause an activity after today; its streak is frozen.",
            discussion: .examples("activity pause Gym", "activity pause Gym --on mon"))
        static let method = Activities.pause
        static let outcome = "is paused."

        @OptionGroup var activity: ActivityArgument

        @Option(help: "Set the last day on which it is due (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions
    }

    struct Resume: ActivityVerb {
        static let configuration = CommandConfiguration(
            name: "resume",
            abstract: "Resume an activity and the activities paused with it.",
            discussion: .examples("activity resume Gym", "activity resume Gym --on mon")
        )
        static let method = Activities.resume
        static let outcome = "is resumed."

        @OptionGroup var activity: ActivityArgument

        @Option(help: "Set the first day on which it is due again (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions
    }

    struct Convert: ActivityVerb {
        static let configuration = CommandConfiguration(
            name: "convert", abstract: "Convert an activity to a container.",
            discussion: .examples(
                "activity convert Evening", "activity convert Evening --on yesterday"))
        static let method = Activities.convert
        static let outcome = "is a container."

        @OptionGroup var activity: ActivityArgument

        @Option(help: "Set the first day on which it is a container (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions
    }

    struct Dissolve: ActivityVerb {
        static let configuration = CommandConfiguration(
            name: "dissolve", abstract: "Convert a container to a plain activity.",
            discussion: .examples(
                "activity dissolve Evening", "activity dissolve Evening --on yesterday"))
        static let method = Activities.dissolve
        static let outcome = "is no longer a container."

        @OptionGroup var activity: ActivityArgument

        @Option(help: "Set the first day on which it is not a container (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions
    }

    struct Delete: ActivityVerb {
        static let configuration = CommandConfiguration(
            name: "delete", abstract: "Move an activity to the trash for 30 days.",
            discussion: .examples("activity delete Floss", "activity delete \"Morning run\""))
        static let method = Activities.delete
        static let outcome = "is in the trash. Revert with: dayline undo"

        @OptionGroup var activity: ActivityArgument
        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        var on: CivilDate? { day.on }
    }
}
