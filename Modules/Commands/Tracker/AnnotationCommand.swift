import ArgumentParser
import CivilTime
import Contracts
import RPC

struct AnnotationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "annotation", abstract: "Manage annotations of days.",
        subcommands: [Add.self, List.self, Delete.self], defaultSubcommand: List.self)

    struct Add: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Add an annotation to a day.")

        @Argument(help: "Text of the annotation.")
        var text: String

        @Option(help: "Annotate DATE (default: today).")
        var on: CivilDate?

        @Option(
            help: "Link an activity.", completion: .custom(NameCompletion.activities))
        var activity: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let annotation = try await context.bus().call(
                Statistics.annotate,
                Statistics.AnnotateRequest(text: text, on: on, activity: activity),
                context.options())
            try context.output.result(annotation) { annotation.line }
            return .done
        }
    }

    struct List: BusCommand {
        static let configuration = CommandConfiguration(abstract: "List annotations.")

        @Option(help: "Answer as of DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing = try await context.bus().call(
                Statistics.annotations, Statistics.AsOfRequest(on: on), context.options())
            try context.output.result(listing) {
                guard !listing.annotations.isEmpty else {
                    return "There are no annotations yet. Add one with: dayline annotation add TEXT"
                }
                return listing.annotations.map { "\($0.id)  \($0.line)" }.joined(separator: "\n")
            }
            return .done
        }
    }

    struct Delete: BusCommand {
        static let configuration = CommandConfiguration(abstract: "Delete an annotation.")

        @Argument(help: "Identifier, from dayline annotation list.")
        var id: String

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let annotation = try await context.bus().call(
                Statistics.removeAnnotation, Statistics.RemoveAnnotationRequest(id: id),
                context.options())
            try context.output.result(annotation) { "Deleted: \(annotation.line)" }
            return .done
        }
    }
}

extension Statistics.Annotation {
    var line: String {
        "\(date)  \(text.onOneLine)" + (activity.map { " (\($0.onOneLine))" } ?? "")
    }
}
