import ArgumentParser
import CivilTime
import Contracts
import HostFiles
import Presentation
import RPC

struct SamplesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "samples", abstract: "List the samples of a day.",
        discussion: .examples(
            "samples heartRate --on yesterday", "samples bodyMass --on 2026-11-03 --json"))

    @Argument(help: "Metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @Option(help: ArgumentHelp("List samples that start on DATE.", valueName: "date"))
    var on: CivilDate

    @Option(help: "Time zone of the day (default: the profile's).")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let day = try await client.call(
            Readings.day, Readings.DayRequest(name: metric, on: on, zone: zone), context.options())
        let text =
            context.output.isJSON ? "" : day.text(try await zones(client, context), context.output)
        try context.output.result(day) { text }
        return .done
    }

    /// The zones of the day: that of `--zone`, else the profile's.
    private func zones(
        _ client: Client, _ context: CommandContext
    ) async throws -> ZoneHistory {
        let catalog = ZoneCatalog()
        if let zone { return ZoneHistory(try catalog.zone(zone)) }
        let profiles = try await client.call(Profiles.list, Empty(), context.options())
        let profile = profiles.profiles.first { $0.name == context.profileName }
        return try catalog.history(profile?.zones ?? [])
    }
}
