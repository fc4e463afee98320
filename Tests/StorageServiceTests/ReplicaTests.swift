import Contracts
import Crypto
import Foundation
import HostFiles
import RPC
import Randomness
import StorageCore
import StorageService
import StorageTestKit
import TestKit
import Testing

/// Replicas within one process: their data after changes, cuts and ends, and the fence of a superseded home.
@Suite(.temporaryStorage, .timeLimit(.minutes(3))) struct ReplicaTests {
    private static let kinds = ["activity", "category", "goal"]

    private func compare(_ pair: ReplicaPair) async throws {
        let replica = try await pair.caughtUp()
        let comparison = AnswerComparison(of: "default", kinds: Self.kinds, includesNumbers: true)
        _ = try await comparison.compare(pair.primary.client, with: replica)
    }

    @Test(arguments: [1, 2, 3])
    func `a replica that has caught up answers as its primary after changes, cuts and ends`(
        seed: UInt64
    ) async throws {
        var random = SplitMix64(seed: seed)
        let pair = try await ReplicaPair()
        await pair.start()

        for step in 0..<30 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let number = Int.random(in: 0..<20, using: &random)
                try await apply(
                    pair.primary, "log", change(entry("e\(number)", value: Double(step))))
            case 3, 4:
                let first = Int64.random(in: 0..<50, using: &random)
                let id = try await pair.primary.begin()
                try await pair.primary.stage(
                    Array(first..<(first + 40)), import: id, byte: UInt8(step),
                    size: Int.random(in: 100..<20_000, using: &random))
                try await pair.primary.publish(id)
            case 5: pair.cut(afterItems: Int.random(in: 0..<4, using: &random))
            case 6:
                await pair.end()
                await pair.start()
            default: try await pair.restartPrimary()
            }
            if Bool.random(using: &random) { pair.mend() }
            if step % 10 == 9 {
                pair.mend()
                try await compare(pair)
            }
        }

        let check = try await pair.caughtUp().call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))
        #expect(check.checks.filter { !$0.ok } == [])
        await pair.remove()
    }

    @Test func `a replica refuses changes with the address of its primary`() async throws {
        let pair = try await ReplicaPair()
        await pair.start()
        let replica = try await pair.caughtUp()

        let refusal = await #expect(throws: Status.self) {
            _ = try await replica.call(
                TrackerRecords.apply,
                TrackerRecords.ApplyRequest(
                    summary: "log", changes: [try change(entry("a"))]))
        }

        #expect(refusal?.code == .failedPrecondition)
        #expect(refusal?.message.contains("replica of tcp://primary:1") == true)
        #expect(refusal?.hint?.contains("dayline promote") == true)
        await pair.remove()
    }

    @Test func `a small change is sent as a few pages`() async throws {
        let pair = try await ReplicaPair()
        let id = try await pair.primary.begin()
        try await pair.primary.stage(Array(0..<200), import: id, size: 20_000)
        try await pair.primary.publish(id)
        let client = await pair.primary.client
        let before = try await client.call(
            Replication.begin, Replication.BeginRequest(epoch: 1))
        try await apply(pair.primary, "log", change(entry("a")))

        let bytes = ValueCollector<Int>()
        let after = try await client.stream(
            Replication.changes,
            Replication.ChangesRequest(
                epoch: 1, instance: before.instance, number: before.number, waitMilliseconds: 0)
        ) { item in
            await bytes.add([try item.columns.column("data", .bytes).count])
        }

        #expect(after.number == before.number + 1)
        #expect(await bytes.values.reduce(0, +) < 100_000)
        #expect(after.pages * after.pageSize > 2_000_000)
        await pair.remove()
    }

    @Test
    func `a greater epoch ends writing also after a restart, and later changes are in a file`()
        async throws
    {
        let storage = try await TemporaryStorage()
        try await apply(storage, "log", change(entry("shared")))
        let shared = try await storage.client.call(
            Replication.begin, Replication.BeginRequest(epoch: 1)
        ).change
        try await apply(storage, "log", change(entry("own")))

        let answer = try await storage.client.call(
            Replication.supersede, Replication.SupersedeRequest(epoch: 2, change: shared))
        let refused = await code(of: {
            try await apply(storage, "log", change(entry("late")))
        })
        let again = try await storage.restarted()
        let stillRefused = await code(of: {
            try await apply(again, "log", change(entry("late")))
        })
        let repeated = try await again.client.call(
            Replication.supersede, Replication.SupersedeRequest(epoch: 2, change: shared))

        #expect(answer.changes == 1)
        #expect(refused == .failedPrecondition)
        #expect(stillRefused == .failedPrecondition)
        let name = try #require(answer.file)
        #expect(repeated.file == name)
        let path = "\(storage.folder)/\(name)"
        let document = try JSONBody.decode(
            SupersededDocument.self, from: Bytes(try Files.read(path)))
        #expect(document.changes.map(\.key) == ["own"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let state = try await again.client.call(Replication.state, Empty())
        #expect(state.role == .superseded)
    }

    @Test func `the photos of a replica become those of its primary`() async throws {
        let pair = try await ReplicaPair()
        let storage = try #require(await pair.primary as? TemporaryStorage)
        let photos = PhotoFolder(database: storage.path)
        let bytes = [[UInt8](repeating: 7, count: 600_000), [1, 2, 3]]
        let names = try bytes.map { try #require(PhotoName(Self.digest($0) + ".jpg")) }
        let copies = PhotoFolder(database: pair.path)
        try photos.write(bytes[0], as: names[0])

        await pair.start()
        _ = try await pair.caughtUp()
        try photos.write(bytes[1], as: names[1])
        photos.remove(names[0])
        try await apply(storage, "log", change(entry("a")))

        try await eventually("the photos of the primary") { copies.names == [names[1]] }
        #expect(try Files.read(copies.path(of: names[1])) == bytes[1])
        await pair.remove()
    }

    @Test func `a photo with other bytes than its name is not stored`() async throws {
        let pair = try await ReplicaPair()
        let storage = try #require(await pair.primary as? TemporaryStorage)
        let name = try #require(PhotoName(Self.digest([1]) + ".jpg"))
        try PhotoFolder(database: storage.path).write([2], as: name)

        await pair.start()
        let replica = try await pair.caughtUp()

        let state = try await replica.call(Replication.state, Empty())
        #expect(state.problem?.contains("damaged") == true, "\(state)")
        #expect(PhotoFolder(database: pair.path).names == [])
        await pair.remove()
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
    }

    @Test func `an equal or smaller epoch supersedes nothing`() async throws {
        let storage = try await TemporaryStorage()

        let refused = await code(of: {
            _ = try await storage.client.call(
                Replication.supersede, Replication.SupersedeRequest(epoch: 1, change: 0))
        })

        #expect(refused == .failedPrecondition)
        try await apply(storage, "log", change(entry("a")))
    }
}
