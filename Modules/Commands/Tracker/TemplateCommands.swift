import ArgumentParser
import CivilTime
import Contracts
import RPC

extension ActivityCommand {
    struct ListTemplates: BusCommand {
        static let configuration = CommandConfiguration(
            commandName: "templates", abstract: "List templates of activities.")

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let listing = try await context.bus().call(
                Templates.list, Empty(), context.options())
            try context.output.result(listing) {
                var table = TextTable([("template", .left), ("what", .left), ("of", .left)])
                for template in listing.templates {
                    table.add([
                        template.name, template.summary,
                        template.activities.joined(separator: ", "),
                    ])
                }
                return table.text(context.output)
                    + "\nAdd one with: dayline activity template NAME"
            }
            return .done
        }
    }

    struct AddTemplate: BusCommand {
        static let configuration = CommandConfiguration(
            commandName: "template", abstract: "Add the activities of a template.")

        @Argument(
            help: "Name of the template, from dayline activity templates.",
            completion: .custom(NameCompletion.templates))
        var name: String

        @Option(help: "Create on DATE (default: today).")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let applied = try await context.bus().call(
                Templates.apply, Templates.ApplyRequest(name: name, on: on), context.options())
            try context.output.result(applied) {
                [
                    applied.added.isEmpty ? nil : "Added \(applied.added.joined(separator: ", ")).",
                    applied.existing.isEmpty
                        ? nil : "Existing already: \(applied.existing.joined(separator: ", ")).",
                ].compactMap { $0 }.joined(separator: "\n")
            }
            return .done
        }
    }
}
