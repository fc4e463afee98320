import ArgumentParser
import CivilTime
import Contracts
import RPC

/// A command that changes an activity as of a day.
protocol ActivityVerb: BusCommand {
    static var method: RPC.Method<Activities.ActivityRequest, Activities.Item> { get }

    var name: String { get }
    var on: CivilDate? { get }

    func confirmation(_ item: Activities.Item) -> String
}

extension ActivityVerb {
    func run(_ context: CommandContext) async throws -> ExitStatus {
        let item = try await context.bus().call(
            Self.method, Activities.ActivityRequest(name: name, on: on), context.options())
        try context.output.result(item) { confirmation(item) }
        return .done
    }
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

        func confirmation(_ item: Activities.Item) -> String { "\(item.name) is paused." }
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

        func confirmation(_ item: Activities.Item) -> String { "\(item.name) is resumed." }
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

        func confirmation(_ item: Activities.Item) -> String { "\(item.name) is a container." }
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

        func confirmation(_ item: Activities.Item) -> String {
            "\(item.name) is no longer a container."
        }
    }

    struct Delete: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Move an activity to the trash for 30 days.")
        static let method = Activities.delete

        @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "Delete as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func confirmation(_ item: Activities.Item) -> String {
            "\(item.name) is in the trash. Take it back with: dayline undo"
        }
    }
}
