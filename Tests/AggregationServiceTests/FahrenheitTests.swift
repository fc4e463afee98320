import CivilTime
import Contracts
import RPC
import TestKit
import Testing

/// Values in a unit whose zero differs from that of the stored unit.
@Suite(.cleanup) struct FahrenheitTests {
    private static let day: Int64 = 20_010

    @Test func `sums and changes are those of the shown values`() async throws {
        let system = try await FoldingSystem(day: Self.day + 2)
        try await system.replaceSamples([35, 40], from: Self.day, metric: "bodyTemperature")
        _ = try await system.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.units, value: "us"))
        let later = CivilDate(days: Int32(Self.day + 1))

        let trends = try await system.insights.call(
            Insights.trends,
            Insights.TrendsRequest(
                name: "bodyTemperature", from: later, to: later, compare: "previous"))
        let days = try await system.insights.call(
            Insights.days, Insights.DaysRequest(name: "bodyTemperature"))

        let change = try #require(trends.change)
        #expect(trends.unit == "degF")
        #expect(abs(change.absolute - 9) < 1e-9)
        #expect(abs((change.percent ?? 0) - 900 / 95) < 1e-9)
        #expect(trends.series.allSatisfy { abs(($0.sum ?? 0) - 104) < 1e-9 })
        #expect(zip(days.days, [95.0, 104.0]).allSatisfy { abs($0.sum - $1) < 1e-9 })
    }
}
