import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerJournal(on router: inout Router) {
        router.handle(Journal.today) { [self] request, context in
            let (book, today) = try await snapshot(context, on: request.on)
            await purgeExpired(in: book, on: request.on, context)
            return book.agenda(on: today)
        }
        router.handle(Journal.explain) { [self] request, context in
            let (book, today) = try await snapshot(context, on: request.on)
            let activity = try book.activity(request.activity)
            let explanation = book.history.explanation(of: activity, on: today)
            return Journal.ExplainResponse(
                name: activity.name, date: today, verdict: explanation.verdict.rawValue,
                steps: explanation.steps.map {
                    Journal.Rule(rule: $0.rule, holds: $0.holds, detail: $0.detail)
                })
        }
        router.handle(Journal.log, isShort: true) { [self] in try await log($0, $1) }
        router.handle(Journal.skip, isShort: true) { [self] in try await skip($0, $1) }
        router.handle(Journal.undo) { [self] in try await undoOrRedo(.undo, $1) }
        router.handle(Journal.redo) { [self] in try await undoOrRedo(.redo, $1) }
    }

    /// Takes back the last change, or makes it again, whether storage can do it by itself or it is one
    /// of a sample. What follows health data is read anew.
    private func undoOrRedo(
        _ turn: TrackerRecords.UndoDirection, _ context: CallContext
    ) async throws -> Journal.StepResponse {
        var step = Journal.StepResponse(try await applyUndoOrRedo(turn, context))
        step.problem = await resyncProblem(context)
        return step
    }

    private func applyUndoOrRedo(
        _ turn: TrackerRecords.UndoDirection, _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        let options = context.forwardingOptionsWithKey
        let ask = TrackerRecords.UndoRequest(direction: turn)
        let next = try await client.call(TrackerRecords.nextStep, ask, options)
        if next.sample != nil { return try await client.call(SampleEdits.revert, ask, options) }
        return try await profileSession(context).undoOrRedo(
            turn == .undo ? TrackerRecords.undo : TrackerRecords.redo, context)
    }

    private func log(
        _ request: Journal.LogRequest, _ context: CallContext
    ) async throws -> Journal.LogResponse {
        try await record(
            Journal.log.name, request, of: request.activity, on: request.on,
            isFutureAllowed: request.future ?? false, context
        ) { book, activity, today, now in
            let plan = try book.history.planCompletion(
                of: activity, on: today, slot: request.slot)
            let given = try ParsedValue(request, for: activity, on: plan.day, history: book.history)
            var entry = Entry(
                id: Entry.ID(newName()), activity: activity.id, day: plan.day,
                outcome: .completed(value: given.value), slot: plan.slot, note: given.note,
                photos: request.photos ?? [:], answer: given.answer,
                mood: try checkedMood(request.mood), place: try checkedPlace(request.place),
                entered: given.entered, loggedAt: now)
            if activity.configuration(on: plan.day).kind == .checkbox {
                let before = book.history.entries(of: activity.id, on: plan.day)
                entry.fillDetails(
                    from: before.last {
                        plan.replacedEntries.contains($0.id) && $0.outcome.isCompleted
                    })
            }
            return (entry, plan.replacedEntries, "log \(activity.name)\(given.summary)")
        }
    }

    private func skip(
        _ request: Journal.SkipRequest, _ context: CallContext
    ) async throws -> Journal.LogResponse {
        try await record(
            Journal.skip.name, request, of: request.activity, on: request.on,
            isFutureAllowed: request.future ?? false, context
        ) { book, activity, today, now in
            let plan = try book.history.planSkip(of: activity, on: today, slot: request.slot)
            let entry = Entry(
                id: Entry.ID(newName()), activity: activity.id, day: plan.day,
                outcome: .skipped(reason: request.reason), slot: plan.slot, loggedAt: now)
            return (entry, plan.replacedEntries, "skip \(activity.name)")
        }
    }

    /// Writes the entry that `plan` makes of an activity for a day, at an instant; it names those in
    /// whose place it comes, and says what is done.
    private func record(
        _ method: MethodName, _ request: some Encodable, of typed: String, on day: CivilDate?,
        isFutureAllowed: Bool, _ context: CallContext,
        _ plan: (ProfileSnapshot, Activity, CivilDate, Int64) throws -> (Entry, [Entry.ID], String)
    ) async throws -> Journal.LogResponse {
        let now = now()
        return try await profileSession(context).change(method, request, context) {
            book, draft, _ in
            let today = try book.writableDay(day, now: now)
            let activity = try book.activity(typed)
            if !isFutureAllowed { try book.checkNotFuture(today, for: activity, now: now) }
            try activity.checkAvailable(on: today)
            let entry: Entry
            let (replaced, words): ([Entry.ID], String)
            do {
                (entry, replaced, words) = try plan(book, activity, today, now)
            } catch let refusal as EntryPlanError {
                throw book.status(of: refusal, for: activity)
            }
            try entry.checkTexts()
            let earlier = book.history.entries(of: entry.activity, on: entry.day)
                .last { replaced.contains($0.id) }
            try draft.replace(replaced, of: book, with: entry)
            draft.summary = "\(words) on \(entry.day)"
            return (entry: entry, today: today, earlier: earlier)
        } reply: { book, planned in
            var logged = try book.logged(planned.entry, today: planned.today)
            logged.replaced = planned.earlier.flatMap { $0.hasValueOrAnswer ? book.item($0) : nil }
            return logged
        }
    }
}

