import Contracts
import PluginKit
import RPC
import Synchronization
import Testing

/// Importers send measurements, or their totals of an hour or a day.
@Suite struct ResolutionTests {
    /// 2026-03-01T00:00:00Z.
    private static let start: Int64 = 1_772_323_200_000
    private static let hour: Int64 = 3_600_000

    @Test func `aggregates of a discrete metric count on days without measurements`() async throws {
        let system = try await TemporaryHealthSystem { _, batches in
            let location = ItemLocation(offset: 0, line: 1, text: "")
            let raw = try batches.series(
                SeriesDescription(metric: "heartRate", unit: "count/min", source: "Watch"))
            let hours = try batches.series(
                SeriesDescription(
                    metric: "heartRate", unit: "count/min", source: "Watch|Phone",
                    resolution: .hour))
            try batches.append(
                raw, start: Self.start, end: Self.start, value: 60, from: location)
            for hour in [0, 1, 24, 25] as [Int64] {
                let start = Self.start + hour * Self.hour
                try batches.append(
                    hours, start: start, end: start + Self.hour, value: Double(80 + hour),
                    from: location)
            }
        }

        let report = try await system.runImport(Export())
        let days = try await system.aggregation.call(
            Insights.days, Insights.DaysRequest(name: "heartRate")
        ).days

        #expect(report.stored == 5)
        #expect(days.map(\.average) == [60, 104.5])
        #expect(days.map(\.samples) == [1, 2])
    }

    @Test func `a rollback restores the totals that a reconciling import replaced`() async throws {
        let value = Mutex(60.0)
        let system = try await TemporaryHealthSystem { _, batches in
            let hours = try batches.series(
                SeriesDescription(
                    metric: "restingHeartRate", unit: "count/min", source: "Phone",
                    resolution: .hour))
            try batches.append(
                hours, start: Self.start, end: Self.start + Self.hour,
                value: value.withLock { $0 },
                from: ItemLocation(offset: 0, line: 1, text: ""))
        }
        func averages() async throws -> [Double?] {
            try await system.aggregation.call(
                Insights.days, Insights.DaysRequest(name: "restingHeartRate")
            ).days.map(\.average)
        }
        try await system.runImport(Export(records: [.steps(0, 1)]))
        value.withLock { $0 = 50 }
        let later = try await system.runImport(
            Export(records: [.steps(0, 2)]), reconcile: true)
        let replaced = try await averages()

        let rollback = try await system.ingestion.call(
            Imports.rollBack, ImportLog.ImportRequest(id: later.id))
        let restored = try await averages()
        let again = try await system.ingestion.call(
            Imports.rollBack, ImportLog.ImportRequest(id: rollback.id))

        #expect(replaced == [50])
        #expect(restored == [60])
        #expect([rollback.stored, again.stored] == [1, 1])
        #expect(try await averages() == [50])
    }

    @Test func `measurements of a cumulative metric take precedence over aggregates`()
        async throws
    {
        let system = try await TemporaryHealthSystem { _, batches in
            let location = ItemLocation(offset: 0, line: 1, text: "")
            let hours = try batches.series(
                SeriesDescription(
                    metric: "stepCount", unit: "count", source: "Sender", resolution: .hour))
            let raw = try batches.series(
                SeriesDescription(metric: "stepCount", unit: "count", source: "Phone"))
            let ten = Self.start + 10 * Self.hour
            try batches.append(hours, start: ten, end: ten + Self.hour, value: 1000, from: location)
            try batches.append(
                raw, start: ten + Self.hour / 4, end: ten + Self.hour / 2, value: 300,
                from: location)
        }

        try await system.runImport(Export())

        // The aggregate includes what is measured.
        #expect(try await system.sums("stepCount") == ["2026-03-01": 1000])
    }
}
