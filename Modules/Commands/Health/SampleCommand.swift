import ArgumentParser
import Contracts
import FoundationEssentials
import RPC

struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample", abstract: "Correct single samples by hand.",
        discussion: "dayline samples METRIC --on DATE says what to call them by.",
        subcommands: [Edit.self, Delete.self, Restore.self])

    struct Edit: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put another value in the place of a sample.")

        @Argument(help: "What the sample is called.")
        var ref: String

        @Argument(help: "The value that is right.")
        var value: NumberArgument

        @Argument(help: "Its unit; without one, that in which the metric is shown.")
        var unit: String?

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let request = SampleEdits.EditRequest(
                ref: try SampleReference(text: ref), value: value.value, unit: unit)
            try await SampleCommand.perform(SampleEdits.edit, request, session)
            return .done
        }
    }

    struct Delete: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a sample out; no import brings it back.")

        @Argument(help: "What the sample is called.")
        var ref: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let request = SampleEdits.SampleRequest(ref: try SampleReference(text: ref))
            try await SampleCommand.perform(SampleEdits.delete, request, session)
            return .done
        }
    }

    struct Restore: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring a sample back as it was imported.")

        @Argument(help: "What the sample is called, or what took its place.")
        var ref: String

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let request = SampleEdits.SampleRequest(ref: try SampleReference(text: ref))
            try await SampleCommand.perform(SampleEdits.restore, request, session)
            return .done
        }
    }

    /// Corrects, under a key of its own: what is lost on the way is sent again and done once. It may
    /// have to wait for an import.
    private static func perform<Request>(
        _ method: Method<Request, Corrections.Outcome>, _ request: Request,
        _ session: CommandContext
    ) async throws {
        var options = session.options(timeout: .seconds(120))
        options.idempotencyKey = UUID().uuidString
        let client = try session.bus()
        let outcome = try await client.call(method, request, options)
        try session.output.result(outcome) { text(outcome) }
        await session.syncLinkedActivities(client)
    }

    private static func text(_ outcome: Corrections.Outcome) -> String {
        func value(_ sample: RawSample) -> String {
            "\(NumberText.entered(sample.value)) \(outcome.unit) (\(sample.source))"
        }
        switch (outcome.before, outcome.after) {
        case (let before, let after) where before == after:
            return "\(outcome.metric) is as it was."
        case (let before?, let after?):
            return "\(outcome.metric): \(value(before)) is now \(value(after))."
        case (let before?, nil):
            return """
                \(outcome.metric): \(value(before)) is taken out.
                Bring it back with: dayline sample restore \(outcome.original.text)
                """
        case (nil, let after?): return "\(outcome.metric): \(value(after)) is back."
        case (nil, nil): return "\(outcome.metric) is as it was."
        }
    }
}
