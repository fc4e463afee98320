import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC
import Texts

struct SourcesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "sources",
        abstract: "Show the sources of a metric, or set their order.",
        discussion: .examples(
            "sources stepCount", "sources stepCount --order Watch,Phone",
            "sources stepCount --order default"))

    @Argument(help: "Metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @Option(
        help: ArgumentHelp(
            "Set the order: names, highest priority first, or \"default\"; others follow.",
            valueName: "names"))
    var order: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let request = Insights.SourcesRequest(name: metric)
        var listing = try await client.call(Insights.sources, request, context.options())
        if let order {
            let names = order == "default" ? [] : try Self.names(order, among: listing.order)
            let ordered = try await client.call(
                Sources.setOrder, Sources.SetOrderRequest(metric: listing.metric, order: names),
                context.options())
            context.output.printNotice("Computing day totals again …")
            _ = try await client.call(
                Folds.wait, Folds.WaitRequest(version: ordered.version),
                context.optionsWithoutDeadline())
            listing = try await client.call(Insights.sources, request, context.options())
        }
        try context.output.result(listing) { text(listing, context.output) }
        return .done
    }

    /// Splits a list at commas. The longest match with a known name wins, since names may have
    /// commas.
    /// - Throws: A ``UsageError`` for an empty name.
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
                    "--order \"\(list)\" has an empty name. Separate names with commas.",
                    hint: "The sources are: \(known.joined(separator: ", "))")
            }
            names.append(match.name)
            rest = rest.dropFirst(match.count)
        }
        return names
    }

    private func text(_ listing: Insights.SourcesResponse, _ output: Output) -> String {
        guard !listing.sources.isEmpty else {
            return "\(listing.metric) has no sources. Import some with: dayline import FILE"
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
        let origin = listing.isChosen ? "as set" : "by class"
        return "\(listing.metric), highest first, \(origin)\n\(table.text(output))"
    }
}
