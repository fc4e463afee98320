import ArgumentParser
import Contracts
import FoundationEssentials
import RPC

struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample", abstract: "Edit, delete and restore single samples.",
        discussion: "List their references with: dayline samples METRIC --on DATE",
        subcommands: [Edit.self, Delete.self, Restore.self])

    struct Edit: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the value of a sample.")

        @Argument(help: "Reference of the sample.")
        var ref: String

        @Argument(help: "New value.")
        var value: NumberArgument

        @Argument(help: "Unit of the value (default: the metric's display unit).")
        var unit: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let request = SampleEdits.EditRequest(
                ref: try SampleReference(text: ref), value: value.value, unit: unit)
            try await SampleCommand.perform(SampleEdits.edit, request, context)
            return .done
        }
    }

    struct Delete: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a sample; imports ignore it from then on.")

        @Argument(help: "Reference of the sample.")
        var ref: String

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let request = SampleEdits.SampleRequest(ref: try SampleReference(text: ref))
            try await SampleCommand.perform(SampleEdits.delete, request, context)
            return .done
        }
    }

    struct Restore: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restore a sample as it was imported.")

        @Argument(help: "Reference of the sample or of its replacement.")
        var ref: String

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let request = SampleEdits.SampleRequest(ref: try SampleReference(text: ref))
            try await SampleCommand.perform(SampleEdits.restore, request, context)
            return .done
        }
    }

    /// Sends a correction with an idempotency key, so that a retry has no further effect. The
    /// deadline allows for a running import.
    private static func perform<Request>(
        _ method: Method<Request, Corrections.Outcome>, _ request: Request,
        _ context: CommandContext
    ) async throws {
        var options = context.options(timeout: .seconds(120))
        options.idempotencyKey = UUID().uuidString
        let client = try context.bus()
        let outcome = try await client.call(method, request, options)
        try context.output.result(outcome) { text(outcome) }
        await context.syncLinkedActivities(client)
    }

    private static func text(_ outcome: Corrections.Outcome) -> String {
        func value(_ sample: RawSample) -> String {
            "\(NumberText.entered(sample.value)) \(outcome.unit) (\(sample.source))"
        }
        switch (outcome.before, outcome.after) {
        case (let before, let after) where before == after:
            return "\(outcome.metric) is unchanged."
        case (let before?, let after?):
            return "\(outcome.metric): \(value(before)) is now \(value(after))."
        case (let before?, nil):
            return """
                \(outcome.metric): \(value(before)) is deleted.
                Restore it with: dayline sample restore \(outcome.original.text)
                """
        case (nil, let after?): return "\(outcome.metric): \(value(after)) is restored."
        case (nil, nil): return "\(outcome.metric) is unchanged."
        }
    }
}
