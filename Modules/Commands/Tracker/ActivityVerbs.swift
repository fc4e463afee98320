import ArgumentParser
import CivilTime
import Contracts
import RPC

/// A command that changes an activity as of a day.
protocol ActivityVerb: UnaryCommand
where Request == Activities.ActivityRequest, Response == Activities.Item {
    var name: String { get }
    var on: CivilDate? { get }
}

extension ActivityVerb {
    var request: Activities.ActivityRequest { Activities.ActivityRequest(name: name, on: on) }
}

extension ActivityCommand {
    struct Pause: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Pause an activity after today; its streak is frozen.")
        static let method = Activities.pause

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "Set the last day on which it is due (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func text(_ item: Activities.Item, _ output: Output) -> String { "\(item.name) is paused." }
    }

    struct Resume: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Resume an activity and the activities paused with it.")
        static let method = Activities.resume

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "Set the first day on which it is due again (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "\(item.name) is resumed."
        }
    }

    struct Convert: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Convert an activity to a container.")
        static let method = Activities.convert

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "Set the first day on which it is a container (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "\(item.name) is a container."
        }
    }

    struct Dissolve: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Convert a container to a plain activity.")
        static let method = Activities.dissolve

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "Set the first day on which it is not a container (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "\(item.name) is no longer a container."
        }
    }

    struct Delete: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Move an activity to the trash for 30 days.")
        static let method = Activities.delete

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @OptionGroup var day: ChangeDayOption
        @OptionGroup var globals: GlobalOptions

        var on: CivilDate? { day.on }

        func text(_ item: Activities.Item, _ output: Output) -> String {
            "\(item.name) is in the trash. Take it back with: dayline undo"
        }
    }
}
