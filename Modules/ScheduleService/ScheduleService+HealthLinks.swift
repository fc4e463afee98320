import CivilTime
import Contracts
import Metrics
import RPC
import Scheduling
import Tracking

extension ScheduleService {
    func registerHealthLinks(on router: inout Router) {
        router.handle(HealthLinks.sync) { [self] request, context in
            try await desk(context).once(HealthLinks.sync.name, request, context) {
                try await sync(request, context.withoutKey)
            }
        }
        router.handle(HealthLinks.outbox) { [self] request, context, writer in
            try checkOrder(from: request.from, to: request.to)
            let book = try await opened(context).book
            let samples = book.outbox(from: request.from, to: request.to)
            let text = Outbox.text(of: samples, as: request.format)
            try await writer.send(text)
            return TrackerFiles.Exported(entries: samples.count, bytes: text.count)
        }
    }

    private func sync(
        _ request: HealthLinks.Ask, _ context: CallContext
    ) async throws -> HealthLinks.Synced {
        let (book, today) = try await opened(context, on: request.on)
        var synced: [HealthLinks.Activity] = []
        for activity in book.activities {
            guard let link = activity.configuration.health, link.mode.reads else { continue }
            let first = max(request.from ?? activity.created, activity.created)
            let last = min(request.to ?? today, today)
            var result = HealthLinks.Activity(activity: activity.name, metric: link.metric)
            do {
                // An activity may be younger than the days that are asked for.
                if first <= last {
                    let readings = try await readings(
                        of: activity, link, from: first, to: last, context)
                    result = try await store(readings, of: activity.id, result, context)
                }
            } catch let status as Status where status.code == .notFound {
                // Nothing was measured yet.
            } catch let status as Status where status.code == .invalidArgument {
                result.problem = status.message
            }
            synced.append(result)
        }
        return HealthLinks.Synced(activities: synced)
    }

    /// What health data says about each day of an activity, in the activity's unit.
    private func readings(
        of activity: Activity, _ link: HealthLink, from first: CivilDate, to last: CivilDate,
        _ context: CallContext
    ) async throws -> [CivilDate: HealthReading] {
        let isOwnLeftOut = link.mode.excludesOwnSamples == true
        let totals = try await client.call(
            Insights.days,
            Insights.AskDays(
                name: "metric:\(link.metric)", from: first, to: last,
                withoutSource: isOwnLeftOut ? HealthLinks.sourceName : nil), context.onward)
        let own = activity.configuration.kind.quantity?.unit
        guard let conversion = UnitConversion(between: totals.unit, and: own) else {
            throw Status(
                .invalidArgument,
                "\"\(activity.name)\" is kept in \(own ?? ""), which \(totals.unit) is not turned into."
            )
        }
        return Dictionary(
            uniqueKeysWithValues: totals.days.map { day in
                (
                    day.day,
                    HealthReading(
                        total: conversion.converted(day.sum),
                        samples: day.last.map { [conversion.converted($0)] } ?? [])
                )
            })
    }

    /// Entries that are written in one step.
    private static let stepLimit = 5000

    private func store(
        _ readings: [CivilDate: HealthReading], of id: Activity.ID,
        _ before: HealthLinks.Activity, _ context: CallContext
    ) async throws -> HealthLinks.Activity {
        var done = before
        let days = readings.keys.sorted()
        let now = now()
        for start in stride(from: 0, to: days.count, by: Self.stepLimit) {
            let part = days[start..<min(start + Self.stepLimit, days.count)]
            let book = try await opened(context).book
            guard
                try book.activity(id.rawValue).syncs(of: part, readings, in: book).isEmpty == false
            else { continue }
            done = try await desk(context).change(HealthLinks.sync.name, Empty(), context) {
                [done] book, draft, _ in
                let activity = try book.activity(id.rawValue)
                var done = done
                for (day, sync) in activity.syncs(of: part, readings, in: book) {
                    let entries = book.diary.entries(of: id, on: day)
                    switch sync {
                    case .unchanged: break
                    case .add(let value):
                        done.added += 1
                        try draft.replace(
                            nil,
                            with: Entry(
                                id: Entry.ID(newName()), activity: id, day: day,
                                outcome: .completed(value: value), source: .health, loggedAt: now))
                    case .update(let entry, let value):
                        guard let old = entries.first(where: { $0.id == entry }) else { continue }
                        done.updated += 1
                        var new = old
                        new.outcome = .completed(value: value)
                        try draft.replace(old, with: new)
                    }
                }
                draft.summary = "read \(activity.name) from health data"
                return done
            } reply: { _, done in
                done
            }
        }
        return done
    }
}

extension Activity {
    /// What has to happen to the entries of days so that they agree with their readings.
    fileprivate func syncs(
        of days: some Sequence<CivilDate>, _ readings: [CivilDate: HealthReading], in book: Book
    ) -> [(day: CivilDate, sync: HealthSync)] {
        days.compactMap { day in
            let configuration = configuration(on: day)
            guard let reading = readings[day], let link = configuration.health,
                isAvailable(on: day)
            else { return nil }
            let sync = HealthSync(
                book.diary.entries(of: id, on: day), of: configuration.kind, mode: link.mode,
                reading: reading)
            return sync == .unchanged ? nil : (day, sync)
        }
    }
}
