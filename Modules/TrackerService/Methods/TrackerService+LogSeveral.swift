import CivilTime
import Contracts
import NaturalInput
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerLogSeveral(on router: inout Router) {
        router.handle(Journal.logSeveral) { [self] in try await logSeveral($0, $1) }
    }

    private func logSeveral(
        _ request: Journal.LogSeveralRequest, _ context: CallContext
    ) async throws -> Journal.LogSeveralResponse {
        guard (1...Journal.lineLimit).contains(request.lines.count) else {
            throw Status(
                .invalidArgument,
                "The request has \(request.lines.count) lines, not 1 to \(Journal.lineLimit).",
                hint: "Write the name of an activity, or use several requests.")
        }
        let now = now()
        return try await profileSession(context).change(
            Journal.logSeveral.name, request, context
        ) { snapshot, changeSet, _ in
            var batch = EntryBatch(snapshot, now: now, isFutureAllowed: request.future == true)
            for line in request.lines {
                do {
                    try batch.plan(line, by: self, &changeSet)
                } catch let status as Status {
                    throw line.located(status)
                }
            }
            changeSet.summary = batch.summary
            return batch
        } response: { snapshot, batch in
            Journal.LogSeveralResponse(
                logged: try batch.entries.map { try snapshot.logged($0, asOf: batch.today) },
                omitted: batch.omitted.isEmpty ? nil : batch.omitted)
        }
    }
}

/// The entries that the lines of one request result in.
private struct EntryBatch {
    /// The snapshot with the entries of the earlier lines.
    private var snapshot: ProfileSnapshot
    private let now: Int64
    private let isFutureAllowed: Bool
    let today: CivilDate
    private(set) var entries: [Entry] = []
    private(set) var omitted: [Journal.OmittedDay] = []
    private var names: [String] = []

    init(_ snapshot: ProfileSnapshot, now: Int64, isFutureAllowed: Bool) {
        self.snapshot = snapshot
        self.now = now
        self.isFutureAllowed = isFutureAllowed
        today = snapshot.today(now: now)
    }

    /// The summary of the step, such as "log Floss, Vitamins".
    var summary: String {
        names.count <= 3 && entries.count == names.count
            ? "log \(names.joined(separator: ", "))"
            : "log \(entries.count) \(entries.count == 1 ? "entry" : "entries")"
    }

    mutating func plan(
        _ line: Journal.LogLine, by service: TrackerService, _ changeSet: inout ChangeSet
    ) throws {
        let range = try line.on.map { text in
            try snapshot.days(text, today: today, .past, in: "on")
        }
        for request in try snapshot.logRequests(line) {
            let activity = try snapshot.activity(request.activity)
            names.append(activity.name)
            guard let range, range.lowerBound < range.upperBound else {
                try add(request, activity, range?.lowerBound ?? today, service, &changeSet)
                continue
            }
            try add(request, activity, range, service, &changeSet)
        }
    }

    /// Logs an activity on its due and optional days of a range.
    private mutating func add(
        _ request: Journal.LogRequest, _ activity: Activity, _ range: ClosedRange<CivilDate>,
        _ service: TrackerService, _ changeSet: inout ChangeSet
    ) throws {
        guard range.lowerBound.distance(to: range.upperBound) < Journal.lineLimit else {
            throw Status(
                .invalidArgument,
                "The range \(range.lowerBound)..\(range.upperBound) is longer than "
                    + "\(Journal.lineLimit) days.", hint: "Log fewer days at a time.")
        }
        let before = entries.count
        for day in range where snapshot.exists(day) {
            if let reason = snapshot.omission(of: activity, on: day) {
                omitted.append(
                    Journal.OmittedDay(activity: activity.name, date: day, reason: reason))
            } else {
                try add(request, activity, day, service, &changeSet)
            }
        }
        guard entries.count > before else {
            throw Status(
                .failedPrecondition,
                "\"\(activity.name)\" is not due on any day of "
                    + "\(range.lowerBound)..\(range.upperBound).",
                hint: "Show the reason with: dayline explain \(quoted(activity.name)) --on "
                    + "\(range.upperBound)")
        }
    }

