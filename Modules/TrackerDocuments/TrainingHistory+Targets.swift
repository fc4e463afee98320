extension TrainingHistory {
    /// The reached share of a cardio session's targets, 0 to 1: the mean over the exercises of its plan
    /// day;
    /// nil if no plan day requires cardio.
    package func shareOfTarget(of session: Session) -> Double? {
        let planned =
            plans.lazy.flatMap(\.days).first { $0.id == session.planDay }?.exercises
            .filter { $0.sets == nil } ?? []
        guard !planned.isEmpty else { return nil }
        let sum = planned.reduce(0) { $0 + share(of: $1, in: session) }
        return sum / Double(planned.count)
    }

    /// The reached share of an exercise's distance target, or else of its time target. Without a target any
    /// log counts as 1.
    private func share(of planned: PlannedExercise, in session: Session) -> Double {
        let logs = session.cardio.filter { $0.exercise == planned.id }
        func share(_ target: Double?, _ done: (CardioEntry) -> Double?) -> Double? {
            guard let target, target > 0 else { return nil }
            return min(logs.reduce(0) { $0 + max(done($1) ?? 0, 0) } / target, 1)
        }
        return share(planned.distance, \.distance) ?? share(planned.seconds, \.seconds)
            ?? (logs.isEmpty ? 0 : 1)
    }
}
