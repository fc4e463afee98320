import BusTestKit
import RPC
import Synchronization
import Testing

/// Messages are lost, come late and come twice; no call hangs, and no answer lies.
@Suite(.timeLimit(.minutes(1)))
struct FaultInjectorTests {
    private static let all: [FaultInjector.Probabilities] = [
        .init(drop: 8), .init(delay: 3), .init(duplicate: 3),
        .init(drop: 12, delay: 6, duplicate: 6),
    ]
    private static let worlds = all.indices.flatMap { chances in
        (0..<12).map { (chances, UInt64($0)) }
    }

    private func transport(_ chances: Int, _ seed: UInt64) -> InProcessTransport {
        InProcessTransport(
            router: Router([Probe()]),
            passage: FaultInjector(Self.all[chances], seed: seed).messageFilter)
    }

    private var options: CallOptions {
        CallOptions(deadline: .after(.milliseconds(150)), window: 3)
    }

    /// What a call that did not succeed may have ended with.
    private func isExpectedFailure(_ error: any Error) -> Bool {
        [.deadlineExceeded, .dataLoss, .cancelled].contains(Status(describing: error).code)
    }

    @Test(arguments: worlds)
    func `an answer is the right one or none`(chances: Int, seed: UInt64) async {
        let client = Client(transport(chances, seed))
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        let reply = try await client.call(
                            Probe.echo, .init(text: "\(number)"), options)
                        #expect(reply.text == "\(number)", "seed \(seed)")
                    } catch {
                        #expect(isExpectedFailure(error), "seed \(seed): \(error)")
                    }
                }
            }
        }
    }

    @Test(arguments: worlds)
    func `a stream that succeeds has every item once and in order`(
        chances: Int, seed: UInt64
    ) async {
        let received = Mutex<[Int]>([])
        do {
            _ = try await Client(transport(chances, seed)).stream(
                Probe.count, .init(count: 20), options
            ) { item in
                received.withLock { $0.append(item.value) }
            }
            #expect(received.withLock { $0 } == Array(0..<20), "seed \(seed)")
        } catch {
            #expect(isExpectedFailure(error), "seed \(seed): \(error)")
            #expect(
                received.withLock { $0 == Array(0..<$0.count) },
                "seed \(seed): what came is no beginning")
        }
    }

    @Test(arguments: worlds)
    func `an upload that succeeds has arrived whole`(chances: Int, seed: UInt64) async {
        do {
            let sum = try await Client(transport(chances, seed)).upload(
                Probe.sum, Empty(), options
            ) { writer in
                for value in 0..<20 { try await writer.send(.init(value: value)) }
            }
            #expect(sum.count == 190, "seed \(seed)")
        } catch {
            #expect(isExpectedFailure(error), "seed \(seed): \(error)")
        }
    }
}
