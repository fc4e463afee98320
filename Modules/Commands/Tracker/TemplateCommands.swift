import ArgumentParser
import CivilTime
import Contracts
import RPC

extension ActivityCommand {
    struct ListTemplates: BusCommand {
        static let configuration = CommandConfiguration(
            commandName: "templates", abstract: "Activities that go together, to begin with.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Templates.list, Empty(), session.options())
            try session.output.result(listing) {
                var table = TextTable([("template", .left), ("what", .left), ("of", .left)])
                for template in listing.templates {
                    table.add([
                        template.name, template.summary,
                        template.activities.joined(separator: ", "),
                    ])
                }
                return table.text(session.output)
                    + "\nAdd one with: dayline activity template NAME"
            }
            return .done
        }
    }

    struct AddTemplate: BusCommand {
        static let configuration = CommandConfiguration(
            commandName: "template", abstract: "Add the activities of a template.")

        @Argument(
            help: "Its name, as `activity templates` lists it.",
            completion: .custom(NameCompletion.templates))
        var name: String

        @Option(help: "The day they are created on; today by default.")
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let applied = try await session.bus().call(
                Templates.apply, Templates.ApplyRequest(name: name, on: on), session.options())
            try session.output.result(applied) {
                [
                    applied.added.isEmpty ? nil : "Added \(applied.added.joined(separator: ", ")).",
                    applied.existing.isEmpty
                        ? nil : "There already: \(applied.existing.joined(separator: ", ")).",
                ].compactMap { $0 }.joined(separator: "\n")
            }
            return .done
        }
    }
}
