import Contracts
import RPC
import StorageTestKit
import TestKit
import Testing
import Tracker

/// A home after the promotion of another one: the contacts that end its writing, and what its programs get.
@Suite(.temporaryStorage, .timeLimit(.minutes(1))) struct SupersededHomeTests {
    private func position(_ storage: any StorageUnderTest) async throws -> Replication.Position {
        try await storage.client.call(Replication.begin, Replication.BeginRequest(epoch: 1))
    }

    private func supersede(_ storage: any StorageUnderTest) async throws {
        _ = try await storage.client.call(
            Replication.supersede, Replication.SupersedeRequest(epoch: 2, change: 0))
    }

    @Test(arguments: ["Begin", "Changes", "Supersede"])
    func `each call with a greater epoch ends writing`(method: String) async throws {
        let storage = try await TemporaryStorage()
        try await apply(storage, "log", change(entry("before")))
        let position = try await position(storage)

        let answer = await code(of: {
            switch method {
            case "Begin":
                _ = try await storage.client.call(
                    Replication.begin, Replication.BeginRequest(epoch: 2))
            case "Changes":
                _ = try await storage.client.stream(
                    Replication.changes,
                    Replication.ChangesRequest(
                        epoch: 2, instance: position.instance, number: position.number,
                        waitMilliseconds: 0)
                ) { _ in }
            default: try await supersede(storage)
            }
        })
        let refused = await code(of: {
            try await apply(storage, "log", change(entry("late")))
        })

        #expect(answer == (method == "Supersede" ? nil : .failedPrecondition))
        #expect(refused == .failedPrecondition)
        #expect(try await entries(storage).map(\.id.rawValue) == ["before"])
    }

    @Test func `a call with the present epoch ends nothing`() async throws {
        let storage = try await TemporaryStorage()

        _ = try await position(storage)
        try await apply(storage, "log", change(entry("a")))

        #expect(try await entries(storage).count == 1)
    }

    @Test func `totals of a worker are refused, and it gets no task again`() async throws {
        let storage = try await TemporaryStorage()
        try await storage.publishSteps()
        let codes = ValueCollector<Status.Code?>()

        try await storage.work { task in
            try await supersede(storage)
            await codes.add([
                await code(of: { try await storage.commit(task, sum: 5) })
            ])
            return true
        }
        let waited = await code(of: {
            _ = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: 1))
        })
        let figures = try await storage.client.call(StorageFigures.get, Empty())

        #expect(await codes.values == [.aborted])
        #expect(waited == .failedPrecondition)
        #expect(figures.waitingFolds == 0 && figures.leasedFolds == 0)
        #expect(try await storage.totals().isEmpty)
    }

    @Test func `a superseded home has no fold tasks after a restart`() async throws {
        let before = try await TemporaryStorage()
        try await before.publishSteps()
        try await supersede(before)

        let storage = try await before.restarted()
        let figures = try await storage.client.call(StorageFigures.get, Empty())

        #expect(figures.waitingFolds == 0 && figures.leasedFolds == 0)
    }
}
