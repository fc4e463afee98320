import CivilTime
import Contracts
import RPC
import Scheduling
import Tracking

extension ScheduleService {
    func registerBoards(on router: inout Router) {
        router.handle(Boards.streaks) { [self] request, context in
            let (book, today) = try await opened(context, on: request.on)
            return Boards.Streaks(streaks: book.streaks(asOf: today))
        }
        router.handle(Boards.heatMap) { [self] request, context in
            let (book, today) = try await opened(context, on: request.on)
            let activity = try request.activity.map { try book.activity($0) }
            let days = book.diary.heatMap(
                of: activity, asOf: today, weekStart: book.weekStart)
            // At the ends of the calendar there is not a whole week.
            let calendar = CivilDate.distantPast...CivilDate.distantFuture
            return Boards.HeatMap(
                name: activity?.name,
                days: days.filter { calendar.contains($0.day) }.map { day, status in
                    Boards.HeatDay(date: day, rate: status.rate, level: status.level.rawValue)
                })
        }
        router.handle(Boards.unfinished) { [self] request, context in
            let (book, today) = try await opened(context, on: request.on)
            let activity = try book.activity(request.activity)
            return Boards.Unfinished(
                days: book.diary.unfinishedDays(of: activity),
                missed: book.diary.missedDays(of: activity, asOf: today))
        }
        router.handle(Boards.insights) { [self] request, context in
            let (book, today) = try await opened(context, on: request.on)
            return book.cards(asOf: today)
        }
        router.handle(Boards.annotations) { [self] request, context in
            Boards.Annotations(
                annotations: try await opened(context).book.annotations(
                    from: .distantPast, through: request.on ?? .distantFuture))
        }
        router.handle(Boards.annotate) { [self] in try await annotate($0, $1) }
        router.handle(Boards.removeAnnotation) { [self] in try await removeAnnotation($0, $1) }
    }

    private func annotate(
        _ request: Boards.Annotate, _ context: CallContext
    ) async throws -> Boards.Annotation {
        let now = now()
        return try await desk(context).change(Boards.annotate.name, request, context) {
            book, draft, _ in
            guard request.text.contains(where: { !$0.isWhitespace }), request.text.count <= 2000
            else {
                throw Status(
                    .invalidArgument,
                    "A remark has between 1 and 2,000 letters, not \(request.text.count).",
                    hint: "Such as: dayline annotation add 'New job'")
            }
            let annotation = Annotation(
                day: try book.writtenDay(request.on, now: now), text: request.text,
                activity: try request.activity.map { try book.activity($0).id })
            let id = newName()
            try draft.put(.annotation, id, annotation)
            draft.summary = "remark about \(annotation.day)"
            return book.item(annotation, id)
        } reply: { _, remark in
            remark
        }
    }

    private func removeAnnotation(
        _ request: Boards.AnnotationName, _ context: CallContext
    ) async throws -> Boards.Annotation {
        try await desk(context).change(Boards.removeAnnotation.name, request, context) {
            book, draft, _ in
            guard let annotation = book.annotations[request.id] else {
                throw Status(
                    .notFound, "There is no remark \(request.id).",
                    hint: "See them with: dayline annotation list")
            }
            draft.remove(.annotation, request.id)
            draft.summary = "delete the remark about \(annotation.day)"
            return book.item(annotation, request.id)
        } reply: { _, removed in
            removed
        }
    }
}

extension Book {
    /// Those that are analysed, and with frozen streaks those that were paused then.
    fileprivate func streaks(asOf today: CivilDate) -> [Boards.Streak] {
        let paused = activities.compactMap { $0.asOf(today) }.filter { activity in
            activity.isPaused && !activity.configuration.isPassive
                && !activity.configuration.schedule.isReminder
        }
        let board =
            diary.streakBoard(asOf: today).map { ($0.activity, $0.streaks) }
            + paused.map { ($0, diary.streaks(of: $0, asOf: today)) }
        return board.map { activity, streaks in
            Boards.Streak(
                name: activity.name, current: streaks.current, longest: streaks.longest)
        }
        .sorted { ($1.current, $1.longest, $0.name) < ($0.current, $0.longest, $1.name) }
    }

