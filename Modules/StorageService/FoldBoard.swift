import CivilTime
import Contracts

/// Days of one metric that have to be folded again, in pieces that several workers can share.
struct FoldSlice: Hashable, Sendable {
    var profile: Int64
    var metric: String
    /// The row of `dirty` that it is a part of.
    var dirty: Int64
    var from: Int32
    var to: Int32
}

/// Who folds what: slices that wait, slices that are with a worker, and who waits for the end.
///
/// Nothing here is durable: the `dirty` rows are, and a board is made from them.
actor FoldBoard {
    struct Lease: Hashable, Sendable {
        var number: Int64
        var slice: FoldSlice
    }

    private var waiting: [FoldSlice] = []
    private var leased: [Int64: FoldSlice] = [:]
    private var lastNumber: Int64 = 0
    private var idle: [(number: Int64, continuation: CheckedContinuation<Lease?, Never>)] = []
    private var settling: [Int64: CheckedContinuation<Void, Never>] = [:]
    private var parts: [Int64: [Part]] = [:]
    private var remaining: [Int64: Int] = [:]
    private(set) var commits = 0
    private var waiters: [(number: Int64, continuation: CheckedContinuation<Void, Never>)] = []

    private struct Part {
        var slice: FoldSlice
        var totals: DayColumns
        var stamp: Int64
    }

    func add(_ slices: [FoldSlice]) {
        for slice in slices { remaining[slice.dirty, default: 0] += 1 }
        waiting += slices
        handOut()
    }

    /// The next slice, as soon as there is one; nil when the task was cancelled before.
    func lease() async -> Lease? {
        lastNumber += 1
        let number = lastNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: nil) }
                idle.append((number, continuation))
                handOut()
            }
        } onCancel: {
            Task { await self.leave(number) }
        }
    }

    func slice(of lease: Int64) -> FoldSlice? { leased[lease] }

    /// Waits until the lease was settled, one way or the other, or the task is cancelled.
    func settled(_ lease: Int64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard leased[lease] != nil, !Task.isCancelled else { return continuation.resume() }
                settling[lease] = continuation
            }
        } onCancel: {
            Task { await self.wake(lease) }
        }
    }

    /// The slice needs no folding any more.
    func settle(_ lease: Int64) {
        leased[lease] = nil
        wake(lease)
    }

    /// The slice is folded.
    /// - Returns: All days of its dirty row, once the last of its slices is folded. Parts that were
    ///   folded from older samples than this one are folded again first.
    func finish(_ lease: Int64, with totals: DayColumns, stamp: Int64) -> FoldedRange? {
        guard let slice = leased.removeValue(forKey: lease) else { return nil }
        wake(lease)
        let dirty = slice.dirty
        parts[dirty, default: []].append(Part(slice: slice, totals: totals, stamp: stamp))
        guard let done = parts[dirty], done.count == remaining[dirty] else { return nil }
        let outdated = done.filter { $0.stamp < stamp }
        guard outdated.isEmpty else {
            parts[dirty]?.removeAll { $0.stamp < stamp }
            waiting += outdated.map(\.slice)
            handOut()
            return nil
        }
        parts[dirty] = nil
        remaining[dirty] = nil
        let slices = done.map(\.slice)
        return FoldedRange(
            profile: slice.profile, metric: slice.metric, dirty: dirty,
            from: slices.map(\.from).min() ?? slice.from,
            to: slices.map(\.to).max() ?? slice.to, parts: done.map(\.totals))
    }

    /// A dirty row is folded and stored.
    func committed() {
        commits += 1
        for waiter in waiters { waiter.continuation.resume() }
        waiters = []
    }

    /// Returns once there were more commits than `seen`.
    func nextCommit(after seen: Int) async throws {
        lastNumber += 1
        let number = lastNumber
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard commits == seen, !Task.isCancelled else { return continuation.resume() }
                waiters.append((number, continuation))
            }
        } onCancel: {
            Task { await self.stopWaiting(number) }
        }
        try Task.checkCancellation()
    }

    private func stopWaiting(_ number: Int64) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume()
    }

    /// The slice is to be done by somebody else.
    func giveBack(_ lease: Int64) {
        guard let slice = leased.removeValue(forKey: lease) else { return }
        waiting.insert(slice, at: 0)
        wake(lease)
        handOut()
    }

    private func wake(_ lease: Int64) {
        settling.removeValue(forKey: lease)?.resume()
    }

    private func leave(_ number: Int64) {
        guard let index = idle.firstIndex(where: { $0.number == number }) else { return }
        idle.remove(at: index).continuation.resume(returning: nil)
    }

    private func handOut() {
        while !waiting.isEmpty, !idle.isEmpty {
            let lease = Lease(number: idle[0].number, slice: waiting.removeFirst())
            leased[lease.number] = lease.slice
            idle.removeFirst().continuation.resume(returning: lease)
        }
    }
}
