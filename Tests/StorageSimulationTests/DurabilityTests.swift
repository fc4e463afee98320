import Contracts
import Foundation
import RPC
import Testing
import Tracker

@testable import StorageSimulation

/// Orders of failures after which an acknowledged write needs more than its own sync.
@Suite(.serialized) struct DurabilityTests {
    private static let start: Int64 = 20_458 * 86_400_000

    private func home(_ seed: Int, files: [String: [UInt8]] = [:]) throws -> SimulatedHome {
        try #require(SimulatedFileSystem.isRegistered)
        return try SimulatedHome(
            in: NSTemporaryDirectory(), seed: UInt64(seed), now: Self.start, ignoresSyncs: false,
            files: files)
    }

    private func write(_ id: String, to home: SimulatedHome) async throws {
        _ = try await home.storage.call(
            TrackerRecords.apply, SimulationRun.write(id, 1), CallOptions(idempotencyKey: id))
    }

    private func isUndamaged(_ home: SimulatedHome) async throws -> Bool {
        try await home.storage.call(Checkups.storage, Checkups.RunRequest(isRepairing: false))
            .checks
            .allSatisfy(\.ok)
    }

    private func entries(_ home: SimulatedHome) async throws -> Set<String> {
        let page = try await home.storage.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0))
        return Set(try page.entries().map(\.entry.id.rawValue))
    }

    /// Writes rows that are not synced, so that the next sync should store them.
    private func stageRows(in home: SimulatedHome) async throws {
        let id = try await home.storage.call(
            Staging.begin, Staging.BeginRequest(importer: "test", file: "test")
        ).id
        _ = try await home.storage.call(
            Staging.declare,
            Staging.DeclareRequest(
                id: id,
                series: [
                    SeriesKey(
                        metric: "stepCount", unit: "count", source: "Phone", sourceKey: "phone",
                        device: "", isEntered: false)
                ]))
    }

    /// Writes while each sync fails.
    private func failWrite(to home: SimulatedHome) async throws {
        home.disk.plan(
            DiskFault(.syncError, home.disk.operations...(home.disk.operations + 1000), oneIn: 1),
            stop: nil)
        await #expect(throws: Status.self) { try await write("failed", to: home) }
        home.disk.plan(nil, stop: nil)
    }

    /// Starts the home, and stores an entry and rows of an import before a write whose sync fails.
    private func startWithFailedSync(_ home: SimulatedHome) async throws {
        try await home.start()
        try await write("before", to: home)
        try await stageRows(in: home)
        try await failWrite(to: home)
    }

    /// Ends the home by a power cut, and starts it again.
    private func losePower(_ home: SimulatedHome) async throws {
        home.disk.stop()
        try await home.end(.powerCut)
        try await home.start()
    }

    @Test(arguments: 1...24)
    func `a database whose creation was interrupted is created by the next start`(
        operations: Int
    ) async throws {
        for (seed, end) in [(0, SimulatedHome.End.kill), (1, .powerCut), (2, .powerCut)] {
            let home = try home(seed)
            defer { home.remove() }
            home.disk.plan(nil, stop: operations)
            try? await home.start()
            home.disk.stop()
            try await home.end(end)

            try await home.start()
            try await write("first", to: home)

            #expect(try await entries(home) == ["first"])
            try await home.end(.close)
        }
    }

    @Test func `the files of a created database are durable at the start of another home`()
        async throws
    {
        try #require(SimulatedFileSystem.isRegistered)
        let files = try await SimulatedHome.newFiles(in: NSTemporaryDirectory(), now: Self.start)
        #expect(files["dayline.sqlite"]?.isEmpty == false)

        for seed in 0..<4 {
            let home = try home(seed, files: files)
            defer { home.remove() }
            home.disk.stop()
            try await home.end(.powerCut)
            #expect(home.disk.files == files)

            try await home.start()
            try await write("first", to: home)
            try await losePower(home)

            #expect(try await entries(home) == ["first"])
            #expect(try await isUndamaged(home))
            try await home.end(.close)
        }
    }

    @Test(arguments: 0..<8)
    func `a write that is acknowledged after a failed sync survives a power cut`(
        seed: Int
    ) async throws {
        let home = try home(seed)
        defer { home.remove() }
        try await startWithFailedSync(home)
        try await write("after", to: home)
        try await losePower(home)

        #expect(try await entries(home).isSuperset(of: ["before", "after"]))
        try await home.end(.close)
    }

    @Test(arguments: (0..<16).map { 1 + 3 * $0 })
    func `a power cut while a log is stored again after a failed sync damages nothing`(
        operations: Int
    ) async throws {
        for seed in 0..<4 {
            let home = try home(seed)
            defer { home.remove() }
            try await startWithFailedSync(home)

            home.disk.plan(nil, stop: home.disk.operations + operations)
            try? await write("after", to: home)
            try await losePower(home)

            #expect(try await isUndamaged(home), "seed \(seed)")
            #expect(try await entries(home).contains("before"), "seed \(seed)")
            try await home.end(.close)
        }
    }

    @Test(arguments: 0..<8)
    func `a write after a failed sync and a kill survives a power cut`(seed: Int) async throws {
        let home = try home(seed)
        defer { home.remove() }
        try await home.start()
        try await stageRows(in: home)
        try await failWrite(to: home)
        try await home.end(.kill)
        try await home.start()
        try await write("after", to: home)
        try await losePower(home)

        #expect(try await entries(home).contains("after"))
        #expect(try await isUndamaged(home))
        try await home.end(.close)
    }

    @Test(arguments: (0..<12).map { 1 + 4 * $0 })
    func `a repeated write that was recovered after a kill survives a power cut`(
        operations: Int
    ) async throws {
        for seed in 0..<4 {
            let home = try home(seed)
            defer { home.remove() }
            try await home.start()
            try await write("before", to: home)

            home.disk.plan(nil, stop: home.disk.operations + operations)
            try? await write("repeated", to: home)
            home.disk.stop()
            try await home.end(.kill)
            try await home.start()
            try await write("repeated", to: home)
            try await losePower(home)

            #expect(try await entries(home) == ["before", "repeated"], "seed \(seed)")
            try await home.end(.close)
        }
    }

    /// A sync of a checkpoint can fail after the writing of a commit and before the sync of that commit, which
    /// succeeds then without storing the commit.
    @Test(arguments: 0..<8)
    func `a write that is acknowledged during a checkpoint whose sync fails survives a power cut`(
        seed: Int
    ) async throws {
        let home = try home(seed)
        defer { home.remove() }
        try await home.start()
        var acknowledged: Set<String> = []
        for round in 0..<12 {
            try await write("before \(round)", to: home)
            acknowledged.insert("before \(round)")
            let first = home.disk.operations
            home.disk.plan(DiskFault(.syncError, first...(first + 1000), oneIn: 2), stop: nil)
            async let checkpoint: Void = home.clock.advance(by: 1000)
            if (try? await write("during \(round)", to: home)) != nil {
                acknowledged.insert("during \(round)")
            }
            await checkpoint
            try await losePower(home)

            #expect(try await entries(home).isSuperset(of: acknowledged), "round \(round)")
        }
        #expect(try await isUndamaged(home))
        try await home.end(.close)
    }

    @Test(arguments: (0..<16).map { 1 + 2 * $0 })
    func `a power cut while a log is closed after a failed sync damages nothing`(
        operations: Int
    ) async throws {
        for seed in 0..<4 {
            let home = try home(seed)
            defer { home.remove() }
            try await startWithFailedSync(home)
            home.disk.plan(nil, stop: home.disk.operations + operations)
            try await home.end(.powerCut)
            try await home.start()

            #expect(try await entries(home).contains("before"), "seed \(seed)")
            #expect(try await isUndamaged(home), "seed \(seed)")
            try await home.end(.close)
        }
    }
}
