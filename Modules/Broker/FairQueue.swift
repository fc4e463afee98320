/// Waiting calls of one service, round robin by client, so that a client with many calls does not delay
/// the first call of another.
struct FairQueue {
    private var waiting: [UInt64: [Int]] = [:]
    /// Clients with waiting calls, the next one first.
    private var clientOrder: [UInt64] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ slot: Int, of client: UInt64) {
        if waiting[client, default: []].isEmpty { clientOrder.append(client) }
        waiting[client, default: []].append(slot)
        count += 1
    }

    /// Inserts a call that has waited before at the front of its client's calls.
    mutating func prepend(_ slot: Int, of client: UInt64) {
        if waiting[client, default: []].isEmpty { clientOrder.insert(client, at: 0) }
        waiting[client, default: []].insert(slot, at: 0)
        count += 1
    }

    mutating func popFirst() -> Int? {
        guard let client = clientOrder.first, let slot = waiting[client]?.removeFirst() else {
            return nil
        }
        clientOrder.removeFirst()
        if waiting[client]?.isEmpty ?? true {
            waiting[client] = nil
        } else {
            clientOrder.append(client)
        }
        count -= 1
        return slot
    }

    mutating func remove(_ slot: Int, of client: UInt64) {
        guard let index = waiting[client]?.firstIndex(of: slot) else { return }
        waiting[client]?.remove(at: index)
        count -= 1
        if waiting[client]?.isEmpty ?? true {
            waiting[client] = nil
            clientOrder.removeAll { $0 == client }
        }
    }

    /// The slots of all waiting calls.
    var slots: [Int] { waiting.values.flatMap { $0 } }
}
