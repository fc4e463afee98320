import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerVacations(on router: inout Router) {
        router.handle(Vacations.list) { [self] _, context in
            Vacations.ListResponse(of: try await snapshot(context).book.history.vacations)
        }
        router.handle(Vacations.add) { [self] in try await add($0, $1) }
        router.handle(Vacations.remove) { [self] in try await remove($0, $1) }
    }

    private func add(
        _ request: Vacations.Vacation, _ context: CallContext
    ) async throws -> Vacations.ChangeResponse {
        try await change(Vacations.add.name, request, context) { book, draft, days in
            let new = days.filter { !book.history.vacations.contains($0) }
            let now = now()
            var skips = 0
            for day in new {
                try draft.store(.vacation, day.description, VacationDay())
                for skip in book.history.vacationSkips(on: day) {
                    skips += 1
                    try check(skips: skips, request)
                    try draft.replace(
                        nil,
                        with: Entry(
                            id: Entry.ID(newName()), activity: skip.activity, day: day,
                            outcome: .skipped(reason: vacationSkipReason), slot: skip.slot,
                            source: .vacation, loggedAt: now))
                }
            }
            draft.summary = "mark \(request.text) as a vacation"
            return Vacations.ChangeResponse(days: new, skips: skips)
        }
    }

    private func remove(
        _ request: Vacations.Vacation, _ context: CallContext
    ) async throws -> Vacations.ChangeResponse {
        try await change(Vacations.remove.name, request, context) { book, draft, days in
            let marked = days.filter(book.history.vacations.contains)
            var skips = 0
            for day in marked {
                draft.remove(.vacation, day.description)
                for entry in book.history.vacationEntries(on: day) {
                    skips += 1
                    try check(skips: skips, request)
                    try draft.replace(entry, with: nil)
                }
            }
            draft.summary = "take back the vacation of \(request.text)"
            return Vacations.ChangeResponse(days: marked, skips: skips)
        }
    }

    /// - Throws: RESOURCE_EXHAUSTED when a change would have more skips than memory is for.
    private func check(skips: Int, _ range: Vacations.Vacation) throws(Status) {
        guard skips > Vacations.skipLimit else { return }
        let middle = range.from.advanced(by: range.from.distance(to: range.to) / 2)
        let first = Vacations.Vacation(from: range.from, to: middle)
        throw Status(
            .resourceExhausted,
            "At most \(Vacations.skipLimit) skips can be written or taken away at a time.",
            hint: "Take fewer days at a time, such as \(first.text).")
    }

    private func change(
        _ method: MethodName, _ request: Vacations.Vacation, _ context: CallContext,
        _ plan: (ProfileSnapshot, inout ChangeSet, [CivilDate]) throws -> Vacations.ChangeResponse
    ) async throws -> Vacations.ChangeResponse {
        guard request.from <= request.to else {
            throw Status(
                .invalidArgument,
                "The range ends (\(request.to)) before it begins (\(request.from)).",
                hint: "The earlier day comes first: \(request.to)..\(request.from)")
        }
        let count = request.from.distance(to: request.to) + 1
        guard count <= Vacations.rangeLimitInDays else {
            throw Status(
                .invalidArgument,
                "At most \(Vacations.rangeLimitInDays) days can be marked at a time, and the range has "
                    + "\(count).",
                hint: "Such as: \(request.from).."
                    + "\(request.from.advanced(by: Vacations.rangeLimitInDays - 1))")
        }
        let days = (0..<count).map(request.from.advanced(by:))
        return try await profileSession(context).change(method, request, context) {
            book, draft, _ in
            try book.checkWritable(request.from)
            try book.checkWritable(request.to)
            return try plan(book, &draft, days.filter(book.exists))
        } reply: { _, changed in
            changed
        }
    }
}

extension Vacations.ListResponse {
    /// Days that follow one another are one range.
    fileprivate init(of days: Set<CivilDate>) {
        var ranges: [Vacations.Vacation] = []
        for day in days.sorted() {
            if let last = ranges.last, last.to.advanced(by: 1) == day {
                ranges[ranges.count - 1].to = day
            } else {
                ranges.append(Vacations.Vacation(from: day, to: day))
            }
        }
        self.init(vacations: ranges)
    }
}

extension Vacations.Vacation {
    fileprivate var text: String { from == to ? "\(from)" : "\(from)..\(to)" }
}

/// The document of a vacation day, whose identifier says all.
struct VacationDay: Codable, Hashable, Sendable {}
