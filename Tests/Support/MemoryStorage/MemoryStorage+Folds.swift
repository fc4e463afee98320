import CivilTime
import Contracts
import RPC

extension MemoryStorage {
    func registerFolds(on router: inout Router) {
        router.handle(Folds.work) { [self] _, _, writer in
            for await _ in commits.stream() {
                while let task = lease() { try await perform(task, writer) }
            }
            return Empty()
        }
        router.handle(Folds.chunks) { [self] request, context, writer in
            let page = try read(context) { profile in
                let chunks = profile.health.chunks(of: request.metric).filter {
                    $0.first < request.to && $0.last >= request.from
                }
                let numbers = Set(chunks.map(\.series))
                return Packet(
                    Folds.ChunkPage(
                        series: profile.health.rows(of: request.metric).filter {
                            numbers.contains($0.id)
                        }, order: profile.health.orders[request.metric] ?? []),
                    columns: chunks.columns)
            }
            try await writer.send(page)
            return Empty()
        }
        router.handle(Folds.commit) { [self] request, _ in
            let totals = try DayColumns(columns: request.columns)
            return try write { try $0.commit(request.body, totals) }
        }
        router.handle(Folds.wait) { [self] request, context in
            for await _ in commits.stream() {
                let isFolded = try read(context) { profile in
                    guard request.version <= profile.version else {
                        throw Status(.outOfRange, "The newest version is \(profile.version).")
                    }
                    return profile.health.metrics.values.allSatisfy {
                        $0.dirty == nil || $0.dirtySince > request.version
                    }
                }
                if isFolded { return Folds.VersionResponse(version: request.version) }
            }
            throw CancellationError()
        }
    }

    /// Leases the dirty days of a metric; nil if all are leased.
    private func lease() -> Folds.FoldTask? {
        updateLeases { state in
            for (name, profile) in state.profiles {
                for (key, metric) in profile.health.metrics where metric.lease == nil {
                    guard let days = metric.dirty else { continue }
                    let number = state.nextNumber()
                    state.profiles[name]?.health.metrics[key]?.lease = number
                    return Folds.FoldTask(
                        lease: number, profile: name, metric: key, from: days.span.from,
                        to: days.span.to, stamp: metric.changed, zones: profile.zones)
                }
            }
            return nil
        }
    }

    /// Sends a task and returns when its lease has ended. The lease of a worker that disconnects
    /// ends too.
    private func perform(
        _ task: Folds.FoldTask, _ writer: TypedItemWriter<Folds.FoldTask>
    ) async throws {
        func isLeased() -> Bool {
            read { $0.profiles[task.profile]?.health.metrics[task.metric]?.lease == task.lease }
        }
        defer {
            if isLeased() {
                updateLeases {
                    $0.profiles[task.profile]?.health.metrics[task.metric]?.lease = nil
                }
                commits.send()
            }
        }
        try await writer.send(task)
        for await _ in commits.stream() where !isLeased() { return }
        throw CancellationError()
    }
}

extension MemoryState {
    /// - Throws: ABORTED if the lease has ended.
    fileprivate mutating func commit(
        _ request: Folds.CommitRequest, _ totals: DayColumns
    ) throws -> Folds.Progress {
        for (name, profile) in profiles {
            for (key, metric) in profile.health.metrics where metric.lease == request.lease {
                guard metric.changed == request.stamp else { break }
                profiles[name]?.health.metrics[key]?.finish(with: totals)
                return Folds.Progress(done: 1, tasks: 1)
            }
        }
        throw Status(.aborted, "The lease of the task has ended.")
    }
}
