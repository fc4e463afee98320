import Contracts
import PluginKit
import RPC
import Synchronization
import TestKit
import Testing
import Uploads

@testable import IngestionService

/// The limits of an import, and the progress of imports that wait for it.
struct ImportBoundsTests {
    @Test func `a waiting import reports the import that it waits for`() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let system = try ImportSystem { receiver, job, _ in
            for await _ in gate.stream { break }
            try await receiver.push(job) { try $0.appendHeartRate(0..<1) }
        }
        let first = Task { try await system.run() }
        try await eventually("its start") {
            try await system.client.call(Imports.running, Empty()).running.first?.state == .reading
        }
        let waitsFor = Mutex<Imports.RunningImport?>(nil)

        let report = try await system.client.stream(
            Imports.run, Imports.RunRequest(path: system.file, isDryRun: true)
        ) { progress in
            guard progress.stage == .waiting, let other = progress.waitsFor else { return }
            waitsFor.withLock { $0 = other }
            gate.continuation.yield()
            gate.continuation.finish()
        }

        #expect(waitsFor.withLock { $0?.importer } == "test")
        #expect(waitsFor.withLock { $0?.file } == "export.xml")
        #expect(report.isDryRun)
        #expect(try await first.value.stored == 1)
    }

    @Test(arguments: [
        [("x", 1 << 62), ("y", 1 << 62), ("z", 1 << 62)], [("x", Int.max)],
    ])
    func `counts out of range are rejected`(counts: [(String, Int)]) async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { batches in
                for (type, count) in counts { batches.ignore(count, of: type) }
            }
        }

        let error = await #expect(throws: Status.self) { try await system.run() }

        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("more than \(Batches.maximumCount) in all") == true)
    }

    @Test func `samples beyond the import limit are not staged`() throws {
        var budget = StagingBudget(limit: 1000)

        try budget.spend(600)
        let error = #expect(throws: Status.self) { try budget.spend(401) }
        try budget.spend(400)

        #expect(error?.code == .resourceExhausted)
        #expect(error?.hint?.contains("importLimit") == true)
        #expect(ImportLimit.bytes(of: nil) == 8_000_000_000)
        #expect(ImportLimit.bytes(of: "1024") == 1_024_000_000_000)
        #expect(ImportLimit.bytes(of: "x") == 8_000_000_000)
    }

    @Test func `an import is not staged on a disk without the reserve`() throws {
        let diskSpace = DiskSpace(folder: "/tmp", reserve: .max)
        var budget = StagingBudget(diskSpace: diskSpace)

        #expect(throws: Status.self) { try budget.spend(16 << 20) }
        #expect(throws: Never.self) { try DiskSpace(folder: "/tmp", reserve: 0).check(for: 1) }
    }
}
