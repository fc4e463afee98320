import Contracts
import RPC
import Synchronization

/// The queue of fold tasks: waiting slices, leases of workers, and folded metrics that are not stored yet.
///
/// The queue is in memory and is rebuilt from the rows of `dirty` at a start. Committed changes are applied
/// in the order of their commits: a metric that was marked again after it was stored is a new job.
package actor FoldQueue {
    private var jobs: [ProfileMetric: FoldJob] = [:]
    /// Slices in the order of their leases. Slices that no longer wait are skipped.
    private var queue: [(metric: ProfileMetric, days: DaySpan)] = []
    private var leases: [Int64: FoldLease] = [:]
    private var leaseStarts: [Int64: ContinuousClock.Instant] = [:]
    /// Folded metrics that wait to be stored together.
    private var complete: [FoldedMetric] = []
    private var lastNumber: Int64 = 0
    /// Workers that wait for a lease.
    private var idle: [(number: Int64, continuation: CheckedContinuation<FoldLease?, Never>)] = []
    /// Streams that wait for the end of their lease.
    private var watching: [Int64: CheckedContinuation<Void, Never>] = [:]
    private var waiters = FoldWaiters()
    private var isClosed = false
    /// The failures of metrics since they were last stored.
    private var refusals: [ProfileMetric: FoldRefusal] = [:]
    private var retry: Task<Void, Never>?
    private var retryPause = FoldQueue.firstRetryPause
    /// Incremented by every event that can end a wait for folded days.
    var changes: Int { waiters.changes }

    /// A committed change of dirty days.
    private enum Event {
        case marked([DirtyMetric])
        case stored(FoldedMetric)
        case removed(profile: Int64)
    }

    /// Committed and not applied yet, in the order of the commits.
    private let pendingEvents = Mutex<[Event]>([])

    /// Records dirty days. To be called at their commit, before ``applyPendingEvents()``.
    package nonisolated func recordMarked(_ dirty: [DirtyMetric]) {
        guard !dirty.isEmpty else { return }
        pendingEvents.withLock { $0.append(.marked(dirty)) }
    }

    /// Records stored totals. To be called at their commit, before ``applyPendingEvents()``.
    package nonisolated func recordStored(_ folded: FoldedMetric) {
        pendingEvents.withLock { $0.append(.stored(folded)) }
    }

    /// Records that a profile was removed, or is folded by another process from now on. To be called before
    /// ``applyPendingEvents()``.
    package nonisolated func recordRemoved(profile: Int64) {
        pendingEvents.withLock { $0.append(.removed(profile: profile)) }
    }

    /// Applies the recorded events in order.
    package func applyPendingEvents() {
        let events = pendingEvents.withLock { pending in
            defer { pending = [] }
            return pending
        }
        for event in events {
            switch event {
            case .marked(let dirty): add(dirty)
            case .stored(let folded):
                refusals[folded.metric] = nil
                retryPause = Self.firstRetryPause
                if jobs[folded.metric]?.version == folded.version { jobs[folded.metric] = nil }
                waiters.wake()
            case .removed(let profile): discard(profile: profile)
            }
        }
    }

    /// Adds days to fold, the metrics with most samples first.
    private func add(_ dirty: [DirtyMetric]) {
        for entry in dirty.sorted(by: { $0.weight > $1.weight }) {
            var job = jobs[entry.metric] ?? FoldJob(version: entry.version)
            let (invalidated, waiting) = job.add(
                entry.spans, version: entry.version, samples: entry.weight)
            jobs[entry.metric] = job
            complete.removeAll { $0.metric == entry.metric }
            for lease in invalidated { end(lease) }
            queue += waiting.map { (entry.metric, $0) }
        }
        assignLeases()
    }

    /// The slices that wait and are leased, the time since the oldest change that is not folded, and that
    /// of the oldest lease.
    var figures: (waiting: Int, leased: Int, oldestJob: Duration?, oldestLease: Duration?) {
        let now = ContinuousClock.now
        return (
            jobs.values.reduce(0) { $0 + $1.waitingCount }, leases.count,
            jobs.values.map(\.start).min()?.duration(to: now),
            leaseStarts.values.min()?.duration(to: now)
        )
    }

    /// Stops leasing and ends every wait.
    package func close() {
        isClosed = true
        retry?.cancel()
        for worker in idle { worker.continuation.resume(returning: nil) }
        idle = []
        for lease in watching.keys { stopWatching(lease) }
        waiters.wake()
    }

    /// Removes the jobs and leases of a profile that was removed.
    package func remove(profile: Int64) {
        recordRemoved(profile: profile)
        applyPendingEvents()
    }

    private func discard(profile: Int64) {
        for lease in leases.values where lease.metric.profile == profile { end(lease.number) }
        jobs = jobs.filter { $0.key.profile != profile }
        refusals = refusals.filter { $0.key.profile != profile }
        queue.removeAll { $0.metric.profile == profile }
        complete.removeAll { $0.metric.profile == profile }
        waiters.wake()
    }

    /// Waits for a slice to fold and leases it; nil if the task is cancelled or the queue is closed.
    func nextLease() async -> FoldLease? {
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

    /// Returns when the lease has ended or the task is cancelled.
    func waitForEnd(of lease: Int64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard leases[lease] != nil, !isClosed, !Task.isCancelled else {
                    return continuation.resume()
                }
                watching[lease] = continuation
            }
        } onCancel: {
            Task { await self.stopWatching(lease) }
        }
    }

    /// The lease with a number; nil if it has ended.
    func lease(_ number: Int64) -> FoldLease? { leases[number] }

    /// Stores a worker's totals in the job and ends its lease.
    /// - Returns: The progress of the metric.
    /// - Throws: ABORTED if the lease has ended.
    func finish(_ number: Int64, with totals: DayColumns) throws(StorageError) -> Folds.Progress {
        applyPendingEvents()
        guard let lease = leases[number] else { throw .leaseLost }
        end(number)
        jobs[lease.metric]?.finish(lease.days, with: totals)
        enqueueIfComplete(lease.metric)
        // The job is missing if its profile was removed.
        return jobs[lease.metric]?.progress ?? Folds.Progress(done: 0, tasks: 0)
    }

    /// Removes and returns the metrics to store in one transaction. Metrics wait for each other while their
    /// profile is being folded, since storing them separately would rewrite the same pages repeatedly.
    func dequeueComplete() -> [FoldedMetric] {
        let days = complete.reduce(0) { $0 + $1.dayCount }
        let ready =
            days >= Self.waitingDays
            ? complete : complete.filter { !isFolding(profile: $0.metric.profile) }
        let names = Set(ready.map(\.metric))
        complete.removeAll { names.contains($0.metric) }
        return ready
    }

    /// The maximum number of days that wait to be stored.
    private static let waitingDays = 1024

    private func isFolding(profile: Int64) -> Bool {
        leases.values.contains { $0.metric.profile == profile }
            || queue.contains { slice in
                slice.metric.profile == profile && jobs[slice.metric]?.isWaiting(slice.days) == true
            }
    }

    /// Enqueues a metric for storing if all of its slices are folded.
    private func enqueueIfComplete(_ metric: ProfileMetric) {
        guard let job = jobs[metric], let slices = job.foldedSlices else { return }
        complete.removeAll { $0.metric == metric }
        complete.append(FoldedMetric(metric: metric, version: job.version, slices: slices))
    }

    /// Records that totals could not be stored and requeues one slice, whose fold triggers a retry.
    func recordStoreFailure(_ folded: FoldedMetric, _ reason: Status) {
        refusals[folded.metric, default: FoldRefusal()].record(reason)
        guard let days = folded.slices.last?.days else { return }
        requeueSlice(days, of: folded.metric)
    }

    /// Ends a lease whose slice was not folded and requeues the slice. `reason` is nil if unknown.
    /// - Returns: False if the lease had ended already.
    @discardableResult
    func release(_ number: Int64, _ reason: Status? = nil) -> Bool {
        guard let lease = leases[number] else { return false }
        end(number)
        refusals[lease.metric, default: FoldRefusal()].record(reason)
        requeueSlice(lease.days, of: lease.metric)
        return true
    }

    /// The error of a metric of the profile that has parked slices; nil if no metric has any.
    func failure(of profile: Int64) -> StorageError? {
        jobs.first { $0.key.profile == profile && $0.value.hasFailed }.map {
            .cannotFold(metric: $0.key.metric, isFull: refusals[$0.key]?.isDiskFull ?? false)
        }
    }

    /// The failures of metrics that have parked slices.
    package var pending: [ProfileMetric: FoldRefusal] {
        refusals.filter { jobs[$0.key]?.hasFailed == true }
    }

    /// Retries the metrics of a profile that have parked slices; with `isDiskFull` only those that failed
    /// because the disk was full.
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

    /// The exponential backoff between retries of parked slices.
    private static let firstRetryPause = Duration.seconds(1)
    private static let longestRetryPause = Duration.seconds(60)

    private func scheduleRetry() {
        guard retry == nil, !isClosed else { return }
        let pause = retryPause
        retryPause = min(retryPause * 2, Self.longestRetryPause)
        retry = Task { [weak self] in
            // Cancelled when the queue is closed.
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            await self?.retryAll()
        }
    }

    private func retryAll() {
        retry = nil
        retry(jobs.keys.filter { jobs[$0]?.hasFailed == true }, shouldResetFailures: false)
    }

    /// Returns when ``changes`` differs from `known`.
    /// - Throws: `CancellationError`; UNAVAILABLE if the queue is closed; RESOURCE_EXHAUSTED if too many
    ///   callers wait.
    func nextChange(after known: Int) async throws {
        guard !waiters.isFull else {
            throw Status(
                .resourceExhausted,
                "\(FoldWaiters.limit) calls wait for folded days already, which is the limit.",
                hint: "Try again later.")
        }
        lastNumber += 1
        let number = lastNumber
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard changes == known, !isClosed, !Task.isCancelled else {
                    return continuation.resume()
                }
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
            let lease = FoldLease(number: number, metric: metric, days: days, version: job.version)
            leases[number] = lease
            leaseStarts[number] = .now
            idle.removeFirst().continuation.resume(returning: lease)
        }
    }

    private func end(_ lease: Int64) {
        leases[lease] = nil
        leaseStarts[lease] = nil
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
