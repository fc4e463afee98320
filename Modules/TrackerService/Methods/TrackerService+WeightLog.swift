import CivilTime
import Contracts
import Milestones
import RPC
import Tracker

extension TrackerService {
    /// Makes the weighings agree with health data, where the profile has them read. What the newest of
    /// them crosses is recorded once.
    /// - Returns: Nil where they are not read.
    func syncWeightLog(
        _ request: HealthLinks.SyncRequest, _ context: CallContext
    ) async throws -> HealthLinks.WeightLogResult? {
        let (book, today) = try await snapshot(context, on: request.on)
        guard book.weightHealth == .read else { return nil }
        var done = HealthLinks.WeightLogResult(metric: HealthLinks.weightMetric)
        let last = min(request.to ?? today, today)
        guard request.from ?? last <= last else { return done }
        let totals = try await totals(
            of: HealthLinks.weightMetric, from: request.from, to: last, isOwnExcluded: true,
            context)
        let unit = book.weightLog.unit
        let readings = try totals?.weights(in: unit) ?? [:]
        let isWhole = totals?.stale != true
        let followed = book.weightLog.syncedDays.filter { day in
            isWhole && day >= request.from ?? day && day <= last
        }
        let days = book.weightLog.syncs(
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

    /// Makes the weighings of some days agree with what is read.
    /// - Returns: `before` with what was done.
    private func store(
        _ readings: [CivilDate: Double], in unit: WeightUnit, on days: ArraySlice<CivilDate>,
        asOf today: CivilDate, shouldCheckMilestones: Bool, _ before: HealthLinks.WeightLogResult,
        _ context: CallContext
    ) async throws -> HealthLinks.WeightLogResult {
        let now = now()
        return try await profileSession(context).change(HealthLinks.sync.name, Empty(), context) {
            book, draft, _ in
            var done = before
            var scale = book.weightLog
            for (day, sync) in scale.syncs(of: days, readings, in: unit) {
                scale.apply(sync, on: day, in: unit, reader: newName(), at: now)
                done.count(sync)
            }
            if shouldCheckMilestones {
                scale.record(
                    since: book.weightLog, book.milestoneInterval, on: today, recorded: nil)
            }
            try draft.store(scale, replacing: book.weightLog)
            draft.origin = HealthLinks.changeOrigin
            draft.summary = "read weighings from health data"
            return done
        } reply: { book, done in
            var done = done
            done.celebration = book.weightLog.celebration
            return done
        }
    }
}

extension Insights.DaysResponse {
    /// The last weight of each day that a person can weigh.
    /// - Throws: INVALID_ARGUMENT for what is measured in no unit of weights.
    fileprivate func weights(in unit: WeightUnit) throws(Status) -> [CivilDate: Double] {
        guard let measured = WeightUnit(rawValue: self.unit) else {
            throw Status(
                .invalidArgument, "\(metric) is measured in \(self.unit), which is no weight.",
                hint: "Weighings are read no more with: dayline settings set weightHealth off")
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
    /// A measured weight in another unit, to the millionth: whoever weighed just what a milestone in
    /// pounds asks has reached it, though the weight was kept in kilograms in between.
    fileprivate func convertRounded(_ weight: Double, to other: WeightUnit) -> Double {
        self == other ? weight : (convert(weight, to: other) * 1e6).rounded() / 1e6
    }
}
