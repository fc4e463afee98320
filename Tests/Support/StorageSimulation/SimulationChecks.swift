import CivilTime
import Contracts
import Folding
import Foundation
import RPC
import Samples
import Synchronization
import Tracker

/// Compares the data of a home without faults with the expected data.
struct SimulationChecks {
    let home: SimulatedHome
    let expected: Expectation

    func run() async throws {
        let storage = try home.storage
        let version = try await storage.call(Staging.prepare, Empty()).version
        _ = try await storage.call(Folds.wait, Folds.WaitRequest(version: version))
        let state = expected.current
        try await checkEntries(state)
        try await checkChanges(state)
        let samples = try await storedSamples()
        check(samples, state)
        try await checkDays(samples)
        try await checkImports(state)
        try await checkUp()
    }

    // MARK: Entries

    private func checkEntries(_ state: Expectation.State) async throws {
        let page = try await home.storage.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0))
        let entries = try page.entries().map(\.entry)
        let found = Dictionary(entries.map { ($0.id.rawValue, $0.number) }) { first, _ in first }
        if found.count != entries.count { expected.report("an entry is stored twice") }
        for (id, values) in state.entries where !values.contains(found[id] ?? nil) {
            expected.report(
                "the entry \(id) is \(Self.text(found[id] ?? nil)), which was not written: "
                    + values.map(Self.text).joined(separator: " or "))
        }
        for id in found.keys where state.entries[id] == nil {
            expected.report("the entry \(id) was not written")
        }
        for (first, second) in state.pairs where (found[first] == nil) != (found[second] == nil) {
            expected.report("of the step of \(first) and \(second) one entry is stored")
        }
    }

    private static func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "missing" }

    /// Each acknowledged write is in the change log once, and any other at most once.
    private func checkChanges(_ state: Expectation.State) async throws {
        let counts = Mutex<[Expectation.Value: Int]>([:])
        try await ChangeFeed(home.storage, profile: nil, after: 0).read { change in
            guard change.kind == TrackerRecords.entryKind, let after = change.after,
                let value = try JSONBody.decode(
                    TrackerRecords.NumberedEntry.self, from: Bytes(after)
                ).entry.number
            else { return }
            counts.withLock { $0[Expectation.Value(id: change.key, value: value), default: 0] += 1 }
        }
        let found = counts.withLock { $0 }
        for (value, isAcknowledged) in state.values {
            let count = found[value] ?? 0
            guard count > 1 || isAcknowledged && count == 0 else { continue }
            expected.report(
                "the write of \(value.value) to \(value.id) is \(count) times in the change log")
        }
    }

    // MARK: Samples

    private struct Found {
        /// The numbers of the sources by series.
        var sources: [Int64: Int] = [:]
        var samples: [SimulatedSample] = []
    }

    private func storedSamples() async throws -> Set<SimulatedSample> {
        var samples: Set<SimulatedSample> = []
        for metric in SimulatedSample.Metric.allCases {
            let found = Mutex(Found())
            _ = try await home.storage.stream(
                Folds.chunks, Folds.ChunksRequest(metric: metric.rawValue, from: 0, to: .max)
            ) { page in
                let chunks = try [ChunkRecord](columns: page.columns).map {
                    ($0.series, try StoredChunkDecoder.decoded($0.data, of: metric.rawValue))
                }
                found.withLock { found in
                    for row in page.body.series {
                        found.sources[row.id] = Int(row.key.source.split(separator: " ").last ?? "")
                    }
                    for (series, columns) in chunks {
                        let source = found.sources[series] ?? -1
                        found.samples += columns.starts.indices.map { index in
                            SimulatedSample(
                                metric, source: source, minute: Int(columns.starts[index] / 60_000),
                                value: columns.values[index])
                        }
                    }
                }
            }
            let own = found.withLock { $0.samples }
            samples.formUnion(own)
            if Set(own).count != own.count { expected.report("a sample is stored twice") }
        }
        return samples
    }

    private func check(_ samples: Set<SimulatedSample>, _ state: Expectation.State) {
        let missing = state.samples.subtracting(samples).count
        if missing > 0 { expected.report("\(missing) samples of acknowledged imports are missing") }
        let complete = state.doubtful.filter { $0.isSubset(of: samples) }
        let explained = complete.reduce(state.samples) { $0.union($1) }
        let rest = samples.subtracting(explained).count
        if rest > 0 { expected.report("\(rest) samples of failed imports are stored") }
    }

    /// Compares the day totals with those of the stored samples, computed in the simplest way.
    private func checkDays(_ samples: Set<SimulatedSample>) async throws {
        for metric in SimulatedSample.Metric.allCases {
            let page = try await home.storage.call(
                Days.read, Days.ReadRequest(metric: metric.rawValue))
            if page.body.stale { expected.report("the days of \(metric.rawValue) are stale") }
            let days = try DayColumns(columns: page.columns)
            let own = Dictionary(grouping: samples.filter { $0.metric == metric }, by: \.day)
            if Set(days.day) != Set(own.keys) {
                expected.report("\(metric.rawValue) has totals of other days than its samples")
            }
            for (index, day) in days.day.enumerated() {
                let values = (own[day] ?? []).map(\.value)
                let sum = values.reduce(0, +)
                guard
                    days.count[index] != Int64(values.count) || days.min[index] != values.min()
                        || days.max[index] != values.max()
                        || abs(days.rawSum[index] - sum) > 1e-9 * sum
                        || metric == .steps && abs(days.sum[index] - sum) > 1e-9 * sum
                else { continue }
                expected.report(
                    "\(metric.rawValue) on day \(day) has the total \(days.sum[index]) of "
                        + "\(days.count[index]) samples instead of \(sum) of \(values.count)")
            }
        }
    }

    private func checkImports(_ state: Expectation.State) async throws {
        let listed = try await home.storage.call(ImportLog.list, ImportLog.ListRequest()).imports
        let ids = listed.map(\.id)
        for id in state.imports where ids.filter({ $0 == id }).count != 1 {
            expected.report("the import \(id) is not listed once")
        }
        for report in listed where !report.byType.values.allSatisfy(\.isBalanced) {
            expected.report("the counts of import \(report.id) do not balance")
        }
    }

    // MARK: Checkups

    /// The checks of `dayline doctor`, which fold all days again.
    private func checkUp() async throws {
        let request = Checkups.RunRequest(isRepairing: false)
        let checks =
            try await home.storage.call(Checkups.storage, request).checks
            + home.ingestion.call(Checkups.ingestion, request).checks
            + home.checkups.call(Checkups.aggregation, request).checks
        for check in checks where !check.ok {
            expected.report("checkup: \(check.name): \(check.detail)")
        }
    }
}
