import Contracts
import Foundation
import GRDB
import RPC
import Randomness
import Tracker

/// A damage that a run adds on purpose, which its checks have to find.
package enum PlantedFault: String, CaseIterable, Sendable {
    /// The disk does not store what it syncs.
    case ignoredSync = "ignored-sync"
    /// An acknowledged entry is removed.
    case lostWrite = "lost-write"
    /// A write is applied again after a later one.
    case repeatedWrite = "repeated-write"
    /// A stored day total is changed.
    case wrongTotal = "wrong-total"
}

/// One run from a seed: phases of writes, imports, queries and folds on a simulated disk with a simulated
/// clock, each ended by a stop, a kill or a power cut; then the comparison with the expected data.
package struct SimulationRun: Sendable {
    package struct Outcome: Sendable {
        package var seed: UInt64
        /// The kinds of faults and ends.
        package var faults: Set<String> = []
        package var acknowledged = 0
        package var failed = 0
        /// The failed operations of the disk.
        package var diskFailures = 0
        package var operations = 0
        package var problems: [String] = []
    }

    let seed: UInt64
    let folder: String
    let planted: PlantedFault?
    /// The files of a new database, from which most runs start.
    let newFiles: [String: [UInt8]]

    /// The time at the start of each run, in milliseconds since 1970.
    static let start: Int64 = 20_458 * 86_400_000 + 43_200_000

    /// True if the run creates its database itself, so that faults and stops happen during that too.
    private var isCreating: Bool { seed.isMultiple(of: 4) }

    /// - Throws: If the run could not be performed.
    func perform() async throws -> Outcome {
        var random = SplitMix64(seed: seed)
        let home = try SimulatedHome(
            in: folder, seed: random.next(), now: Self.start,
            ignoresSyncs: planted == .ignoredSync, files: isCreating ? [:] : newFiles)
        defer { home.remove() }
        let expected = Expectation()
        var outcome = Outcome(seed: seed)
        do {
            var retries: [SimulatedClients.Retry] = []
            for phase in 0..<random.below(3) + 1 {
                retries = try await perform(
                    phase, retries, home, expected, &outcome.faults, &random)
            }
            try await home.start()
            try await plant(home, expected)
            try await SimulationChecks(home: home, expected: expected).run()
            try await home.end(.close)
        } catch {
            expected.report("the run ended: \(Status(describing: error))")
            home.disk.stop()
            try? await home.end(.kill)
        }
        let state = expected.current
        (outcome.acknowledged, outcome.failed) = (state.acknowledged, state.failed)
        (outcome.diskFailures, outcome.operations) = (home.disk.failures, home.disk.operations)
        outcome.problems = state.problems
        return outcome
    }

    /// Starts the home, lets clients work, and ends the home.
    /// - Returns: The writes to repeat in the next phase.
    private func perform(
        _ phase: Int, _ retries: [SimulatedClients.Retry], _ home: SimulatedHome,
        _ expected: Expectation, _ faults: inout Set<String>, _ random: inout SplitMix64
    ) async throws -> [SimulatedClients.Retry] {
        let end = random.pick(SimulatedHome.End.allCases)
        let fault =
            random.happens(oneIn: 2) ? Self.fault(after: home.disk.operations, &random) : nil
        let stop =
            end == .close || random.happens(oneIn: 4)
            ? nil : home.disk.operations + 1 + random.below(random.pick([50, 300, 1500]))
        faults.insert(end.rawValue)
        if let fault { faults.insert(fault.kind.rawValue) }

        func plan() {
            home.disk.plan(fault, stop: stop) { Task { await home.stopFolding() } }
        }
        let isPlannedFirst = random.happens(oneIn: 4)
        if isPlannedFirst { plan() }
        do {
            try await home.start()
        } catch {
            guard fault != nil || home.disk.isStopped, isPlannedFirst else { throw error }
            home.disk.stop()
            try await home.end(end == .close ? .kill : end)
            return retries
        }
        if !isPlannedFirst { plan() }
        let clients = SimulatedClients(
            home: home, expected: expected, canFail: fault != nil, phase: phase + 1)
        await clients.repeated(retries)
        let lanes = random.below(3) + 1
        let seeds = (0..<lanes).map { _ in random.next() }
        let count = random.below(8) + 1
        let lost = await withTaskGroup(of: [SimulatedClients.Retry].self) { group in
            for (lane, seed) in seeds.enumerated() {
                group.addTask {
                    var random = SplitMix64(seed: seed)
                    return await clients.run(lane: lane, count: count, &random)
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        if end != .close { home.disk.stop() }
        home.remember()
        try await home.end(end)
        return lost
    }

    private static func fault(after operations: Int, _ random: inout SplitMix64) -> DiskFault {
        let first = operations + random.below(300)
        let count = random.pick([1, 20, 200])
        return DiskFault(
            random.pick(DiskFault.Kind.allCases), first...(first + count),
            oneIn: random.pick([1, 3, 20]))
    }

    /// Adds the planted fault.
    private func plant(_ home: SimulatedHome, _ expected: Expectation) async throws {
        switch planted {
        case nil, .ignoredSync: return
        case .lostWrite:
            let id = "planted"
            let write = try Self.write(id, 1)
            expected.record([id: 1], isAcknowledged: true)
            _ = try await home.storage.call(TrackerRecords.apply, write)
            _ = try await home.storage.call(
                TrackerRecords.apply,
                TrackerRecords.ApplyRequest(
                    summary: "remove",
                    changes: [.init(kind: TrackerRecords.entryKind, id: id, body: nil)]))
        case .repeatedWrite:
            for value in [1.0, 2, 1] {
                _ = try await home.storage.call(
                    TrackerRecords.apply, Self.write("planted", value))
            }
            for value in [1.0, 2] { expected.record(["planted": value], isAcknowledged: true) }
        case .wrongTotal:
            try await plantWrongTotal(home, expected)
        }
    }

    /// The request that writes an entry with a value.
    static func write(
        _ id: String, _ value: Double
    ) throws -> TrackerRecords.ApplyRequest {
        TrackerRecords.ApplyRequest(
            summary: "planted",
            changes: [
                .init(
                    kind: TrackerRecords.entryKind, id: id,
                    body: SimulatedClients.body(id, value))
            ])
    }

    private func plantWrongTotal(_ home: SimulatedHome, _ expected: Expectation) async throws {
        var random = SplitMix64(seed: seed)
        var file = SampleFile.random(&random, days: 20_400...20_410)
        file.isBroken = false
        let path = try home.write(file, number: 0)
        let report = try await home.ingestion.stream(
            Imports.run, Imports.RunRequest(path: path)
        ) { _ in }
        expected.record(file, report)
        try await home.end(.close)
        let queue = try DatabaseQueue(path: home.path)
        try await queue.write { db in
            try db.execute(sql: "UPDATE recent_day_total SET sum = sum + 1, raw_sum = raw_sum + 1")
        }
        try queue.close()
        try await home.start()
    }
}