extension Entry {
    /// True if the entry is a completion with a number or an answer.
    fileprivate var hasValueOrAnswer: Bool { outcome.value != nil || answer != nil }

    /// What was said of a tick stays when it is ticked again, where nothing else is said.
    fileprivate mutating func fillDetails(from before: Entry?) {
        guard let before else { return }
        note = note ?? before.note
        if photos.isEmpty { photos = before.photos }
        mood = mood ?? before.mood
        place = place ?? before.place
    }
}

/// - Throws: INVALID_ARGUMENT for what is none.
func checkedMood(_ mood: Int?) throws(Status) -> Int? {
    guard mood.map(moods.contains) ?? true else {
        throw Status(
            .invalidArgument,
            "A mood is a number from \(moods.lowerBound), bad, to \(moods.upperBound), good, not "
                + "\(mood ?? 0).", hint: "Such as: --mood \(moods.upperBound)")
    }
    return mood
}

/// The name of a place; nil for an empty one.
/// - Throws: INVALID_ARGUMENT for a name that is too long.
func checkedPlace(_ place: String?) throws(Status) -> String? {
    guard (place ?? "").count <= 200 else {
        throw Status(
            .invalidArgument,
            "The name of a place has up to 200 letters, not \((place ?? "").count).",
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
    /// Puts a new entry in the place of those with the identifiers, which are of its activity.
    mutating func replace(_ ids: [Entry.ID], of book: ProfileSnapshot, with entry: Entry) throws {
        let held = book.history.entries(of: entry.activity, on: entry.day)
        for old in held where ids.contains(old.id) { try replace(old, with: nil) }
        try replace(nil, with: entry)
    }
}

extension Journal.StepResponse {
    init(_ applied: TrackerRecords.ApplyResponse) {
        self.init(summary: applied.summary, records: applied.records)
    }
}

extension Activity {
    /// - Throws: FAILED_PRECONDITION where an entry would never count.
    func checkAvailable(on day: CivilDate) throws(Status) {
        guard day >= created else {
            throw Status(
                .failedPrecondition,
                "\"\(name)\" was created on \(created), so nothing counts for it on \(day).",
                hint: "Its first day is: --on \(created)")
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
                "\"\(activity.name)\" has no session for the slot \(slot.rawValue).",
                hint: "Its slots: \(sessions.map(\.rawValue).joined(separator: ", ")).")
        case .alreadyCompleted:
            return Status(
                .failedPrecondition, "\"\(activity.name)\" is done already, so it is not skipped.",
                hint: "Take it back first with: dayline undo")
        case .alreadySkipped:
            return Status(
                .failedPrecondition, "\"\(activity.name)\" is skipped already.",
                hint: "Take it back first with: dayline undo")
        }
    }
}
