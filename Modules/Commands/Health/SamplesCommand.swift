import ArgumentParser
import CivilTime
import Contracts
import HostFiles
import RPC

struct SamplesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples", abstract: "The single samples of a day.")

    @Argument(help: "The metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @Option(help: "The day that they begin on.")
    var on: CivilDate

    @Option(help: "The time zone that the day is of.")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let day = try await session.bus().call(
            Readings.day, Readings.DayRequest(name: metric, on: on, zone: zone), session.options())
        let zones = session.output.isJSON ? nil : try await zones(session)
        try session.output.result(day) { text(day, zones, session.output) }
        return .done
    }

    /// Those that the day is of.
    private func zones(_ session: CommandContext) async throws -> ZoneHistory {
        let catalog = ZoneCatalog()
        if let zone { return ZoneHistory(try catalog.zone(zone)) }
        let profiles = try await session.bus().call(Profiles.list, Empty(), session.options())
        let own = profiles.profiles.first { $0.name == session.profileName }
        return try catalog.history(own?.zones ?? [])
    }

    private func text(
        _ day: Readings.DayResponse, _ zones: ZoneHistory?, _ output: Output
    ) -> String {
        var lines = ["\(day.metric), \(day.unit), \(day.day)"]
        if day.samples.isEmpty {
            lines.append("No samples begin on that day.")
        } else {
            lines.append(table(day.samples, zones, output))
        }
        if !day.removed.isEmpty {
            lines.append("Taken out, and brought back with: dayline sample restore REF")
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
