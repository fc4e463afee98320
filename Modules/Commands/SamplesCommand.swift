import ArgumentParser
import CivilTime
import Contracts
import RPC

struct SamplesCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples", abstract: "The single samples of a day.")

    @Argument(help: "The metric, such as stepCount.")
    var metric: String

    @Option(help: "The day that they begin on.")
    var on: CivilDate

    @Option(help: "The time zone that the day is of.")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let day = try await session.bus().call(
            Readings.day, Readings.Ask(name: metric, on: on, zone: zone), session.options())
        try session.output.result(day) { text(day, session.output) }
        return .done
    }

    private func text(_ day: Readings.Day, _ output: Output) -> String {
        var lines = ["\(day.metric), \(day.unit), \(day.day)"]
        if day.samples.isEmpty {
            lines.append("No samples begin on that day.")
        } else {
            lines.append(table(day.samples, output))
        }
        if !day.removed.isEmpty {
            lines.append("Taken out, and brought back with: dayline sample restore REF")
            lines.append(table(day.removed, output))
        }
        return lines.joined(separator: "\n")
    }

    private func table(_ samples: [RawSample], _ output: Output) -> String {
        var table = TextTable([
            ("start", .left), ("end", .left), ("value", .right), ("source", .left),
            ("ref", .left),
        ])
        for sample in samples {
            table.add([
                sample.start, sample.end, NumberText.short(sample.value), sample.source,
                sample.ref.text,
            ])
        }
        return table.text(output)
    }
}
