/// Waiting calls of one service, by client: each client in its turn gives one, so that nobody's many
/// calls stand before another's first.
struct FairQueue {
    private var waiting: [UInt64: [Int]] = [:]
    /// Clients with calls waiting, the next one first.
    private var clientOrder: [UInt64] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ slot: Int, of client: UInt64) {
        if waiting[client, default: []].isEmpty { clientOrder.append(client) }
        waiting[client, default: []].append(slot)
        count += 1
    }

    /// A call that has waited before goes before its client's others.
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

    /// All that wait.
    var slots: [Int] { waiting.values.flatMap { $0 } }
}