    fileprivate func cards(asOf today: CivilDate) -> Boards.Cards {
        let boardLength = 5
        return Boards.Cards(
            date: today,
            streakBoard: Array(
                streaks(asOf: today).filter { $0.current > 0 }.prefix(boardLength)),
            behind: diary.behindSchedule(endingOn: today).map {
                Boards.Behind(
                    name: $0.activity.name, rate: $0.rate.value, severe: $0.isSevere)
            },
            wins: wins(asOf: today),
            scorecards: scorecards(asOf: today), responses: responses(asOf: today),
            annotations: annotations(from: today.advanced(by: -6), through: today),
            encouragement: encouragement(asOf: today), kinds: kinds(asOf: today))
    }

    private func wins(asOf today: CivilDate) -> [Boards.Win] {
        let directions = roster.withGoals(asOf: today).wantedDirections
        return diary.biggestChanges(endingOn: today, directions: directions).map { change in
            Boards.Win(
                name: change.activity.name, before: change.before, now: change.now,
                change: change.change, text: change.text,
                unit: change.activity.configuration(on: today).kind.quantity?.unit,
                verdict: change.verdict.rawValue)
        }
    }

    private func scorecards(asOf today: CivilDate) -> [Boards.Scorecard] {
        let present = Set(listedCategories.map(\.id))
        let windows = Scorecard.windowsInDays.map { days in
            Dictionary(
                diary.scorecards(days: days, endingOn: today, of: present)
                    .map { ($0.category, $0) }
            ) { first, _ in first }
        }
        return windows[0].values.map { card in
            let scores = windows.map { $0[card.category]?.score }
            return (
                card.category.flatMap { categories[$0] }?.position ?? Int.max,
                Boards.Scorecard(
                    category: name(of: card.category), activities: card.activities,
                    days7: scores[0], days30: scores[1], days90: scores[2],
                    doingWell: card.isDoingWell, needsAttention: card.needsAttention)
            )
        }
        .sorted { ($0.0, $0.1.category ?? "") < ($1.0, $1.1.category ?? "") }.map(\.1)
    }

    /// The newest answer of each activity that gives numbers or answers.
    private func responses(asOf today: CivilDate) -> [Boards.Response] {
        diary.analysed(on: today).compactMap { activity in
            let kind = activity.configuration(on: today).kind
            guard kind != .container else { return nil }
            let reachInDays = 366
            let entry = diary.entries(
                of: activity.id, from: today.advanced(by: -reachInDays), through: today
            ).last { $0.outcome.isCompleted }
            guard let entry else { return nil }
            let isYesNo = kind == .checkbox || kind == .metric(.checkbox)
            let value = isYesNo ? nil : diary.dayValue(of: activity, on: entry.day, asOf: today)
            let text =
                isYesNo ? (entry.day == today ? "yes" : nil) : entry.answer?.text ?? entry.note
            guard value != nil || text != nil else { return nil }
            return Boards.Response(
                name: activity.name, date: entry.day, value: value, unit: kind.quantity?.unit,
                text: text, progress: value.flatMap { kind.quantity?.progress(of: $0) })
        }
    }

    func annotations(from first: CivilDate, through last: CivilDate) -> [Boards.Annotation] {
        annotations.filter { first <= $0.value.day && $0.value.day <= last }
            .sorted { ($1.value.day, $0.key) < ($0.value.day, $1.key) }
            .map { item($0.value, $0.key) }
    }

    fileprivate func item(_ annotation: Annotation, _ id: String) -> Boards.Annotation {
        Boards.Annotation(
            id: id, date: annotation.day, text: annotation.text,
            activity: name(of: annotation.activity))
    }
}

extension Quantity {
    /// Where a value lies between the least and the greatest, 0 to 1; nil without a greatest above 0.
    fileprivate func progress(of value: Double) -> Double? {
        let least = minimum ?? 0
        guard let most = maximum ?? target, most > 0, most > least else { return nil }
        return Swift.min(Swift.max((value - least) / (most - least), 0), 1)
    }
}
