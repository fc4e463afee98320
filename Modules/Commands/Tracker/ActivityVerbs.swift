import ArgumentParser
import CivilTime
import Contracts
import RPC

/// A verb that changes one activity as of a day.
protocol ActivityVerb: BusCommand {
    static var method: RPC.Method<Activities.ActivityRequest, Activities.Item> { get }

    var name: String { get }
    var on: CivilDate? { get }

    func confirmation(_ item: Activities.Item) -> String
}

extension ActivityVerb {
    func run(_ session: CommandContext) async throws -> ExitStatus {
        let item = try await session.bus().call(
            Self.method, Activities.ActivityRequest(name: name, on: on), session.options())
        try session.output.result(item) { confirmation(item) }
        return .done
    }
}

extension ActivityCommand {
    struct Pause: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Pause an activity after today; its streak stays as it is.")
        static let method = Activities.pause

        @Argument(help: "Its name.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "The last day it is due.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func confirmation(_ item: Activities.Item) -> String { "\(item.name) is paused." }
    }

    struct Resume: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Resume an activity, and what was paused with it.")
        static let method = Activities.resume

        @Argument(help: "Its name.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "The first day it is due again.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func confirmation(_ item: Activities.Item) -> String { "\(item.name) goes on." }
    }

    struct Convert: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Make a container of an activity.")
        static let method = Activities.convert

        @Argument(help: "Its name.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "The first day it is a container.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func confirmation(_ item: Activities.Item) -> String { "\(item.name) is a container." }
    }

    struct Dissolve: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Make a plain activity of a container.")
        static let method = Activities.dissolve

        @Argument(help: "Its name.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "The first day it is none.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func confirmation(_ item: Activities.Item) -> String {
            "\(item.name) is no container any more."
        }
    }

    struct Delete: ActivityVerb {
        static let configuration = CommandConfiguration(
            abstract: "Put an activity in the trash, which keeps it for 30 days.")
        static let method = Activities.delete

        @Argument(help: "Its name.", completion: .custom(NameCompletion.activities))
        var name: String

        @Option(help: "The day that is today.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func confirmation(_ item: Activities.Item) -> String {
            "\(item.name) is in the trash. Take it back with: dayline undo"
        }
    }
}
