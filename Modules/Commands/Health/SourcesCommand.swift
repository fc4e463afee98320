import ArgumentParser
import CivilTime
import Contracts
import RPC
import Texts

struct SourcesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "Who measured a metric, and who counts first where sources overlap.")

    @Argument(help: "The metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @Option(
        help: ArgumentHelp(
            "Names of sources, highest first, or \"default\"; those left out come after them.",
            valueName: "names"))
    var order: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let client = try session.bus()
        let ask = Insights.SourcesRequest(name: metric)
        var listing = try await client.call(Insights.sources, ask, session.options())
        if let order {
            let names = order == "default" ? [] : try Self.names(order, among: listing.order)
            let ordered = try await client.call(
                Sources.setOrder, Sources.SetOrderRequest(metric: listing.metric, order: names),
                session.options())
            session.output.printNotice("Adding up the days again …")
            _ = try await client.call(
                Folds.wait, Folds.WaitRequest(version: ordered.version),
                session.optionsWithoutDeadline())
            await session.syncLinkedActivities(client)
            listing = try await client.call(Insights.sources, ask, session.options())
        }
        try session.output.result(listing) { text(listing, session.output) }
        return .done
    }

    /// The names that a list with commas has; a source's own name may have commas too.
    static func names(_ list: String, among known: [String]) throws -> [String] {
        var names: [String] = []
        var rest = list.split(separator: ",", omittingEmptySubsequences: false)[...]
        while !rest.isEmpty {
            let candidates = (1...rest.count).reversed().map { count in
                (count: count, name: rest.prefix(count).joined(separator: ",").trimmed)
            }
            let match =
                candidates.first { candidate in
                    known.contains { $0.lowercased() == candidate.name.lowercased() }
                } ?? (1, rest.first.map { String($0).trimmed } ?? "")
            guard !match.name.isEmpty else {
                throw UsageError(
                    "--order takes names of sources with commas between them.",
                    hint: "They are: \(known.joined(separator: ", "))")
            }
            names.append(match.name)
            rest = rest.dropFirst(match.count)
        }
        return names
    }

    private func text(_ listing: Insights.SourcesResponse, _ output: Output) -> String {
        guard !listing.sources.isEmpty else {
            return "\(listing.metric) has no sources. Bring some in with: dayline import FILE"
        }
        var table = TextTable([
            ("source", .left), ("class", .left), ("samples", .right), ("first", .left),
            ("last", .left), ("device", .left),
        ])
        for source in listing.sources {
            table.add([
                source.name, source.class, NumberText.count(source.samples),
                source.firstDay.description, source.lastDay.description, source.device,
            ])
        }
        let origin = listing.isChosen ? "as you chose" : "by class"
        return "\(listing.metric), highest first, \(origin)\n\(table.text(output))"
    }
}
