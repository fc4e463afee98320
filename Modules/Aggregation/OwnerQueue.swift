/// A binary heap of the samples that cover the current instant; the owner is first.
///
/// Samples that have ended are removed lazily, once they are first.
struct OwnerQueue {
    private var heap: [RankedSample] = []

    var isEmpty: Bool { heap.isEmpty }
    var first: RankedSample? { heap.first }

    mutating func insert(_ sample: RankedSample) {
        heap.append(sample)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeEnded(at now: Int64) {
        while let first = heap.first, first.end <= now { removeFirst() }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while 2 * parent + 1 < heap.count {
            var child = 2 * parent + 1
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
