import CivilTime
import Contracts
import Metrics
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerHealthLinks(on router: inout Router) {
        router.handle(HealthLinks.sync) { [self] request, context in
            try await profileSession(context).executeOnce(HealthLinks.sync.name, request, context) {
                try await sync(request, context.withoutKey)
            }
        }
        router.handle(HealthLinks.outbox) { [self] request, context, writer in
            try checkOrder(from: request.from, to: request.to)
            let book = try await snapshot(context).book
            let samples = book.outbox(from: request.from, to: request.to)
            let text = HealthExport.text(of: samples, as: request.format)
            try await writer.send(text)
            return Documents.ExportResponse(entries: samples.count, bytes: text.count)
        }
    }

    /// Makes anew what was read from health data, once what it is kept beside was taken back or made again.
    /// - Returns: Why it was not.
    func resyncProblem(_ context: CallContext) async -> String? {
        do {
            _ = try await sync(HealthLinks.SyncRequest(), context.withoutKey)
            return nil
        } catch {
            return Status(describing: error).message
        }
    }

    private func sync(
        _ request: HealthLinks.SyncRequest, _ context: CallContext
    ) async throws -> HealthLinks.SyncResponse {
        let (book, today) = try await snapshot(context, on: request.on)
        var synced: [HealthLinks.ActivityResult] = []
        for activity in book.activities {
            guard let link = activity.configuration.health, link.mode.canRead else { continue }
            let first = max(request.from ?? activity.created, activity.created)
            let last = min(request.to ?? today, today)
            var result = HealthLinks.ActivityResult(activity: activity.name, metric: link.metric)
            do {
                // An activity may be younger than the days that are asked for.
                if first <= last {
                    let readings = try await readings(
                        of: activity, link, in: first...last, context)
                    let followed =
                        readings.isComplete ? book.syncedDays(of: activity, in: first...last) : []
                    let days = followed.union(readings.byDay.keys)
                    result = try await store(readings, on: days, of: activity, result, context)
                    result.problem = activity.problem(with: readings)
                }
            } catch let status as Status where status.code == .invalidArgument {
                result.problem = status.message
            }
            synced.append(result)
        }
        return HealthLinks.SyncResponse(
            activities: synced, weight: try await syncWeightLog(request, context))
    }

    /// What health data says about each day of an activity.
    private func readings(
        of activity: Activity, _ link: HealthLink, in days: ClosedRange<CivilDate>,
        _ context: CallContext
    ) async throws -> HealthReadings {
        guard
            let totals = try await totals(
                of: link.metric, from: days.lowerBound, to: days.upperBound,
                isOwnExcluded: link.mode.excludesOwnSamples == true, context)
        else { return HealthReadings(byDay: [:], unit: nil, isComplete: true) }
        let byDay = totals.days.map { day in
            (day.day, HealthReading(total: day.sum, samples: day.last.map { [$0] } ?? []))
        }
        return HealthReadings(
            byDay: Dictionary(byDay, uniquingKeysWith: { _, last in last }), unit: totals.unit,
            isComplete: !totals.stale)
    }

    /// What is measured of a metric; nil when nothing was yet, or what was is gone.
    func totals(
        of metric: String, from: CivilDate?, to: CivilDate, isOwnExcluded: Bool,
        _ context: CallContext
    ) async throws -> Insights.DaysResponse? {
        do {
            return try await client.call(
                Insights.days,
                Insights.DaysRequest(
                    name: "metric:\(metric)", from: from, to: to,
                    withoutSource: isOwnExcluded ? HealthLinks.sourceName : nil, units: .metric),
                context.forwardedOptions)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// Days that are written in one step.
    static let stepLimit = 5000

    /// Makes the entries of some days agree with what is read.
    /// - Returns: `before` with what was done.
    private func store(
        _ readings: HealthReadings, on days: Set<CivilDate>, of activity: Activity,
        _ before: HealthLinks.ActivityResult, _ context: CallContext
    ) async throws -> HealthLinks.ActivityResult {
        var done = before
        let days = days.sorted()
        let now = now()
        for start in stride(from: 0, to: days.count, by: Self.stepLimit) {
            let part = days[start..<min(start + Self.stepLimit, days.count)]
            let book = try await snapshot(context).book
            guard
                try book.activity(activity.id.rawValue)
                    .syncs(of: part, readings, in: book).isEmpty == false
            else { continue }
            done = try await profileSession(context).change(HealthLinks.sync.name, Empty(), context)
            {
                [done] book, draft, _ in
                let activity = try book.activity(activity.id.rawValue)
                var done = done
                for (day, sync) in activity.syncs(of: part, readings, in: book) {
                    let old = book.history.entries(of: activity.id, on: day)
                    let new = sync.applied(to: old) { value in
                        Entry(
                            id: Entry.ID(newName()), activity: activity.id, day: day,
                            outcome: .completed(value: value), source: .health, loggedAt: now)
                    }
                    try draft.replace(old, with: new)
                    done.count(sync)
                }
                draft.origin = HealthLinks.changeOrigin
                draft.summary = "read \(activity.name) from health data"
                return done
            } reply: { _, done in
                done
            }
        }
        return done
    }
}

/// What health data says about days.
private struct HealthReadings {
    var byDay: [CivilDate: HealthReading]
    /// The unit of their numbers.
    var unit: String?
    /// Whether a day that has none has none for good: nothing is still being added up.
    var isComplete: Bool
}

extension HealthLinks.SyncCounts {
    mutating func count(_ sync: HealthSync<some Hashable>) {
        switch sync {
        case .unchanged: break
        case .add: added += 1
        case .update: updated += 1
        case .remove: removed += 1
        }
    }
}

extension ProfileSnapshot {
    /// The days on which an activity has an entry that goes when its day has no reading.
    fileprivate func syncedDays(
        of activity: Activity, in days: ClosedRange<CivilDate>
    ) -> Set<CivilDate> {
        Set(
            history.entries(of: activity.id, from: days.lowerBound, through: days.upperBound).lazy
                .filter(\.isHealthSynced).map(\.day))
    }
}

extension Activity {
    /// What has to happen to the entries of days so that they agree with their readings. A day whose
    /// unit the readings cannot be turned into stays as it is.
    fileprivate func syncs(
        of days: some Sequence<CivilDate>, _ readings: HealthReadings, in book: ProfileSnapshot
    ) -> [(day: CivilDate, sync: HealthSync<Entry.ID>)] {
        days.compactMap { day in
            let configuration = configuration(on: day)
            guard let link = configuration.health, isLinked(to: link), isAvailable(on: day),
                let conversion = readings.conversion(to: configuration)
            else { return nil }
            let entries = book.history.entries(of: id, on: day)
            let isPersons =
                book.isDismissed(day, of: id) || configuration.isEntered(by: entries)
            let sync = HealthSync(
                entries, of: configuration.kind, mode: link.mode,
                reading: isPersons ? nil : readings.byDay[day]?.converted(by: conversion))
            return sync == .unchanged ? nil : (day, sync)
        }
    }

    /// Another metric that it followed then says nothing about what it follows now.
    private func isLinked(to link: HealthLink) -> Bool {
        link.metric == configuration.health?.metric
    }

    /// Why some of its days could not be read; each day has the unit of its own configuration.
    fileprivate func problem(with readings: HealthReadings) -> String? {
        let day = readings.byDay.keys.sorted().first { day in
            let configuration = configuration(on: day)
            return (configuration.health.map(isLinked) ?? false)
                && readings.conversion(to: configuration) == nil
        }
        guard let day else { return nil }
        let own = configuration(on: day).kind.quantity?.unit ?? ""
        return
            "\"\(name)\" is kept in \(own) on \(day), which \(readings.unit ?? "") is not turned into."
    }
}

extension HealthReadings {
    /// Nil where the unit of a day is one that its reading cannot be turned into.
    fileprivate func conversion(to configuration: Configuration) -> UnitConversion? {
        UnitConversion(between: unit, and: configuration.kind.quantity?.unit)
    }
}

extension HealthReading {
    fileprivate func converted(by conversion: UnitConversion) -> HealthReading {
        HealthReading(
            total: total.map(conversion.converted), samples: samples.map(conversion.converted))
    }
}
