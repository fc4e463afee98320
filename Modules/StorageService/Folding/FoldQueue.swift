import Contracts
import RPC
import Synchronization

/// Who folds what: slices that wait, those that workers have, and those that are folded but cannot be
/// shown before the rest of their metric.
///
/// Nothing here is durable: the rows of `dirty` are, and the board is made from them. What was
/// committed is taken in in the order of the commits: a metric that was marked again after it was
/// stored is another job than the one that was stored.
actor FoldQueue {
    struct Lease: Hashable, Sendable {
        var number: Int64
        var metric: ProfileMetric
        var days: DaySpan
        /// The version of the samples, as far as the board knows.
        var version: Int64
    }

    private var jobs: [ProfileMetric: FoldJob] = [:]
    /// Slices to give out next; those that do not wait any more are passed over.
    private var queue: [(metric: ProfileMetric, days: DaySpan)] = []
    private var leases: [Int64: Lease] = [:]
    /// Metrics that are folded and wait to be stored together with others.
    private var complete: [FoldedMetric] = []
    private var lastNumber: Int64 = 0
    /// Workers without a task.
    private var idle: [(number: Int64, continuation: CheckedContinuation<Lease?, Never>)] = []
    /// Streams that wait for the end of the lease they gave out.
    private var watching: [Int64: CheckedContinuation<Void, Never>] = [:]
    private var waiters = FoldWaiters()
    private var isClosed = false
    /// Metrics whose last attempt failed.
    private var refusals: [ProfileMetric: FoldRefusal] = [:]
    private var retry: Task<Void, Never>?
    private var retryPause = FoldQueue.firstRetryPause
    /// Counts what could end a wait for folded days.
    var changes: Int { waiters.changes }

    /// What became of days.
    private enum Event {
        case marked([DirtyMetric])
        case stored(FoldedMetric)
    }

    /// Committed and not taken in yet, in the order of the commits.
    private let pendingEvents = Mutex<[Event]>([])

    /// Days were marked to be folded; to be called as they are committed, before ``applyPendingEvents()``.
    nonisolated func recordMarked(_ dirty: [DirtyMetric]) {
        guard !dirty.isEmpty else { return }
        pendingEvents.withLock { $0.append(.marked(dirty)) }
    }

    /// What was folded is stored; to be called as it is committed, before ``applyPendingEvents()``.
    nonisolated func recordStored(_ folded: FoldedMetric) {
        pendingEvents.withLock { $0.append(.stored(folded)) }
    }

    /// Takes in what was committed.
    func applyPendingEvents() {
        let all = pendingEvents.withLock { news in
            defer { news = [] }
            return news
        }
        for news in all {
            switch news {
            case .marked(let dirty): add(dirty)
            case .stored(let folded):
                refusals[folded.metric] = nil
                retryPause = Self.firstRetryPause
                if jobs[folded.metric]?.version == folded.version { jobs[folded.metric] = nil }
                waiters.wake()
            }
        }
    }

    /// Adds days to fold, the metrics with most samples first.
    private func add(_ dirty: [DirtyMetric]) {
        for entry in dirty.sorted(by: { $0.weight > $1.weight }) {
            var job = jobs[entry.metric] ?? FoldJob(version: entry.version)
            let (void, waiting) = job.add(
                entry.spans, version: entry.version, samples: entry.weight)
            jobs[entry.metric] = job
            complete.removeAll { $0.metric == entry.metric }
            for lease in void { end(lease) }
            queue += waiting.map { (entry.metric, $0) }
        }
        assignLeases()
    }

    /// Gives out nothing any more, and ends every wait.
    func close() {
        isClosed = true
        retry?.cancel()
        for worker in idle { worker.continuation.resume(returning: nil) }
        idle = []
        for lease in watching.keys { stopWatching(lease) }
        waiters.wake()
    }

    /// Forgets a profile that is gone.
    func remove(profile: Int64) {
        applyPendingEvents()
        for lease in leases.values where lease.metric.profile == profile { end(lease.number) }
        jobs = jobs.filter { $0.key.profile != profile }
        refusals = refusals.filter { $0.key.profile != profile }
        queue.removeAll { $0.metric.profile == profile }
        complete.removeAll { $0.metric.profile == profile }
        waiters.wake()
    }

    /// The next slice, as soon as there is one; nil when the task was cancelled before, or the board
    /// was closed.
    func lease() async -> Lease? {
        lastNumber += 1
        let number = lastNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled, !isClosed else {
                    return continuation.resume(returning: nil)
                }
                idle.append((number, continuation))
                assignLeases()
            }
        } onCancel: {
            Task { await self.cancelIdle(number) }
        }
    }

    /// Returns when the lease has ended, one way or the other, or the task is cancelled.
    func waitForEnd(of lease: Int64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard leases[lease] != nil, !Task.isCancelled else { return continuation.resume() }
                watching[lease] = continuation
            }
        } onCancel: {
            Task { await self.stopWatching(lease) }
        }
    }

    /// The lease, while it is held.
    func lease(_ number: Int64) -> Lease? { leases[number] }

    /// Takes in what a worker folded, and ends its lease.
    /// - Returns: How far the metric is.
    /// - Throws: ABORTED when the lease is not held any more.
    func finish(_ number: Int64, with totals: DayColumns) throws(StorageError) -> Folds.Progress {
        applyPendingEvents()
        guard let lease = leases[number] else { throw .leaseLost }
        end(number)
        jobs[lease.metric]?.finish(lease.days, with: totals)
        enqueueIfComplete(lease.metric)
        // A profile that is gone has nothing left to do.
        return jobs[lease.metric]?.progress ?? Folds.Progress(done: 0, tasks: 0)
    }

    /// Metrics to be stored now, in one transaction. A few days of each of many metrics would change the
    /// same pages again and again, so they wait for each other while more of their profile is folded.
    func dequeueComplete() -> [FoldedMetric] {
        let days = complete.reduce(0) { $0 + $1.dayCount }
        let ready =
            days >= Self.waitingDays
            ? complete : complete.filter { !isFolding(profile: $0.metric.profile) }
        let names = Set(ready.map(\.metric))
        complete.removeAll { names.contains($0.metric) }
        return ready
    }

    /// Days that may wait to be stored.
    private static let waitingDays = 1024

    private func isFolding(profile: Int64) -> Bool {
        leases.values.contains { $0.metric.profile == profile }
            || queue.contains { slice in
                slice.metric.profile == profile && jobs[slice.metric]?.isWaiting(slice.days) == true
            }
    }

    /// Has a metric wait to be stored, if every slice of it is folded.
    private func enqueueIfComplete(_ metric: ProfileMetric) {
        guard let job = jobs[metric], let parts = job.foldedSlices else { return }
        complete.removeAll { $0.metric == metric }
        complete.append(FoldedMetric(metric: metric, version: job.version, slices: parts))
    }

    /// What was folded could not be stored: one slice is folded again, so that somebody tries again.
    func recordStoreFailure(_ lost: FoldedMetric, _ reason: Status) {
        refusals[lost.metric, default: FoldRefusal()].record(reason)
        guard let days = lost.slices.last?.days else { return }
        requeueSlice(days, of: lost.metric)
    }

    /// The slice is to be done by somebody else; `reason`: why it was not, if that is known.
    /// - Returns: False when the lease is not held any more, and nothing was done.
    @discardableResult
    func release(_ number: Int64, _ reason: Status? = nil) -> Bool {
        guard let lease = leases[number] else { return false }
        end(number)
        refusals[lease.metric, default: FoldRefusal()].record(reason)
        requeueSlice(lease.days, of: lease.metric)
        return true
    }

    /// Why days of the profile are not folded any more; nil where all are or will be.
    func failure(of profile: Int64) -> StorageError? {
        jobs.first { $0.key.profile == profile && $0.value.hasFailed }.map {
            .cannotFold(metric: $0.key.metric, isFull: refusals[$0.key]?.isDiskFull ?? false)
        }
    }

    /// What could not be folded so far, by metric.
    var pending: [ProfileMetric: FoldRefusal] {
        refusals.filter { jobs[$0.key]?.hasFailed == true }
    }

    /// Has the metrics of a profile tried again that were given up; those that found no room on the disk,
    /// or all.
    func retry(profile: Int64, isDiskFull: Bool) {
        let metrics = jobs.keys.filter { metric in
            metric.profile == profile && jobs[metric]?.hasFailed == true
                && (!isDiskFull || refusals[metric]?.isDiskFull == true)
        }
        retry(metrics, shouldResetFailures: true)
    }

    private func retry(_ metrics: [ProfileMetric], shouldResetFailures: Bool) {
        for metric in metrics {
            queue += (jobs[metric]?.retry(shouldResetFailures: shouldResetFailures) ?? []).map {
                (metric, $0)
            }
        }
        assignLeases()
    }

    /// Between two attempts at what was given up; each pause is twice the one before.
    private static let firstRetryPause = Duration.seconds(1)
    private static let longestRetryPause = Duration.seconds(60)

    private func scheduleRetry() {
        guard retry == nil, !isClosed else { return }
        let pause = retryPause
        retryPause = min(retryPause * 2, Self.longestRetryPause)
        retry = Task { [weak self] in
            // Cancelled when the board is closed.
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            await self?.retryAll()
        }
    }

    private func retryAll() {
        retry = nil
        retry(jobs.keys.filter { jobs[$0]?.hasFailed == true }, shouldResetFailures: false)
    }

    /// Returns once more has happened than `seen`.
    /// - Throws: When the task is cancelled; UNAVAILABLE when the board was closed;
    ///   RESOURCE_EXHAUSTED when too many wait.
    func nextChange(after seen: Int) async throws {
        guard !waiters.isFull else {
            throw Status(.resourceExhausted, "Too many wait for days to be folded.")
        }
        lastNumber += 1
        let number = lastNumber
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard changes == seen, !Task.isCancelled else { return continuation.resume() }
                waiters.add(number, continuation)
            }
        } onCancel: {
            Task { await self.stopWaiting(number) }
        }
        try Task.checkCancellation()
        if isClosed { throw Status(.unavailable, "The storage worker is stopping.") }
    }

    private func requeueSlice(_ days: DaySpan, of metric: ProfileMetric) {
        if jobs[metric]?.release(days) == true {
            queue.insert((metric, days), at: 0)
            assignLeases()
        } else {
            waiters.wake()
            if jobs[metric] != nil { scheduleRetry() }
        }
    }

    private func assignLeases() {
        while !idle.isEmpty, !queue.isEmpty {
            let (metric, days) = queue.removeFirst()
            let number = idle[0].number
            guard jobs[metric]?.lease(days, as: number) == true, let job = jobs[metric] else {
                continue
            }
            let lease = Lease(number: number, metric: metric, days: days, version: job.version)
            leases[number] = lease
            idle.removeFirst().continuation.resume(returning: lease)
        }
    }

    private func end(_ lease: Int64) {
        leases[lease] = nil
        stopWatching(lease)
    }

    private func stopWatching(_ lease: Int64) {
        watching.removeValue(forKey: lease)?.resume()
    }

    private func cancelIdle(_ number: Int64) {
        guard let index = idle.firstIndex(where: { $0.number == number }) else { return }
        idle.remove(at: index).continuation.resume(returning: nil)
    }

    private func stopWaiting(_ number: Int64) { waiters.cancel(number) }
}
