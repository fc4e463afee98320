import CivilTime
import Contracts
import RPC
import ResponseCaching
import Tracker
import TrackerRules

extension TrackerService {
    func registerJournal(on router: inout Router) {
        router.handleCached(Journal.today, in: responses) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            return snapshot.agenda(on: today)
        }
        router.handleCached(Journal.day, in: responses) { [self] request, context in
            let now = now()
            let snapshot = try await snapshot(context)
            return snapshot.day(try snapshot.today(request.on, now: now), now: now)
        }
        router.handle(Journal.explain) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let activity = try snapshot.activity(request.activity)
            let explanation = snapshot.history.explanation(of: activity, on: today)
            return Journal.ExplainResponse(
                name: activity.name, date: today, verdict: explanation.verdict.rawValue,
                steps: explanation.steps.map {
                    Journal.Rule(rule: $0.rule, holds: $0.holds, detail: $0.detail)
                })
        }
        router.handle(Journal.log, isShort: true) { [self] in try await log($0, $1) }
        router.handle(Journal.skip, isShort: true) { [self] in try await skip($0, $1) }
        router.handle(Journal.undo) { [self] in try await undoOrRedo(.undo, $0, $1) }
        router.handle(Journal.redo) { [self] in try await undoOrRedo(.redo, $0, $1) }
    }

    /// Undoes or redoes the last step, which storage does by itself unless it is the correction of
    /// a sample. Then runs health sync.
    private func undoOrRedo(
        _ direction: TrackerRecords.UndoDirection, _ request: Journal.StepRequest,
        _ context: CallContext
    ) async throws -> Journal.StepResponse {
        var step = Journal.StepResponse(
            try await applyUndoOrRedo(
                TrackerRecords.UndoRequest(direction: direction, step: request.step), context))
        step.problem = await resyncProblem(context)
        return step
    }

    private func applyUndoOrRedo(
        _ request: TrackerRecords.UndoRequest, _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        let options = context.forwardingOptionsWithKey
        let next = try await client.call(TrackerRecords.nextStep, request, options)
        if next.sample != nil { return try await client.call(SampleEdits.revert, request, options) }
        return try await profileSession(context).undoOrRedo(
            request.direction == .undo ? TrackerRecords.undo : TrackerRecords.redo,
            expected: request.step, context)
    }

    private func log(
        _ request: Journal.LogRequest, _ context: CallContext
    ) async throws -> Journal.LogResponse {
        try await record(
            Journal.log.name, request, of: request.activity, on: request.on,
            isFutureAllowed: request.future ?? false, context
        ) { snapshot, activity, logDay, now in
            try planLog(request, snapshot, activity, logDay, now)
        }
    }

    /// The completion of an activity on a day, with the entries that it replaces.
    func planLog(
        _ request: Journal.LogRequest, _ snapshot: ProfileSnapshot, _ activity: Activity,
        _ logDay: CivilDate, _ now: Int64
    ) throws -> PlannedEntry {
        let plan = try snapshot.history.planCompletion(
            of: activity, on: logDay, slot: request.slot)
        let parsed = try ParsedValue(
            request, for: activity, on: plan.day, history: snapshot.history)
        var entry = Entry(
            id: Entry.ID(RandomIdentifier.next()), activity: activity.id, day: plan.day,
            outcome: .completed(value: parsed.value), slot: plan.slot, note: parsed.note,
            photos: request.photos ?? [:], answer: parsed.answer,
            mood: try checkedMood(request.mood), place: try checkedPlace(request.place),
            entered: parsed.entered, loggedAt: now)
        if activity.configuration(on: plan.day).kind == .checkbox {
            let before = snapshot.history.entries(of: activity.id, on: plan.day)
            entry.fillDetails(
                from: before.last {
                    plan.replacedEntries.contains($0.id) && $0.outcome.isCompleted
                })
        }
        return PlannedEntry(
            entry: entry, replaced: plan.replacedEntries,
            summary: "log \(activity.name)\(parsed.summary)")
    }

    private func skip(
        _ request: Journal.SkipRequest, _ context: CallContext
    ) async throws -> Journal.LogResponse {
        try await record(
            Journal.skip.name, request, of: request.activity, on: request.on,
            isFutureAllowed: request.future ?? false, context
        ) { snapshot, activity, logDay, now in
            let plan = try snapshot.history.planSkip(of: activity, on: logDay, slot: request.slot)
            let entry = Entry(
                id: Entry.ID(RandomIdentifier.next()), activity: activity.id, day: plan.day,
                outcome: .skipped(reason: request.reason), slot: plan.slot, loggedAt: now)
            return PlannedEntry(
                entry: entry, replaced: plan.replacedEntries, summary: "skip \(activity.name)")
        }
    }

    /// An entry with the entries that it replaces and the start of the summary.
    struct PlannedEntry {
        var entry: Entry
        var replaced: [Entry.ID]
        var summary: String
    }

    typealias EntryPlanning = (ProfileSnapshot, Activity, CivilDate, Int64) throws -> PlannedEntry

    /// The entry that `plan` returns for an activity and a day, once both are checked.
    func plannedEntry(
        of activity: Activity, on day: CivilDate, isFutureAllowed: Bool,
        _ snapshot: ProfileSnapshot, now: Int64, _ plan: EntryPlanning
    ) throws -> PlannedEntry {
        if !isFutureAllowed { try snapshot.checkNotFuture(day, for: activity, now: now) }
        try activity.checkAvailable(on: day)
        let planned: PlannedEntry
        do {
            planned = try plan(snapshot, activity, day, now)
        } catch let refusal as EntryPlanError {
            throw snapshot.status(of: refusal, for: activity)
        }
        try planned.entry.checkTexts()
        return planned
    }

    /// Writes the entry that `plan` returns for an activity and a day.
    private func record(
        _ method: MethodName, _ request: some Encodable, of typed: String, on day: CivilDate?,
        isFutureAllowed: Bool, _ context: CallContext, _ plan: EntryPlanning
    ) async throws -> Journal.LogResponse {
        let now = now()
        return try await profileSession(context).change(method, request, context) {
            snapshot, changeSet, _ in
            let logDay = try snapshot.writableDay(day, now: now)
            let activity = try snapshot.activity(typed)
            let planned = try plannedEntry(
                of: activity, on: logDay, isFutureAllowed: isFutureAllowed, snapshot, now: now,
                plan)
            let entry = planned.entry
            let earlier = snapshot.history.entries(of: entry.activity, on: entry.day)
                .last { planned.replaced.contains($0.id) }
            try changeSet.replace(planned.replaced, of: snapshot, with: entry)
            changeSet.summary = "\(planned.summary) on \(entry.day)"
            return (entry: entry, logDay: logDay, earlier: earlier)
        } response: { snapshot, planned in
            var logged = try snapshot.logged(planned.entry, asOf: planned.logDay)
            logged.replaced = planned.earlier.flatMap {
                $0.hasValueOrAnswer ? snapshot.item($0) : nil
            }
            return logged
        }
    }
}

