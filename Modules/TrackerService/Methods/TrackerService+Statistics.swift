import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    private static let recentDayCount = 14

    func registerStatistics(on router: inout Router) {
        router.handle(Statistics.streaks) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            return Statistics.StreaksResponse(streaks: snapshot.streaks(asOf: today))
        }
        router.handle(Statistics.heatMap) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let activity = try request.activity.map { try snapshot.activity($0) }
            let weeks = request.weeks ?? ActivityHistory.heatMapWeeks
            guard (1...53).contains(weeks) else {
                throw Status(
                    .invalidArgument, "A heat map has 1 to 53 weeks, not \(weeks).",
                    hint: "Use 53 for a year.")
            }
            let days = snapshot.history.heatMap(
                of: activity, weeks: weeks, asOf: today, weekStart: snapshot.weekStart)
            let created = activity?.created ?? snapshot.activities.map(\.created).min()
            // Days beyond the ends of the calendar are left out.
            return Statistics.HeatMapResponse(
                name: activity?.name, days: days.compactMap(snapshot.heatDay), date: today,
                created: created)
        }
        router.handle(Statistics.recentDays) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let count = request.days ?? Self.recentDayCount
            guard (1...31).contains(count) else {
                throw Status(
                    .invalidArgument, "The last 1 to 31 days can be read, not \(count).",
                    hint: "Read longer ranges with HeatMap.")
            }
            return snapshot.recentDays(count, through: today)
        }
        router.handle(Statistics.streakHistory) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            return snapshot.streakHistory(of: try snapshot.activity(request.activity), asOf: today)
        }
        router.handle(Statistics.unfinished) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let activity = try snapshot.activity(request.activity)
            return Statistics.UnfinishedResponse(
                days: snapshot.history.unfinishedDays(of: activity),
                missed: snapshot.history.missedDays(of: activity, asOf: today))
        }
        router.handle(Statistics.insights) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            return snapshot.cards(asOf: today)
        }
        router.handle(Statistics.annotations) { [self] request, context in
            Statistics.AnnotationsResponse(
                annotations: try await snapshot(context).annotations(
                    from: .distantPast, through: request.on ?? .distantFuture))
        }
        router.handle(Statistics.annotate) { [self] in try await annotate($0, $1) }
        router.handle(Statistics.removeAnnotation) { [self] in try await removeAnnotation($0, $1) }
    }

    private func annotate(
        _ request: Statistics.AnnotateRequest, _ context: CallContext
    ) async throws -> Statistics.Annotation {
        let now = now()
        return try await profileSession(context).change(Statistics.annotate.name, request, context)
        {
            snapshot, changeSet, _ in
            let annotation = Annotation(
                day: try snapshot.writableDay(request.on, now: now),
                text: try checkedAnnotationText(request.text),
                activity: try request.activity.map { try snapshot.activity($0).id })
            let id = RandomIdentifier.next()
            try changeSet.store(.annotation, id, annotation)
            changeSet.summary = "annotate \(annotation.day)"
            return snapshot.item(annotation, id)
        } response: { _, annotation in
            annotation
        }
    }

    private func removeAnnotation(
        _ request: Statistics.RemoveAnnotationRequest, _ context: CallContext
    ) async throws -> Statistics.Annotation {
        try await profileSession(context).change(Statistics.removeAnnotation.name, request, context)
        {
            snapshot, changeSet, _ in
            guard let annotation = snapshot.annotations[request.id] else {
                throw Status(
                    .notFound, "There is no annotation \(request.id).",
                    hint: "List them with: dayline annotation list")
            }
            changeSet.remove(.annotation, request.id)
            changeSet.summary = "delete the annotation of \(annotation.day)"
            return snapshot.item(annotation, request.id)
        } response: { _, removed in
            removed
        }
    }
}

/// - Throws: INVALID_ARGUMENT for a text that is empty or too long.
private func checkedAnnotationText(_ text: String) throws(Status) -> String {
    let hint = "For example: dayline annotation add 'New job'"
    guard text.contains(where: { !$0.isWhitespace }) else {
        throw Status(.invalidArgument, "The annotation is empty.", hint: hint)
    }
    guard text.count <= 2000 else {
        throw Status(
            .invalidArgument, "An annotation has up to 2,000 characters, not \(text.count).",
            hint: hint)
    }
    return text
}

extension ProfileSnapshot {
    /// The streaks of analysed activities, and the frozen streaks of those that were paused on the
    /// day.
    fileprivate func streaks(asOf today: CivilDate) -> [Statistics.Streak] {
        let paused = activities.compactMap { $0.asOf(today) }.filter { activity in
            activity.isPaused && !activity.configuration.isPassive
                && !activity.configuration.schedule.isReminder
        }
        let board =
            history.streakBoard(asOf: today).map { ($0.activity, $0.streaks) }
            + paused.map { ($0, history.streaks(of: $0, asOf: today)) }
        return board.map { activity, streaks in
            Statistics.Streak(
                id: activity.id, name: activity.name, current: streaks.current,
                longest: streaks.longest, unit: streaks.unit)
        }
        .inOrder
    }

