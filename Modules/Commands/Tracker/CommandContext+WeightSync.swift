import Contracts
import RPC

extension CommandContext {
    /// Says how weights that were measured come into a logbook that has none at all.
    func printMeasuredWeightsNotice(_ client: Client) async {
        guard let command = try? await weightSyncCommand(client) else { return }
        output.printNotice("Weights were measured. Have them read with: \(command)")
    }

    /// Nil where there is something in the logbook, or nothing was measured.
    private func weightSyncCommand(_ client: Client) async throws -> String? {
        let logbook = try await client.call(Weights.list, Weights.ListRequest(limit: 1), options())
        guard logbook.weights.isEmpty,
            try await client.call(Insights.metrics, Insights.MetricsRequest(), options()).metrics
                .contains(where: {
                    $0.metric == HealthLinks.weightMetric && $0.samples > 0
                })
        else { return nil }
        let settings = try await client.call(Settings.list, Empty(), options()).values
        let read = Settings.WeightSyncMode.read.rawValue
        return settings[Settings.weightHealth] == read
            ? "dayline health sync" : "dayline settings set \(Settings.weightHealth) \(read)"
    }
}
