import ArgumentParser
import CivilTime
import Contracts
import Presentation

struct AnnotationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "annotation", abstract: "Manage annotations of days.",
        discussion: .examples(
            "annotation add \"Moved to Berlin\"", "annotation list"),
        subcommands: [Add.self, List.self, Delete.self], defaultSubcommand: List.self)

    struct Add: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "add", abstract: "Add an annotation to a day.",
            discussion: .examples(
                "annotation add \"Moved to Berlin\" --on 2026-10-01",
                "annotation add \"New shoes\" --activity Run"))
        static let method = Statistics.annotate

        @Argument(help: "Text of the annotation.")
        var text: String

        @Option(help: ArgumentHelp("Annotate DATE (default: today).", valueName: "date"))
        var on: CivilDate?

        @Option(help: "Link an activity.", completion: .custom(NameCompletion.activities))
        var activity: String?

        @OptionGroup var globals: GlobalOptions

        var request: Statistics.AnnotateRequest {
            Statistics.AnnotateRequest(text: text, on: on, activity: activity)
        }

        func text(_ annotation: Statistics.Annotation, _ output: Output) -> String {
            annotation.line
        }
    }

    struct List: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "list", abstract: "List annotations.",
            discussion: .examples("annotation list", "annotation list --json"))
        static let method = Statistics.annotations

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var globals: GlobalOptions

        var request: Statistics.AsOfRequest { Statistics.AsOfRequest(on: asOf.on) }
    }

    struct Delete: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "delete", abstract: "Delete an annotation.",
            discussion: .examples(
                "annotation delete 01JC9M3T5W", "annotation delete 01JC9M3T5W --json"))
        static let method = Statistics.removeAnnotation

        @Argument(help: "Identifier, from dayline annotation list.")
        var id: String

        @OptionGroup var globals: GlobalOptions

        var request: Statistics.RemoveAnnotationRequest {
            Statistics.RemoveAnnotationRequest(id: id)
        }

        func text(_ annotation: Statistics.Annotation, _ output: Output) -> String {
            "Deleted: \(annotation.line)"
        }
    }
}
