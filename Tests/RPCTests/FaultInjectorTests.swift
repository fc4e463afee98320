import BusTestKit
import RPC
import Synchronization
import Testing

/// Lost, delayed and repeated messages: every call ends, and every answer is correct.
@Suite(.timeLimit(.minutes(1)))
struct FaultInjectorTests {
    private static let all: [FaultInjector.Probabilities] = [
        .init(drop: 8), .init(delay: 3), .init(duplicate: 3),
        .init(drop: 12, delay: 6, duplicate: 6),
    ]
    private static let combinations = all.indices.flatMap { probabilities in
        (0..<12).map { (probabilities, UInt64($0)) }
    }

    private func transport(_ probabilities: Int, _ seed: UInt64) -> InProcessTransport {
        InProcessTransport(
            router: Router([Probe()]),
            filter: FaultInjector(Self.all[probabilities], seed: seed).messageFilter)
    }

    private var options: CallOptions {
        CallOptions(deadline: .after(.milliseconds(150)), window: 3)
    }

    /// True for the codes that a call may fail with because of injected faults.
    private func isExpectedFailure(_ error: any Error) -> Bool {
        [.deadlineExceeded, .dataLoss, .cancelled].contains(Status(describing: error).code)
    }

    @Test(arguments: combinations)
    func `a call returns the correct answer or fails`(probabilities: Int, seed: UInt64) async {
        let client = Client(transport(probabilities, seed))
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

    @Test(arguments: combinations)
    func `a stream that succeeds has every item once and in order`(
        probabilities: Int, seed: UInt64
    ) async {
        let received = Mutex<[Int]>([])
        do {
            _ = try await Client(transport(probabilities, seed)).stream(
                Probe.count, .init(count: 20), options
            ) { item in
                received.withLock { $0.append(item.value) }
            }
            #expect(received.withLock { $0 } == Array(0..<20), "seed \(seed)")
        } catch {
            #expect(isExpectedFailure(error), "seed \(seed): \(error)")
            #expect(
                received.withLock { $0 == Array(0..<$0.count) },
                "seed \(seed): the received items are not a prefix")
        }
    }

    @Test(arguments: combinations)
    func `an upload that succeeds has arrived completely`(probabilities: Int, seed: UInt64) async {
        do {
            let sum = try await Client(transport(probabilities, seed)).upload(
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
