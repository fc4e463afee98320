import Contracts
import HealthMetrics
import RPC

extension MemoryStorage {
    func registerHealthRows(on router: inout Router) {
        router.handle(HealthRows.workouts) { [self] request, context, writer in
            try await writer.send(
                read(context) { profile in
                    try HealthRows.WorkoutPage(
                        profile.health.workouts.filter { request.includes($0.start, $0.end) })
                })
            return Empty()
        }
        router.handle(HealthRows.workout) { [self] request, context in
            try read(context) { profile in
                let workout = profile.health.workouts.first { $0.id == request.id }
                guard let workout else {
                    throw Status(.notFound, "There is no workout \"\(request.id)\".")
                }
                return try HealthRows.WorkoutPage([workout])
            }
        }
        router.handle(HealthRows.correlations) { [self] request, context, writer in
            try await writer.send(
                read(context) { profile in
                    let correlations = profile.health.rows.values.compactMap { row in
                        if case .correlation(let correlation) = row { correlation } else { nil }
                    }
                    return HealthRows.CorrelationPage(
                        correlations: correlations.filter { request.includes($0.start, $0.end) }
                            .sorted { $0.start < $1.start })
                })
            return Empty()
        }
        router.handle(HealthRows.summaries) { [self] _, context, writer in
            try await writer.send(
                read(context) { profile in
                    let summaries = profile.health.rows.values.compactMap { row in
                        if case .activitySummary(let summary) = row { summary } else { nil }
                    }
                    return HealthRows.SummaryPage(summaries: summaries.sorted { $0.day < $1.day })
                })
            return Empty()
        }
    }
}

extension HealthRows.RangeRequest {
    /// True if a row from `start` to `end` is within the range.
    fileprivate func includes(_ start: Int64, _ end: Int64) -> Bool {
        let isInRange = start >= from ?? .min && start < to ?? .max
        guard let lastingFrom else { return isInRange }
        return isInRange && (start >= lastingFrom || end > lastingFrom)
    }
}

extension HealthRows.WorkoutPage {
    fileprivate init(_ workouts: [Workout]) throws {
        self.init(
            ids: workouts.map(\.id), written: try workouts.map { try JSONBody.encode($0) })
    }
}

extension Workout {
    /// The hash of the identity by FNV-1a, as 16 hexadecimal digits.
    fileprivate var id: String {
        let hash = "\(start)\n\(end)\n\(type)\n\(sourceKey)".utf8.reduce(0xcbf2_9ce4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
