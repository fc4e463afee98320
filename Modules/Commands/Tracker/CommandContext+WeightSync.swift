import Contracts
import RPC

extension CommandContext {
    /// Prints how to read measured weights into an empty weight log.
    func printMeasuredWeightsNotice(_ client: Client) async {
        guard let command = try? await weightSyncCommand(client) else { return }
        output.printNotice("Health data has weights. Read them with: \(command)")
    }

    /// The command that reads measured weights; nil if the weight log is not empty or there are
    /// none.
    private func weightSyncCommand(_ client: Client) async throws -> String? {
        let log = try await client.call(Weights.list, Weights.ListRequest(limit: 1), options())
        guard log.weights.isEmpty,
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