    private mutating func add(
        _ request: Journal.LogRequest, _ activity: Activity, _ day: CivilDate,
        _ service: TrackerService, _ changeSet: inout ChangeSet
    ) throws {
        guard entries.count < Journal.lineLimit else {
            throw Status(
                .invalidArgument, "The request has more than \(Journal.lineLimit) entries.",
                hint: "Use several requests.")
        }
        let planned = try service.plannedEntry(
            of: activity, on: day, isFutureAllowed: isFutureAllowed, snapshot, now: now
        ) {
            try service.planLog(request, $0, $1, $2, $3)
        }
        try changeSet.replace(planned.replaced, of: snapshot, with: planned.entry)
        snapshot.replaceEntries(planned.replaced, with: planned.entry)
        entries.append(planned.entry)
    }
}

extension ProfileSnapshot {
    /// The requests of a line, without their day.
    fileprivate func logRequests(_ line: Journal.LogLine) throws -> [Journal.LogRequest] {
        guard let first = line.words.first else {
            throw Status(
                .invalidArgument, "The line has no name of an activity.",
                hint: "For example: dayline log Water 250")
        }
        func request(_ name: String, _ value: String?) -> Journal.LogRequest {
            Journal.LogRequest(
                activity: name, value: value.map(InputValue.text), slot: line.slot,
                note: line.note, mood: line.mood, place: line.place)
        }
        let rest = line.words.dropFirst()
        guard let second = rest.first else { return [request(first, nil)] }
        if try Amount.isWritten(in: second) || activity(first).takesText {
            return [request(first, rest.joined(separator: " "))]
        }
        var names: [Activity.ID: String] = [:]
        for word in line.words {
            let activity = try activityOrAmount(word)
            if let other = names.updateValue(word, forKey: activity.id) {
                throw Status(
                    .invalidArgument,
                    "\"\(other)\" and \"\(word)\" are both \"\(activity.name)\".",
                    hint: "Log it once with: dayline log \(quoted(activity.name))")
            }
        }
        return line.words.map { request($0, nil) }
    }

    /// The activity of a word that is not an amount.
    /// - Throws: INVALID_ARGUMENT for a word that begins like an amount and names no activity.
    private func activityOrAmount(_ word: String) throws -> Activity {
        do {
            return try activity(word)
        } catch let status as Status where status.code == .notFound {
            guard word.first.map({ "0"..."9" ~= $0 || "+-.,".contains($0) }) == true else {
                throw status
            }
            throw Status(
                .invalidArgument,
                "\"\(word)\" is neither an amount nor the name of an activity.",
                hint: "Amounts are written as: 250, 250ml, 1.75 l, 1,5, 1h30, 90 min.")
        }
    }

    /// The reason why an activity is not logged on a day of a range; nil if it is due or optional.
    fileprivate func omission(
        of activity: Activity, on day: CivilDate
    ) -> Journal.OmittedDay.Reason? {
        if day < activity.created { return .notCreatedYet }
        if !activity.isAvailable(on: day) { return .paused }
        if history.vacations.contains(day) { return .vacation }
        let isOptional = history.occurrenceState(of: activity, on: day) == .optional
        return isOptional || history.isShown(activity, on: day) ? nil : .notDue
    }
}

extension Activity {
    /// True if the activity takes an answer or a note.
    fileprivate var takesText: Bool {
        switch configuration.kind {
        case .answer, .metric(.notes): true
        default: false
        }
    }
}

extension Journal.LogLine {
    /// An error with the number of the line, if the line has one.
    fileprivate func located(_ status: Status) -> Status {
        guard let number else { return status }
        return Status(status.code, "Line \(number): \(status.message)", hint: status.hint)
    }
}
