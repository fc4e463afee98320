import ArgumentParser
import CivilTime
import Contracts

extension ActivityCommand {
    struct ListTemplates: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "templates", abstract: "List templates of activities.",
            discussion: .examples("activity templates", "activity templates --json"))
        static let method = Templates.list

        @OptionGroup var globals: GlobalOptions
    }

    struct ApplyTemplate: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "template", abstract: "Add the activities of a template.",
            discussion: .examples(
                "activity template \"Morning routine\"",
                "activity template \"Morning routine\" --on mon"))
        static let method = Templates.apply

        @Argument(
            help: "Name of the template, from dayline activity templates.",
            completion: .custom(NameCompletion.templates))
        var name: String

        @Option(help: ArgumentHelp("Create on DATE (default: today).", valueName: "date"))
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        var request: Templates.ApplyRequest { Templates.ApplyRequest(name: name, on: on) }
    }
}
