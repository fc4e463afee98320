import Contracts
import RPC

extension Session {
    /// Says how weights that were measured come into a logbook that has none at all.
    func tellOfMeasuredWeights(_ client: Client) async {
        guard let command = try? await commandThatReadsWeights(client) else { return }
        output.note("Weights were measured. Have them read with: \(command)")
    }

    /// Nil where there is something in the logbook, or nothing was measured.
    private func commandThatReadsWeights(_ client: Client) async throws -> String? {
        let logbook = try await client.call(Weights.list, Weights.Ask(limit: 1), options())
        guard logbook.weights.isEmpty,
            try await client.call(Insights.metrics, Insights.AskMetrics(), options()).metrics
                .contains(where: {
                    $0.metric == HealthLinks.weightMetric && $0.samples > 0
                })
        else { return nil }
        let settings = try await client.call(Settings.list, Empty(), options()).values
        let read = Settings.WeightHealth.read.rawValue
        return settings[Settings.weightHealth] == read
            ? "dayline health sync" : "dayline settings set \(Settings.weightHealth) \(read)"
    }
}
