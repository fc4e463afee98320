import CivilTime
import Contracts
import HealthMetrics
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
            let snapshot = try await snapshot(context)
            let samples = snapshot.outbox(from: request.from, to: request.to)
            let text = HealthExport.text(of: samples, as: request.format)
            try await writer.send(text)
            return Documents.ExportResponse(entries: samples.count, bytes: text.count)
        }
    }

    /// Runs health sync after undo or redo, because synced entries are not part of a step.
    /// - Returns: The message of a failed sync; nil if it succeeded.
    func resyncProblem(_ context: CallContext) async -> String? {
        do {
            _ = try await sync(HealthLinks.SyncRequest(), context.withoutKey)
            return nil
        } catch {
            return Status(describing: error).message
        }
    }

    /// Updates the entries of linked activities and the weights of a profile.
    func sync(
        _ request: HealthLinks.SyncRequest, _ context: CallContext
    ) async throws -> HealthLinks.SyncResponse {
        let (snapshot, today) = try await snapshot(context, on: request.on)
        var synced: [HealthLinks.ActivityResult] = []
        for activity in snapshot.activities {
            guard let link = activity.configuration.health, link.mode.canRead else { continue }
            let first = max(request.from ?? activity.created, activity.created)
            let last = min(request.to ?? today, today)
            var result = HealthLinks.ActivityResult(activity: activity.name, metric: link.metric)
            do {
                // An activity may have been created after the requested days.
                if first <= last {
                    let readings = try await readings(
                        of: activity, link, in: first...last, context)
                    let followed =
                        readings.isComplete
                        ? snapshot.syncedDays(of: activity, in: first...last) : []
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

    /// The readings of an activity's metric.
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

    /// The day totals of a metric; nil if the metric has no data.
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

    /// The maximum number of days in one step.
    static let stepLimit = 5000

    /// Updates the entries of days after their readings.
    /// - Returns: `before` with the counts of this update.
    private func store(
        _ readings: HealthReadings, on days: Set<CivilDate>, of activity: Activity,
        _ before: HealthLinks.ActivityResult, _ context: CallContext
    ) async throws -> HealthLinks.ActivityResult {
        var done = before
        let days = days.sorted()
        let now = now()
        for start in stride(from: 0, to: days.count, by: Self.stepLimit) {
            let part = days[start..<min(start + Self.stepLimit, days.count)]
            let snapshot = try await snapshot(context)
            guard
                try snapshot.activity(activity.id.rawValue)
                    .syncs(of: part, readings, in: snapshot).isEmpty == false
            else { continue }
            done = try await profileSession(context).change(HealthLinks.sync.name, Empty(), context)
            {
                [done] snapshot, changeSet, _ in
                let activity = try snapshot.activity(activity.id.rawValue)
                var done = done
                for (day, sync) in activity.syncs(of: part, readings, in: snapshot) {
                    let old = snapshot.history.entries(of: activity.id, on: day)
                    let new = sync.applied(to: old) { value in
                        Entry(
                            id: Entry.ID(RandomIdentifier.next()), activity: activity.id, day: day,
                            outcome: .completed(value: value), source: .health, loggedAt: now)
                    }
                    try changeSet.replace(old, with: new)
                    done.count(sync)
                }
                changeSet.origin = HealthLinks.changeOrigin
                changeSet.summary = "read \(activity.name) from health data"
                return done
            } response: { _, done in
                done
            }
        }
        return done
    }
}

/// The readings of a metric by day.
private struct HealthReadings {
    var byDay: [CivilDate: HealthReading]
    /// The unit of the readings.
    var unit: String?
    /// True if no day total is still being computed, so that a day without a reading has no data.
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
    /// The days in a range with a synced entry.
    fileprivate func syncedDays(
        of activity: Activity, in days: ClosedRange<CivilDate>
    ) -> Set<CivilDate> {
        Set(
            history.entries(of: activity.id, from: days.lowerBound, through: days.upperBound).lazy
                .filter(\.isHealthSynced).map(\.day))
    }
}

extension Activity {
    /// The changes after which the entries of days agree with their readings. Days whose unit the
    /// readings cannot be converted to are left out.
    fileprivate func syncs(
        of days: some Sequence<CivilDate>, _ readings: HealthReadings, in snapshot: ProfileSnapshot
    ) -> [(day: CivilDate, sync: HealthSync<Entry.ID>)] {
        days.compactMap { day in
            let configuration = configuration(on: day)
            guard let link = configuration.health, isLinked(to: link), isAvailable(on: day),
                let conversion = readings.conversion(to: configuration)
            else { return nil }
            let entries = snapshot.history.entries(of: id, on: day)
            let isManual =
                snapshot.isDismissed(day, of: id) || configuration.isEntered(by: entries)
            let sync = HealthSync(
                entries, of: configuration.kind, mode: link.mode,
                reading: isManual ? nil : readings.byDay[day]?.converted(by: conversion))
            return sync == .unchanged ? nil : (day, sync)
        }
    }

    /// True if the link is to the present metric. Readings of another metric say nothing about a
    /// day.
    private func isLinked(to link: HealthLink) -> Bool {
        link.metric == configuration.health?.metric
    }

    /// The reason why some days were left out; nil if none was. Each day has the unit of its own
    /// configuration.
    fileprivate func problem(with readings: HealthReadings) -> String? {
        let day = readings.byDay.keys.sorted().first { day in
            let configuration = configuration(on: day)
            return (configuration.health.map(isLinked) ?? false)
                && readings.conversion(to: configuration) == nil
        }
        guard let day else { return nil }
        let own = configuration(on: day).kind.quantity?.unit ?? ""
        return
            "\"\(name)\" is kept in \(own) on \(day), and \(readings.unit ?? "") cannot be converted to that unit."
    }
}

extension HealthReadings {
    /// The conversion of the readings to the unit of the configuration; nil without such a conversion.
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
