import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerVacations(on router: inout Router) {
        router.handle(Vacations.list) { [self] _, context in
            Vacations.ListResponse(of: try await snapshot(context).history.vacations)
        }
        router.handle(Vacations.add) { [self] in try await add($0, $1) }
        router.handle(Vacations.remove) { [self] in try await remove($0, $1) }
    }

    private func add(
        _ request: Vacations.Vacation, _ context: CallContext
    ) async throws -> Vacations.ChangeResponse {
        try await change(Vacations.add.name, request, context) { snapshot, changeSet, days in
            let new = days.filter { !snapshot.history.vacations.contains($0) }
            let now = now()
            var skips = 0
            for day in new {
                try changeSet.store(.vacation, day.description, VacationDay())
                for skip in snapshot.history.vacationSkips(on: day) {
                    skips += 1
                    try checkLimit(ofSkips: skips, in: request)
                    try changeSet.insert(
                        Entry(
                            id: Entry.ID(RandomIdentifier.next()), activity: skip.activity,
                            day: day,
                            outcome: .skipped(reason: vacationSkipReason), slot: skip.slot,
                            source: .vacation, loggedAt: now))
                }
            }
            changeSet.summary = "mark \(request.text) as a vacation"
            return Vacations.ChangeResponse(days: new, skips: skips)
        }
    }

    private func remove(
        _ request: Vacations.Vacation, _ context: CallContext
    ) async throws -> Vacations.ChangeResponse {
        try await change(Vacations.remove.name, request, context) { snapshot, changeSet, days in
            let marked = days.filter(snapshot.history.vacations.contains)
            var skips = 0
            for day in marked {
                changeSet.remove(.vacation, day.description)
                for entry in snapshot.history.vacationEntries(on: day) {
                    skips += 1
                    try checkLimit(ofSkips: skips, in: request)
                    changeSet.remove(entry)
                }
            }
            changeSet.summary = "remove the vacation of \(request.text)"
            return Vacations.ChangeResponse(days: marked, skips: skips)
        }
    }

    /// - Throws: RESOURCE_EXHAUSTED if the change has too many skips.
    private func checkLimit(ofSkips skips: Int, in range: Vacations.Vacation) throws(Status) {
        guard skips > Vacations.skipLimit else { return }
        let middle = range.from.advanced(by: range.from.distance(to: range.to) / 2)
        let first = Vacations.Vacation(from: range.from, to: middle)
        throw Status(
            .resourceExhausted,
            "The vacation \(range.text) has more than \(Vacations.skipLimit) skips, the limit of one change.",
            hint: "Use fewer days at a time, such as \(first.text).")
    }

    /// Changes the vacation of the days of a range that exist in the profile's zone. `plan` gets these days.
    private func change(
        _ method: MethodName, _ request: Vacations.Vacation, _ context: CallContext,
        _ plan: (ProfileSnapshot, inout ChangeSet, [CivilDate]) throws -> Vacations.ChangeResponse
    ) async throws -> Vacations.ChangeResponse {
        guard request.from <= request.to else {
            throw Status(
                .invalidArgument,
                "The range \(request.text) is empty: the start is after the end.",
                hint: "Use \(request.to)..\(request.from).")
        }
        let count = request.from.distance(to: request.to) + 1
        guard count <= Vacations.rangeLimitInDays else {
            throw Status(
                .invalidArgument,
                "The range \(request.text) has \(count) days: at most \(Vacations.rangeLimitInDays) can be marked "
                    + "at a time.",
                hint: "For example: \(request.from).."
                    + "\(request.from.advanced(by: Vacations.rangeLimitInDays - 1))")
        }
        let days = (0..<count).map(request.from.advanced(by:))
        return try await profileSession(context).change(method, request, context) {
            snapshot, changeSet, _ in
            try snapshot.checkWritable(request.from)
            try snapshot.checkWritable(request.to)
            return try plan(snapshot, &changeSet, days.filter(snapshot.exists))
        } response: { _, changed in
            changed
        }
    }
}

extension Vacations.ListResponse {
    /// Merges consecutive days into ranges.
    fileprivate init(of days: Set<CivilDate>) {
        self.init(
            vacations: days.runs.map {
                Vacations.Vacation(from: $0.lowerBound, to: $0.upperBound)
            })
    }
}

extension Vacations.Vacation {
    fileprivate var text: String { from == to ? "\(from)" : "\(from)..\(to)" }
}

/// The document of a vacation day. The day is the document's identifier.
struct VacationDay: Codable, Hashable, Sendable {}
