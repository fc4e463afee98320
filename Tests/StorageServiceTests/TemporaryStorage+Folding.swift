import Contracts
import RPC
import Testing

/// What a worker that folds asks of storage, step by step.
extension TemporaryStorage {
    /// Storage with one published chunk of steps, in the first segment.
    static func withSteps() async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage([0], import: id)
        try await storage.publish(id)
        return storage
    }

    func commit(_ task: Folds.Task, sum: Double) async throws {
        let packet = Packet(
            Folds.Commit(lease: task.lease, stamp: task.stamp),
            columns: DayColumns.sample(0, sum: sum).columns)
        _ = try await client.call(Folds.commit, packet)
    }

    func days() async throws -> Packet<Days.Page> {
        try await client.call(Days.read, Days.Read(metric: "stepCount"))
    }

    /// Takes tasks until `body` says that it has enough.
    func work(
        _ body: @escaping @Sendable (Folds.Task) async throws -> Bool
    ) async throws {
        struct Enough: Error {}
        await #expect(throws: Status.self) {
            try await client.stream(
                Folds.work, Folds.Worker(name: "test"), CallOptions(deadline: .never, window: 1)
            ) { task in
                if try await body(task) { throw Enough() }
            }
        }
    }
}