    fileprivate func streakHistory(
        of activity: Activity, asOf today: CivilDate
    ) -> Statistics.StreakHistoryResponse {
        let runLimit = 50
        let rate = history.settledRate(of: activity, days: 30, before: today)
        let streaks = history.streaks(of: activity, asOf: today)
        return Statistics.StreakHistoryResponse(
            name: activity.name, rate: rate.expected > 0 ? rate.value : nil,
            streak: Journal.Streak(streaks),
            runs: history.streakRuns(of: activity, asOf: today).prefix(runLimit).map {
                Statistics.Run(from: $0.first, to: $0.last, days: $0.days, missed: $0.missed)
            })
    }

    fileprivate func cards(asOf today: CivilDate) -> Statistics.InsightsResponse {
        let boardLimit = 5
        return Statistics.InsightsResponse(
            date: today,
            streakBoard: Array(
                streaks(asOf: today).filter { $0.current > 0 }.prefix(boardLimit)),
            behind: history.behindSchedule(endingOn: today).map {
                Statistics.LaggingActivity(
                    id: $0.activity.id, name: $0.activity.name, rate: $0.rate.value,
                    severe: $0.isSevere)
            },
            wins: wins(asOf: today),
            scorecards: scorecards(asOf: today), responses: responses(asOf: today),
            annotations: annotations(from: today.advanced(by: -6), through: today),
            encouragement: encouragement(asOf: today), kinds: kinds(asOf: today))
    }

    private func wins(asOf today: CivilDate) -> [Statistics.Win] {
        let directions = catalog.withGoals(asOf: today).targetDirections
        return history.biggestChanges(endingOn: today, directions: directions).map { change in
            Statistics.Win(
                id: change.activity.id, name: change.activity.name, before: change.before,
                now: change.now, change: change.change, text: change.text,
                unit: change.activity.configuration(on: today).kind.quantity?.unit,
                verdict: change.verdict.rawValue)
        }
    }

    private func scorecards(asOf today: CivilDate) -> [Statistics.Scorecard] {
        let present = Set(listedCategories.map(\.id))
        let windows = Scorecard.windowsInDays.map { days in
            Dictionary(
                history.scorecards(days: days, endingOn: today, of: present)
                    .map { ($0.category, $0) }
            ) { first, _ in first }
        }
        return windows[0].values.map { card in
            let scores = windows.map { $0[card.category]?.score }
            return (
                position: card.category.flatMap { categories[$0] }?.position ?? Int.max,
                card: Statistics.Scorecard(
                    category: name(of: card.category), activities: card.activities,
                    days7: scores[0], days30: scores[1], days90: scores[2],
                    doingWell: card.isDoingWell, needsAttention: card.needsAttention)
            )
        }
        .sorted { ($0.position, $0.card.category ?? "") < ($1.position, $1.card.category ?? "") }
        .map(\.card)
    }

    /// The newest value or answer of each analysed activity.
    private func responses(asOf today: CivilDate) -> [Statistics.LatestAnswer] {
        history.analysed(on: today).compactMap { activity in
            let kind = activity.configuration(on: today).kind
            guard kind != .container else { return nil }
            let days = 366
            let entry = history.lastEntry(
                of: activity.id, from: today.advanced(by: -days), through: today,
                onlyCompleted: true)
            guard let entry else { return nil }
            let isYesNo = kind == .checkbox || kind == .metric(.checkbox)
            let value = isYesNo ? nil : history.dayValue(of: activity, on: entry.day, asOf: today)
            let text =
                isYesNo ? (entry.day == today ? "yes" : nil) : entry.answer?.text ?? entry.note
            guard value != nil || text != nil else { return nil }
            return Statistics.LatestAnswer(
                id: activity.id, name: activity.name, date: entry.day, value: value,
                unit: kind.quantity?.unit,
                text: text, progress: value.flatMap { kind.quantity?.progress(of: $0) })
        }
    }

    func annotations(from first: CivilDate, through last: CivilDate) -> [Statistics.Annotation] {
        annotations.filter { first <= $0.value.day && $0.value.day <= last }
            .sorted { ($1.value.day, $0.key) < ($0.value.day, $1.key) }
            .map { item($0.value, $0.key) }
    }

    fileprivate func item(_ annotation: Annotation, _ id: String) -> Statistics.Annotation {
        Statistics.Annotation(
            id: id, date: annotation.day, text: annotation.text,
            activity: name(of: annotation.activity), activityID: annotation.activity)
    }
}

extension Quantity {
    /// The position of a value between the minimum and the maximum, 0 to 1. The target replaces a missing
    /// maximum; nil without either, or if the upper end is not above 0 and above the minimum.
    fileprivate func progress(of value: Double) -> Double? {
        let lower = minimum ?? 0
        guard let upper = maximum ?? target, upper > 0, upper > lower else { return nil }
        return Swift.min(Swift.max((value - lower) / (upper - lower), 0), 1)
    }
}
