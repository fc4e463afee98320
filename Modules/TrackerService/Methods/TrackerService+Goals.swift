import CivilTime
import Contracts
import RPC
import Tracker

extension TrackerService {
    func registerGoals(on router: inout Router) {
        router.handle(Goals.list) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let catalog = snapshot.catalog(asOf: request.on)
            let goals = snapshot.goals.filter { catalog.goals[$0.id] != nil }
            return Goals.ListResponse(
                goals: goals.map { snapshot.item($0, in: catalog, asOf: today) })
        }
        router.handle(Goals.show) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let goal = try snapshot.goal(request.goal)
            let catalog = snapshot.catalog(asOf: request.on)
            guard catalog.goals[goal.id] != nil else {
                throw Status(
                    .notFound, "The goal \"\(goal.title)\" was created on \(goal.created).",
                    hint: "Show the goal with: dayline goal show \(quoted(goal.title)) "
                        + "--on \(goal.created)")
            }
            return Goals.GoalResponse(goal: snapshot.item(goal, in: catalog, asOf: today))
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
                _, catalog, goal, today in
                try catalog.edit(goal.id) { $0.deleted = today }
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
            snapshot, changeSet, _ in
            let today = try snapshot.writableDay(request.on, now: now)
            let title = try snapshot.checked(title: request.title)
            try check(deadline: request.deadline, on: today, in: snapshot)
            var goal = Goal(
                id: Goal.ID(RandomIdentifier.next()), title: title, created: today,
                deadline: request.deadline)
            goal.since = request.on
            goal.appearance.icon = request.icon ?? goal.appearance.icon
            if let color = request.color { goal.appearance.color = try checkedColor(color) }
            var catalog = snapshot.catalog
            catalog.add(goal)
            try changeSet.store(catalog, categories: snapshot.categories)
            changeSet.summary = "add goal \(goal.title)"
            return (goal: goal, today: today)
        } response: { snapshot, planned in
            Goals.GoalResponse(
                goal: snapshot.item(planned.goal, in: snapshot.catalog, asOf: planned.today))
        }
    }

    private func edit(_ request: Goals.EditRequest, _ context: CallContext) async throws
        -> Goals.GoalResponse
    {
        try await changeGoal(Goals.edit.name, request, request.goal, context, on: request.on) {
            snapshot, catalog, goal, today in
            var title = request.title ?? goal.title
            if title != goal.title {
                title = try snapshot.checked(title: title, excluding: goal.id)
            }
            try check(deadline: request.deadline, on: today, in: snapshot)
            let color = try request.color.map(checkedColor)
            try catalog.edit(goal.id) { [title] goal in
                goal.title = title
                goal.appearance.icon = request.icon ?? goal.appearance.icon
                goal.appearance.color = color ?? goal.appearance.color
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
            _, catalog, goal, today in
            guard goal.isPausedByHand != isPaused else {
                throw Status(
                    .failedPrecondition,
                    "\"\(goal.title)\" is \(isPaused ? "paused already" : "not paused by hand").",
                    hint: isPaused
                        ? "Resume it with: dayline goal resume \(quoted(goal.title))"
                        : "Show the goal with: dayline goal show \(quoted(goal.title))")
            }
            try catalog.edit(goal.id) {
                if isPaused { $0.pauseByHand(on: today) } else { $0.resumeByHand(on: today) }
            }
            return "\(isPaused ? "pause" : "resume") goal \(goal.title)"
        }
    }

    /// Changes the catalog and responds with the goal that the request names. `change` returns the
    /// summary of the step.
    func changeGoal(
        _ method: MethodName, _ request: some Encodable, _ typed: String, _ context: CallContext,
        on day: CivilDate?,
        _ change: (ProfileSnapshot, inout Catalog, Goal, CivilDate) throws -> String
    ) async throws -> Goals.GoalResponse {
        let now = now()
        return try await profileSession(context).change(method, request, context) {
            snapshot, changeSet, _ in
            let goal = try snapshot.goal(typed)
            let today = try snapshot.writableDay(day, now: now)
            var catalog = snapshot.catalog
            do {
                changeSet.summary = try change(snapshot, &catalog, goal, today)
            } catch let error as CatalogError {
                throw snapshot.status(of: error, in: catalog)
            }
            try changeSet.store(catalog, categories: snapshot.categories)
            // The goal is written in any case, so that a concurrent link of the same goal
            // conflicts: the limits of its links hold only then.
            if catalog.goals[goal.id] == goal { try changeSet.store(.goal, goal.id.rawValue, goal) }
            return (goal: catalog.goals[goal.id] ?? goal, today: today)
        } response: { snapshot, planned in
            Goals.GoalResponse(
                goal: snapshot.item(planned.goal, in: snapshot.catalog, asOf: planned.today))
        }
    }
}

/// - Throws: INVALID_ARGUMENT for a deadline before today or out of range.
private func check(
    deadline: CivilDate?, on today: CivilDate, in snapshot: ProfileSnapshot
) throws(Status) {
    guard let deadline else { return }
    try snapshot.checkWritable(deadline)
    if deadline < today {
        throw Status(
            .invalidArgument, "The deadline \(deadline) is before \(today).",
            hint: "Use \(today) or a later day.")
    }
}
