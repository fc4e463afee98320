import CivilTime
import Contracts
import RPC
import Randomness
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct FoldStormTests {
    @Test(arguments: DatabaseEngine.allCases, 0..<6)
    func `totals equal the samples after publications with joining and leaving workers`(
        engine: DatabaseEngine, seed: Int
    ) async throws {
        let storage = try await engine.storage()
        var random = SplitMix64(seed: UInt64(seed))
        var expected: [String: [Int32: Double]] = [:]
        let workers = (0..<3).map { number in
            Task {
                var random = SplitMix64(seed: UInt64(seed * 10 + number + 1000))
                struct Leaving: Error {}
                while !Task.isCancelled {
                    let taskLimit = Int.random(in: 1...5, using: &random)
                    let done = ValueCollector<Void>()
                    // The error ends the stream, as a worker that stops does.
                    _ = try? await storage.client.stream(
                        Folds.work, Empty(),
                        CallOptions(deadline: .never, window: 1)
                    ) { task in
                        try await storage.fold(task)
                        await done.add([()])
                        if await done.values.count == taskLimit { throw Leaving() }
                    }
                }
            }
        }
        var version: Int64 = 0

        for _ in 0..<20 {
            let id = try await storage.begin()
            let metric = ["a", "b"].randomElement(using: &random) ?? "a"
            let byte = UInt8.random(in: 1...200, using: &random)
            let segments = Set((0..<5).map { _ in Int64.random(in: 0..<250, using: &random) })
            try await storage.stage(Array(segments), metric: metric, import: id, byte: byte)
            version = try await storage.publish(id).version
            for segment in segments {
                expected[metric, default: [:]][Int32(segment * 1_048_576 / 86_400)] = Double(byte)
            }
        }
        _ = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: version))
        for worker in workers { worker.cancel() }
        for worker in workers { await worker.value }

        for (metric, days) in expected {
            #expect(try await storage.totals(metric) == days, "seed \(seed), metric \(metric)")
        }
    }
}
