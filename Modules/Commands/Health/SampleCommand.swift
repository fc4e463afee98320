import ArgumentParser
import Contracts
import FoundationEssentials
import Presentation
import RPC

struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "sample", abstract: "Edit, delete and restore single samples.",
        discussion: .examples(
            after: "List their references with: dayline samples METRIC --on DATE",
            "samples bodyMass --on yesterday", "sample edit 3.mwuchgg0.0.509c0 81.4 kg"),
        subcommands: [Edit.self, Delete.self, Restore.self])

    struct Edit: CorrectionCommand {
        static let configuration = CommandConfiguration(
            name: "edit", abstract: "Replace the value of a sample.",
            discussion: .examples(
                "sample edit 3.mwuchgg0.0.509c0 81.4 kg", "sample edit 3.mwuchgg0.0.509c0 179 lb"))
        static let method = SampleEdits.edit

        @Argument(help: "Reference of the sample.")
        var ref: String

        @Argument(help: "New value.")
        var value: NumberArgument

        @Argument(help: "Unit of the value (default: the metric's display unit).")
        var unit: String?

        @OptionGroup var globals: GlobalOptions

        var request: SampleEdits.EditRequest {
            get throws {
                SampleEdits.EditRequest(
                    ref: try SampleReference(text: ref), value: value.value, unit: unit)
            }
        }
    }

    struct Delete: CorrectionCommand {
        static let configuration = CommandConfiguration(
            name: "delete", abstract: "Delete a sample; imports ignore it from then on.",
            discussion: .examples(
                "sample delete 3.mwuchgg0.0.509c0", "sample delete 3.mwuchgg0.0.509c0 --json"))
        static let method = SampleEdits.delete

        @Argument(help: "Reference of the sample.")
        var ref: String

        @OptionGroup var globals: GlobalOptions

        var request: SampleEdits.SampleRequest {
            get throws { SampleEdits.SampleRequest(ref: try SampleReference(text: ref)) }
        }
    }

    struct Restore: CorrectionCommand {
        static let configuration = CommandConfiguration(
            name: "restore", abstract: "Restore a sample as it was imported.",
            discussion: .examples(
                "sample restore 3.mwuchgg0.0.509c0", "sample restore 3.mwuchgg0.0.509c0 --json"))
        static let method = SampleEdits.restore

        @Argument(help: "Reference of the sample or of its replacement.")
        var ref: String

        @OptionGroup var globals: GlobalOptions

        var request: SampleEdits.SampleRequest {
            get throws { SampleEdits.SampleRequest(ref: try SampleReference(text: ref)) }
        }
    }
}

/// A command that corrects a sample.
protocol CorrectionCommand: UnaryCommand where Response == Corrections.Outcome {}

extension CorrectionCommand {
    /// Options with an idempotency key, so that a retry has no further effect. The deadline allows
    /// for a running import.
    func callOptions(_ context: CommandContext) -> CallOptions {
        var options = context.options(timeout: .seconds(120))
        options.idempotencyKey = UUID().uuidString
        return options
    }

    func finish(
        _ outcome: Corrections.Outcome, _ client: Client, _ context: CommandContext
    ) async {
        context.printUpdates(outcome.linked)
    }

    func text(_ outcome: Corrections.Outcome, _ output: Output) -> String {
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
