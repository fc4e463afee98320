import CivilTime
import Contracts
import RPC
import Tracker

extension TrackerService {
    func registerGoals(on router: inout Router) {
        router.handle(Goals.list) { [self] request, context in
            let (book, today) = try await snapshot(context, on: request.on)
            let roster = book.catalog(asOf: request.on)
            let goals = book.goals.filter { roster.goals[$0.id] != nil }
            return Goals.ListResponse(goals: goals.map { book.item($0, in: roster, asOf: today) })
        }
        router.handle(Goals.show) { [self] request, context in
            let (book, today) = try await snapshot(context, on: request.on)
            let goal = try book.goal(request.goal)
            let roster = book.catalog(asOf: request.on)
            guard roster.goals[goal.id] != nil else {
                throw Status(
                    .notFound, "The goal \"\(goal.title)\" was made on \(goal.created).",
                    hint: "See it with: dayline goal show \(quoted(goal.title)) "
                        + "--on \(goal.created)")
            }
            return Goals.GoalResponse(goal: book.item(goal, in: roster, asOf: today))
        }
        router.handle(Goals.add) { [self] in try await add($0, $1) }
        router.handle(Goals.edit) { [self] in try await edit($0, $1) }
        router.handle(Goals.pause) { [self] request, context in
            try await setPaused(true, Goals.pause.name, request, context)
        }
        router.handle(Goals.resume) { [self] request, context in
            try await setPaused(false, Goals.resume.name, request, context)
        }
        router.handle(Goals.delete) { [self] request, context in
            try await changeGoal(Goals.delete.name, request, request.goal, context, on: request.on)
            {
                _, roster, goal, today in
                try roster.edit(goal.id) { $0.deleted = today }
                return "delete goal \(goal.title)"
            }
        }
        registerGoalLinks(on: &router)
    }

    private func add(_ request: Goals.AddRequest, _ context: CallContext) async throws
        -> Goals.GoalResponse
    {
        let now = now()
        return try await profileSession(context).change(Goals.add.name, request, context) {
            book, draft, _ in
            let today = try book.writableDay(request.on, now: now)
            let title = try book.checked(title: request.title)
            try check(deadline: request.deadline, on: today, in: book)
            var goal = Goal(
                id: Goal.ID(newName()), title: title, created: today,
                deadline: request.deadline)
            goal.since = request.on
            goal.appearance.icon = request.icon ?? goal.appearance.icon
            goal.appearance.color = request.color ?? goal.appearance.color
            var roster = book.catalog
            roster.add(goal)
            try draft.store(roster, categories: book.categories)
            draft.summary = "add goal \(goal.title)"
            return (goal: goal, today: today)
        } reply: { book, planned in
            Goals.GoalResponse(goal: book.item(planned.goal, in: book.catalog, asOf: planned.today))
        }
    }

    private func edit(_ request: Goals.EditRequest, _ context: CallContext) async throws
        -> Goals.GoalResponse
    {
        try await changeGoal(Goals.edit.name, request, request.goal, context, on: request.on) {
            book, roster, goal, today in
            var title = request.title ?? goal.title
            if title != goal.title {
                title = try book.checked(title: title, excluding: goal.id)
            }
            try check(deadline: request.deadline, on: today, in: book)
            try roster.edit(goal.id) { [title] goal in
                goal.title = title
                goal.appearance.icon = request.icon ?? goal.appearance.icon
                goal.appearance.color = request.color ?? goal.appearance.color
                goal.deadline =
                    request.withoutDeadline == true ? nil : request.deadline ?? goal.deadline
            }
            return "edit goal \(goal.title)"
        }
    }

    private func setPaused(
        _ isPaused: Bool, _ method: MethodName, _ request: Goals.GoalRequest, _ context: CallContext
    ) async throws -> Goals.GoalResponse {
        try await changeGoal(method, request, request.goal, context, on: request.on) {
            _, roster, goal, today in
            guard goal.isPausedByHand != isPaused else {
                throw Status(
                    .failedPrecondition,
                    "\"\(goal.title)\" is \(isPaused ? "paused already" : "not paused by hand").",
                    hint: isPaused
                        ? "Resume it with: dayline goal resume \(quoted(goal.title))"
                        : "See how it stands with: dayline goal show \(quoted(goal.title))")
            }
            try roster.edit(goal.id) {
                if isPaused { $0.pauseByHand(on: today) } else { $0.resumeByHand(on: today) }
            }
            return "\(isPaused ? "pause" : "resume") goal \(goal.title)"
        }
    }

    /// Changes the roster of the goal that a person named, and answers with the goal. `change` says
    /// what it did.
    func changeGoal(
        _ method: MethodName, _ request: some Encodable, _ typed: String, _ context: CallContext,
        on day: CivilDate?,
        _ change: (ProfileSnapshot, inout Catalog, Goal, CivilDate) throws -> String
    ) async throws -> Goals.GoalResponse {
        let now = now()
        return try await profileSession(context).change(method, request, context) {
            book, draft, _ in
            let goal = try book.goal(typed)
            let today = try book.writableDay(day, now: now)
            var roster = book.catalog
            do {
                draft.summary = try change(book, &roster, goal, today)
            } catch let error as CatalogError {
                throw book.status(of: error, in: roster)
            }
            try draft.store(roster, categories: book.categories)
            // The limits of a goal's links hold only if nobody else links at the same time.
            if roster.goals[goal.id] == goal { try draft.store(.goal, goal.id.rawValue, goal) }
            return (goal: roster.goals[goal.id] ?? goal, today: today)
        } reply: { book, planned in
            Goals.GoalResponse(goal: book.item(planned.goal, in: book.catalog, asOf: planned.today))
        }
    }
}

/// - Throws: INVALID_ARGUMENT for a deadline that is over, or on a day that nothing is written on.
private func check(
    deadline: CivilDate?, on today: CivilDate, in book: ProfileSnapshot
) throws(Status) {
    guard let deadline else { return }
    try book.checkWritable(deadline)
    if deadline < today {
        throw Status(
            .invalidArgument, "The deadline \(deadline) is over on \(today).",
            hint: "Give a day from \(today) on.")
    }
}
