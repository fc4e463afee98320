import Foundation
import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import StorageTestKit
import TestKit
import Testing

/// Seeded rounds of faults of a real server, with storage workers in this process. Whole systems are in
/// `tools/chaos/database`. The time limit ends rounds whose calls are never acknowledged: 80 rounds took 14
/// minutes, and up to 27 s each at a low priority on two processors with a load of 16.
@Suite(.temporaryStorage, .serialized, .timeLimit(.minutes(60))) struct FaultRoundTests {
    private static let limit = Duration.seconds(60)
    private static let database = "health"

    @Test func `a killed and restarted server loses and repeats nothing`() async throws {
        let server = try await preparedServer()
        defer { server.remove() }
        try await rounds(on: server, seeds: TestTier.seeds(3, long: 80)) { round in
            try await round.run {
                try await onThread {
                    server.kill()
                    try server.start()
                }
            }
        }
    }

    @Test func `a former owner that continues with its epoch writes nothing`() async throws {
        let server = try await preparedServer()
        defer { server.remove() }
        try await rounds(on: server, seeds: TestTier.seeds(3, long: 80)) { round in
            try await round.run(isRouted: true)
        }
    }

    @Test func `a promoted standby has every acknowledged change`() async throws {
        var primary = try await preparedServer()
        defer { primary.remove() }
        let reference = try await reference()
        for seed in TestTier.seeds(1, long: 80) {
            let standby = try await TemporaryPostgres(standbyOf: primary)
            let failing = primary
            let address = try failing.address(
                of: Self.database, role: PostgresDatabases.worker, or: standby)
            let differences = try await round(seed, at: address, reference).run {
                try await onThread {
                    failing.kill()
                    try standby.promote()
                }
            }
            #expect(differences == [], "seed \(seed)")
            failing.remove()
            primary = standby
        }
    }

    private func rounds(
        on server: TemporaryPostgres, seeds: Range<UInt64>,
        _ body: (FaultRound) async throws -> [String]
    ) async throws {
        let reference = try await reference()
        let address = try server.address(of: Self.database, role: PostgresDatabases.worker)
        for seed in seeds {
            let differences = try await body(round(seed, at: address, reference))
            #expect(differences == [], "seed \(seed)")
        }
    }

    private func round(
        _ seed: UInt64, at address: PostgresAddress, _ reference: TemporaryPostgresStorage
    ) async throws -> FaultRound {
        FaultRound(
            seed: seed,
            workers: [try await FaultyWorker(address), try await FaultyWorker(address)],
            reference: reference)
    }

    private func reference() async throws -> TemporaryPostgresStorage {
        try await TemporaryPostgresStorage(now: { FaultRound.now })
    }

    private func preparedServer() async throws -> TemporaryPostgres {
        let server = try TemporaryPostgres()
        let owner = try await PostgresConnection.open(server.address(), within: Self.limit)
        defer { owner.close() }
        try await owner.run(
            script: "CREATE ROLE \(PostgresDatabases.worker) LOGIN", within: Self.limit)
        try await owner.run(script: "CREATE DATABASE \(Self.database)", within: Self.limit)
        _ = try await PostgresMigrator.migrate(
            server.address(of: Self.database), worker: PostgresDatabases.worker)
        return server
    }

    /// Runs work that waits for processes.
    private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            Thread { end.resume(with: Result { try body() }) }.start()
        }
    }
}
