import ArgumentParser
import CivilTime
import Contracts
import HostFiles
import RPC

struct SamplesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples", abstract: "List the samples of a day.")

    @Argument(help: "Metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @Option(help: ArgumentHelp("List samples that start on DATE.", valueName: "date"))
    var on: CivilDate

    @Option(help: "Time zone of the day (default: the profile's).")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let day = try await context.bus().call(
            Readings.day, Readings.DayRequest(name: metric, on: on, zone: zone), context.options())
        let zones = context.output.isJSON ? nil : try await zones(context)
        try context.output.result(day) { text(day, zones, context.output) }
        return .done
    }

    /// The zones of the day: that of `--zone`, else the profile's.
    private func zones(_ context: CommandContext) async throws -> ZoneHistory {
        let catalog = ZoneCatalog()
        if let zone { return ZoneHistory(try catalog.zone(zone)) }
        let profiles = try await context.bus().call(Profiles.list, Empty(), context.options())
        let own = profiles.profiles.first { $0.name == context.profileName }
        return try catalog.history(own?.zones ?? [])
    }

    private func text(
        _ day: Readings.DayResponse, _ zones: ZoneHistory?, _ output: Output
    ) -> String {
        var lines = ["\(day.metric), \(day.unit), \(day.day)"]
        if day.samples.isEmpty {
            lines.append("No samples start on that day.")
        } else {
            lines.append(table(day.samples, zones, output))
        }
        if !day.removed.isEmpty {
            lines.append("Deleted; restore them with: dayline sample restore REF")
            lines.append(table(day.removed, zones, output))
        }
        return lines.joined(separator: "\n")
    }

    private func table(
        _ samples: [RawSample], _ zones: ZoneHistory?, _ output: Output
    ) -> String {
        func local(_ milliseconds: Int64) -> String {
            guard let moment = zones?.localTime(at: milliseconds) else { return "" }
            return "\(moment.date) \(TimeText.time(secondOfDay: moment.secondOfDay))"
        }
        var table = TextTable([
            ("start", .left), ("end", .left), ("value", .right), ("source", .left),
            ("ref", .left),
        ])
        for sample in samples {
            table.add([
                local(sample.ref.start), local(sample.ref.end), NumberText.entered(sample.value),
                sample.source,
                sample.ref.text,
            ])
        }
        return table.text(output)
    }
}
