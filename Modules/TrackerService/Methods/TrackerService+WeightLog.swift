import CivilTime
import Contracts
import Milestones
import RPC
import Tracker

extension TrackerService {
    /// Updates the synced weight entries after health data, and records the milestones that the
    /// newest one reached.
    /// - Returns: Nil if weight sync is off.
    func syncWeightLog(
        _ request: HealthLinks.SyncRequest, _ context: CallContext
    ) async throws -> HealthLinks.WeightLogResult? {
        let (snapshot, today) = try await snapshot(context, on: request.on)
        guard snapshot.weightHealth == .read else { return nil }
        var done = HealthLinks.WeightLogResult(metric: HealthLinks.weightMetric)
        let last = min(request.to ?? today, today)
        guard request.from ?? last <= last else { return done }
        let totals = try await totals(
            of: HealthLinks.weightMetric, from: request.from, to: last, isOwnExcluded: true,
            context)
        let unit = snapshot.weightLog.unit
        let readings = try totals?.weights(in: unit) ?? [:]
        let isWhole = totals?.stale != true
        let followed = snapshot.weightLog.syncedDays.filter { day in
            isWhole && day >= request.from ?? day && day <= last
        }
        let days = snapshot.weightLog.syncs(
            of: followed.union(readings.keys).sorted(), readings, in: unit
        )
        .map(\.day)
        for start in stride(from: 0, to: days.count, by: Self.stepLimit) {
            let part = days[start..<min(start + Self.stepLimit, days.count)]
            let isLast = part.endIndex == days.endIndex
            done = try await store(
                readings, in: unit, on: part, asOf: today, shouldCheckMilestones: isLast, done,
                context)
        }
        return done
    }

    /// Updates the weight entries of days after their readings.
    /// - Returns: `before` with the counts of this update.
    private func store(
        _ readings: [CivilDate: Double], in unit: WeightUnit, on days: ArraySlice<CivilDate>,
        asOf today: CivilDate, shouldCheckMilestones: Bool, _ before: HealthLinks.WeightLogResult,
        _ context: CallContext
    ) async throws -> HealthLinks.WeightLogResult {
        let now = now()
        return try await profileSession(context).change(HealthLinks.sync.name, Empty(), context) {
            snapshot, changeSet, _ in
            var done = before
            var weightLog = snapshot.weightLog
            for (day, sync) in weightLog.syncs(of: days, readings, in: unit) {
                weightLog.apply(sync, on: day, in: unit, reader: RandomIdentifier.next(), at: now)
                done.count(sync)
            }
            if shouldCheckMilestones {
                weightLog.record(
                    since: snapshot.weightLog, snapshot.milestoneInterval, on: today, recorded: nil)
            }
            try changeSet.store(weightLog, replacing: snapshot.weightLog)
            changeSet.origin = HealthLinks.changeOrigin
            changeSet.summary = "read weight entries from health data"
            return done
        } response: { snapshot, done in
            var done = done
            done.celebration = snapshot.weightLog.celebration
            return done
        }
    }
}

extension Insights.DaysResponse {
    /// The last valid weight of each day.
    /// - Throws: INVALID_ARGUMENT if the totals are not in a unit of weight.
    fileprivate func weights(in unit: WeightUnit) throws(Status) -> [CivilDate: Double] {
        guard let measured = WeightUnit(rawValue: self.unit) else {
            throw Status(
                .invalidArgument,
                "\(metric) is measured in \(self.unit), which is not a unit of weight.",
                hint: "Turn weight sync off with: dayline settings set weightHealth off")
        }
        var weights: [CivilDate: Double] = [:]
        for day in days {
            guard let last = day.last, WeightLimits.isValid(weight: last, unit: measured) else {
                continue
            }
            weights[day.day] = measured.convertRounded(last, to: unit)
        }
        return weights
    }
}

extension WeightUnit {
    /// A weight in another unit, rounded to 10⁻⁶, so that a weight at a milestone in pounds still
    /// reaches it after storage in kilograms.
    fileprivate func convertRounded(_ weight: Double, to other: WeightUnit) -> Double {
        self == other ? weight : (convert(weight, to: other) * 1e6).rounded() / 1e6
    }
}
