import Broker
import RPC
import Randomness
import Testing

/// Invariants of the broker under random behaviour of clients, workers and the system.
struct BrokerInvariantTests {
    @Test(arguments: 0..<200)
    func `every call ends in one final unless it was cancelled`(seed: UInt64) {
        var chaos = Chaos(seed: seed)
        for _ in 0..<400 { chaos.step() }
        chaos.settle()

        #expect(chaos.faults.isEmpty, "seed \(seed): \(chaos.faults.prefix(3))")
        #expect(chaos.open.isEmpty, "seed \(seed): calls without an end: \(chaos.open.count)")
        #expect(chaos.broker.state.openCalls == 0, "seed \(seed): open calls remain")
        #expect(chaos.broker.state.bufferedBytes == 0, "seed \(seed): buffered bytes remain")
        #expect(chaos.mostBytes <= Chaos.bytesLimit, "seed \(seed): \(chaos.mostBytes) bytes")
    }
}

/// A random sequence of events. Clients are peers from 1, workers from 100.
private struct Chaos {
    struct ClientCall: Hashable {
        let client: UInt64
        let number: Int
    }

    var broker: SimulatedBroker
    /// Calls whose client expects an answer.
    var open: Set<ClientCall> = []
    var faults: [String] = []
    private(set) var mostBytes = 0
    /// Limit for requests and answers together.
    static let bytesLimit = 2 * 30_000
    private var random: SplitMix64
    private var capacities: [UInt64: Int] = [:]
    /// Running calls of each worker, by the id that the broker assigned.
    private var runningCalls: [UInt64: [CallID]] = [:]
    private var ended: Set<ClientCall> = []
    private var lastNumber = 0
    private var lastPeer: UInt64 = 100

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        var limits = BrokerLimits()
        limits.queuedPerService = 8
        limits.openPerClient = 12
        limits.sentBytesPerClient = 20_000
        limits.sentBytes = Self.bytesLimit / 2
        limits.answerBytesPerClient = 20_000
        limits.answerBytes = Self.bytesLimit / 2
        broker = SimulatedBroker(limits)
        if random.happens(oneIn: 2) { broker.expect("s", "t") }
    }

    mutating func step() {
        switch random.below(20) {
        case 0..<7: request()
        case 7..<12: answer()
        case 12, 13: act(.item)
        case 14: cancel()
        case 15: register()
        case 16: if random.happens(oneIn: 3) { disconnectWorker() }
        case 17: if random.happens(oneIn: 6) { disconnectClient() }
        case 18: if random.happens(oneIn: 4) { drain() }
        default: broker.advance(.milliseconds(random.below(400)))
        }
        checkSent()
    }

    /// Answers all calls, removes all workers, and lets all time limits expire.
    mutating func settle() {
        for _ in 0..<2000 where runningCalls.values.contains(where: { !$0.isEmpty }) {
            answer()
            checkSent()
        }
        for worker in runningCalls.keys.sorted() {
            broker.disconnect(worker)
            runningCalls[worker] = nil
            checkSent()
        }
        broker.expect()
        checkSent()
        broker.advance(.seconds(3600))
        checkSent()
    }

    private mutating func request() {
        lastNumber += 1
        let client = UInt64(1 + random.below(4))
        open.insert(ClientCall(client: client, number: lastNumber))
        let route = ["s/M", "t/M", "u/M", "s/M@w101", "broken"][random.below(16) % 5]
        broker.request(
            lastNumber, from: client, route: route, repeatable: random.happens(oneIn: 2),
            timeToLive: random.happens(oneIn: 3) ? UInt32(1 + random.below(900)) : 0,
            bytes: randomByteCount())
        mostBytes = max(mostBytes, broker.state.bufferedBytes)
    }

    /// A size below or above the smallest frame that counts.
    private mutating func randomByteCount() -> Int { [0, 1000, 5000, 9000][random.below(4)] }

    private mutating func answer() {
        guard let (worker, id) = randomRunningCall() else { return }
        runningCalls[worker]?.removeAll { $0 == id }
        broker.send(.final, id, from: worker, bytes: randomByteCount())
        // A repeated final, or one of another worker, has no effect.
        if random.happens(oneIn: 5) { broker.send(.final, id, from: worker) }
        if random.happens(oneIn: 5) { broker.send(.final, id, from: worker + 1000) }
    }

    private mutating func act(_ kind: MessageKind) {
        guard let (worker, id) = randomRunningCall() else { return }
        broker.send(kind, id, from: worker, bytes: randomByteCount())
        mostBytes = max(mostBytes, broker.state.bufferedBytes)
    }

    private mutating func cancel() {
        guard let call = open.sorted(by: { $0.number < $1.number }).randomElement(using: &random)
        else { return }
        open.remove(call)
        ended.insert(call)
        broker.send(.cancel, SimulatedBroker.id(call.number), from: call.client)
    }

    private mutating func register() {
        guard runningCalls.count < 4 else { return }
        lastPeer += 1
        capacities[lastPeer] = 1 + random.below(4)
        runningCalls[lastPeer] = []
        broker.register(
            lastPeer, services: [["s"], ["t"], ["s", "t"]][random.below(3)],
            capacity: capacities[lastPeer] ?? 1)
    }

    private mutating func disconnectWorker() {
        guard let worker = runningCalls.keys.sorted().randomElement(using: &random) else { return }
        runningCalls[worker] = nil
        if random.happens(oneIn: 2) {
            broker.disconnect(worker)
        } else {
            broker.reportEnded("w\(worker)")
        }
    }

    private mutating func disconnectClient() {
        let client = UInt64(1 + random.below(4))
        for call in open where call.client == client { ended.insert(call) }
        open = open.filter { $0.client != client }
        broker.disconnect(client)
    }

    private mutating func drain() {
        guard let worker = runningCalls.keys.sorted().randomElement(using: &random) else { return }
        broker.send(.drain, .none, from: worker)
    }

    private mutating func randomRunningCall() -> (UInt64, CallID)? {
        let all = runningCalls.sorted { $0.key < $1.key }.flatMap { worker, ids in
            ids.map { (worker, $0) }
        }
        return all.randomElement(using: &random)
    }

    /// Applies the messages that the broker sent, and checks the invariants.
    private mutating func checkSent() {
        for sent in broker.removeSent() {
            switch sent.kind {
            case .request:
                guard runningCalls[sent.peer] != nil else { continue }
                runningCalls[sent.peer]?.append(sent.id)
                if runningCalls[sent.peer]?.count ?? 0 > capacities[sent.peer] ?? 0 {
                    faults.append("worker \(sent.peer) exceeds its capacity")
                }
            case .final where sent.peer < 100:
                let call = ClientCall(client: sent.peer, number: Int(sent.id.low))
                if open.remove(call) == nil {
                    faults.append("\(call) was answered \(ended.contains(call) ? "late" : "twice")")
                }
            case .ping: broker.send(.pong, .none, from: sent.peer)
            default: continue
            }
        }
    }
}
