import ArgumentParser
import CivilTime
import Contracts
import RPC

extension ActivityCommand {
    struct ListTemplates: UnaryCommand {
        static let configuration = CommandConfiguration(
            commandName: "templates", abstract: "List templates of activities.")
        static let method = Templates.list

        @OptionGroup var globals: GlobalOptions

        func text(_ listing: Templates.ListResponse, _ output: Output) -> String {
            var table = TextTable([("template", .left), ("what", .left), ("of", .left)])
            for template in listing.templates {
                table.add([
                    template.name, template.summary,
                    template.activities.joined(separator: ", "),
                ])
            }
            return table.text(output)
                + "\nAdd one with: dayline activity template NAME"
        }
    }

    struct AddTemplate: UnaryCommand {
        static let configuration = CommandConfiguration(
            commandName: "template", abstract: "Add the activities of a template.")
        static let method = Templates.apply

        @Argument(
            help: "Name of the template, from dayline activity templates.",
            completion: .custom(NameCompletion.templates))
        var name: String

        @Option(help: ArgumentHelp("Create on DATE (default: today).", valueName: "date"))
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        var request: Templates.ApplyRequest { Templates.ApplyRequest(name: name, on: on) }

        func text(_ applied: Templates.ApplyResponse, _ output: Output) -> String {
            [
                applied.added.isEmpty ? nil : "Added \(applied.added.joined(separator: ", ")).",
                applied.existing.isEmpty
                    ? nil : "Existing already: \(applied.existing.joined(separator: ", ")).",
            ].compactMap { $0 }.joined(separator: "\n")
        }
    }
}