extension Entry {
    /// True if the entry is a completion with a number or an answer.
    fileprivate var hasValueOrAnswer: Bool { outcome.value != nil || answer != nil }

    /// Copies the details of a replaced tick that the new one does not set.
    fileprivate mutating func fillDetails(from before: Entry?) {
        guard let before else { return }
        note = note ?? before.note
        if photos.isEmpty { photos = before.photos }
        mood = mood ?? before.mood
        place = place ?? before.place
    }
}

/// - Throws: INVALID_ARGUMENT for a number out of range.
func checkedMood(_ mood: Int?) throws(Status) -> Int? {
    guard mood.map(moods.contains) ?? true else {
        throw Status(
            .invalidArgument,
            "A mood is a number from \(moods.lowerBound), bad, to \(moods.upperBound), good, not "
                + "\(mood ?? 0).", hint: "For example: --mood \(moods.upperBound)")
    }
    return mood
}

/// The name of a place; nil for an empty text.
/// - Throws: INVALID_ARGUMENT for a name that is too long.
func checkedPlace(_ place: String?) throws(Status) -> String? {
    guard (place ?? "").count <= 200 else {
        throw Status(
            .invalidArgument,
            "The name of a place has up to 200 characters, not \((place ?? "").count).",
            hint: "Put longer texts in the note: --note TEXT")
    }
    return place == "" ? nil : place
}

extension Entry {
    /// - Throws: INVALID_ARGUMENT for texts that are too long.
    func checkTexts() throws(Status) {
        guard !isWithinTextLimit else { return }
        throw Status(
            .invalidArgument,
            "A note, a reason or an answer has up to \(Self.textLimit >> 10) KiB.",
            hint: "Keep longer texts in a file, and note its name.")
    }
}

extension ChangeSet {
    /// Replaces the activity's entries that have the identifiers with a new entry.
    mutating func replace(_ ids: [Entry.ID], of snapshot: ProfileSnapshot, with entry: Entry) throws
    {
        let existing = snapshot.history.entries(of: entry.activity, on: entry.day)
        for old in existing where ids.contains(old.id) { remove(old) }
        try insert(entry)
    }
}

extension Journal.StepResponse {
    init(_ applied: TrackerRecords.ApplyResponse) {
        self.init(summary: applied.summary, records: applied.records)
    }
}

extension Activity {
    /// - Throws: FAILED_PRECONDITION for a day before the activity was created or while it is
    ///   paused.
    func checkAvailable(on day: CivilDate) throws(Status) {
        guard day >= created else {
            throw Status(
                .failedPrecondition,
                "\"\(name)\" was created on \(created), so nothing counts for it on \(day).",
                hint: "The first day of the activity is: --on \(created)")
        }
        guard isAvailable(on: day) else {
            throw Status(
                .failedPrecondition, "\"\(name)\" is paused on \(day).",
                hint: "Resume it with: dayline activity resume \(quoted(name))")
        }
    }
}

extension ProfileSnapshot {
    func status(of refusal: EntryPlanError, for activity: Activity) -> Status {
        switch refusal {
        case .container(let children):
            let names = children.compactMap { name(of: $0) }
            return Status(
                .failedPrecondition,
                "\"\(activity.name)\" is a container: it is complete when its children are.",
                hint: names.isEmpty
                    ? "None of its children is due."
                    : "Log one of: \(names.joined(separator: ", ")).")
        case .unknownSlot(let slot, let sessions):
            return Status(
                .invalidArgument,
                "\"\(activity.name)\" has no session for the part of day \"\(slot.rawValue)\".",
                hint:
                    "The parts of the day are: \(sessions.map(\.rawValue).joined(separator: ", "))."
            )
        case .alreadyCompleted:
            return Status(
                .failedPrecondition,
                "\"\(activity.name)\" is done already, so it cannot be skipped.",
                hint: "Undo the completion first with: dayline undo")
        case .alreadySkipped:
            return Status(
                .failedPrecondition, "\"\(activity.name)\" is skipped already.",
                hint: "Undo the skip first with: dayline undo")
        }
    }
}
