import ArgumentParser
import CivilTime
import Contracts
import RPC

struct AnnotationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "annotation", abstract: "Remarks about days.",
        subcommands: [Add.self, List.self, Delete.self], defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Remark something about a day.")

        @Argument(help: "The remark.")
        var text: String

        @Option(help: "The day; today by default.")
        var on: CivilDate?

        @Option(
            help: "The activity that it is about.", completion: .custom(NameCompletion.activities))
        var activity: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let annotation = try await session.bus().call(
                Statistics.annotate,
                Statistics.AnnotateRequest(text: text, on: on, activity: activity),
                session.options())
            try session.output.result(annotation) { annotation.line }
            return .done
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "All remarks.")

        @Option(help: "The day that is today: nothing after it is listed.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Statistics.annotations, Statistics.AsOfRequest(on: on), session.options())
            try session.output.result(listing) {
                guard !listing.annotations.isEmpty else {
                    return "There are no remarks yet. Add one with: dayline annotation add TEXT"
                }
                return listing.annotations.map { "\($0.id)  \($0.line)" }.joined(separator: "\n")
            }
            return .done
        }
    }

    struct Delete: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Delete a remark.")

        @Argument(help: "Its identifier, as `annotation list` prints it.")
        var id: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let annotation = try await session.bus().call(
                Statistics.removeAnnotation, Statistics.RemoveAnnotationRequest(id: id),
                session.options())
            try session.output.result(annotation) { "Deleted: \(annotation.line)" }
            return .done
        }
    }
}

extension Statistics.Annotation {
    var line: String {
        "\(date)  \(text.onOneLine)" + (activity.map { " (\($0.onOneLine))" } ?? "")
    }
}
