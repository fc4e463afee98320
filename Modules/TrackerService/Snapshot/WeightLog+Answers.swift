import CivilTime
import Contracts
import Milestones
import RPC

extension WeightLog {
    /// The milestone to celebrate; nil if all were acknowledged.
    var celebration: Weights.Celebration? {
        history.records.first { !$0.celebrationShown }.map { Weights.Celebration($0, in: unit) }
    }

    /// - Throws: FAILED_PRECONDITION without a goal.
    func progress(
        _ interval: MilestoneInterval, asOf day: CivilDate
    ) throws(Status) -> Weights.MilestonesResponse {
        guard let goal else {
            throw Status(
                .failedPrecondition, "There is no goal weight, so there are no milestones.",
                hint: "Set one with: dayline weight goal 75 kg")
        }
        let plan = plan(interval, through: day)
        let entries = entries(through: day)
        let current = entries.last?.weight(in: goal.unit)
        let records = history.records.filter { $0.day <= day }
        let waiting = records.first { !$0.celebrationShown }
        return Weights.MilestonesResponse(
            unit: goal.unit, interval: interval, start: plan?.start, goal: goal.weight,
            current: current,
            milestoneProgress: plan.flatMap { plan in current.map { plan.progress(at: $0) } },
            targets: (plan?.targets ?? []).map { target in
                let record = records.first { $0.isRecord(of: target, in: goal.unit) }
                let isReached = current.map { plan?.isReached(target, at: $0) ?? false } ?? false
                // A milestone behind an unacknowledged celebration has no record yet.
                let waiting = isReached ? plan?.dayOfReaching(target, in: entries) : nil
                return Weights.Target(
                    target: target, reached: record != nil || isReached,
                    achievedDate: record?.day ?? waiting)
            },
            celebration: waiting.map { Weights.Celebration($0, in: goal.unit) },
            history: records.map(Weights.ReachedMilestone.init),
            warning: WeightLimits.warning(goal: goal.weight, unit: goal.unit))
    }

    func listing(_ request: Weights.ListRequest, through day: CivilDate) -> Weights.ListResponse {
        let unit = unit
        let ordered = ordered(through: day)
        let weekdays = request.weekdays.map(Set.init)
        let milestones = milestones(among: ordered)
        var rows: [Weights.Row] = []
        for (row, (id, weightEntry)) in zip(
            weightLogRows(of: ordered.map(\.weightEntry.entry), in: unit), ordered.reversed())
        {
            let entry = weightEntry.entry
            guard rows.count < request.limit ?? .max else { break }
            guard entry.day >= (request.from ?? entry.day), entry.day <= (request.to ?? entry.day),
                request.withNote != true || entry.note != nil,
                weekdays?.contains(entry.day.weekday) ?? true
            else { continue }
            let reached = milestones[id]
            guard request.withMilestone != true || reached != nil else { continue }
            rows.append(
                Weights.Row(
                    Weights.Entry(id, weightEntry), movingAverage: row.movingAverage,
                    weeklyRate: row.weeklyRate, direction: row.direction,
                    milestone: reached.map { $0.unit.convert($0.target, to: entry.unit) }))
        }
        return Weights.ListResponse(unit: unit, weights: rows)
    }

    /// The milestone that each weight entry reached, by the entry's identifier: the first entry of
    /// the day at or past the target. An entry that reached several has the farthest.
    private func milestones(
        among ordered: [(id: String, weightEntry: StoredWeightEntry)]
    ) -> [String: MilestoneRecord] {
        var reached: [String: MilestoneRecord] = [:]
        for record in history.records {
            let plan = MilestonePlan(
                start: record.start, goal: record.target, unit: record.unit, interval: .default)
            let first = ordered.first { _, weightEntry in
                weightEntry.entry.day == record.day
                    && plan.isReached(record.target, at: weightEntry.entry.weight(in: record.unit))
            }
            guard let id = first?.id else { continue }
            let isFarther = reached[id].map { !$0.isFarther(than: record) } ?? true
            if isFarther { reached[id] = record }
        }
        return reached
    }

    /// - Throws: INVALID_ARGUMENT if `ahead` is out of range.
    func trend(
        _ request: Weights.TrendRequest, asOf day: CivilDate
    ) throws(Status) -> Weights.TrendResponse {
        let ahead = request.ahead ?? Self.daysAhead
        guard WeightForecast.daysAhead.contains(ahead) else {
            throw Status(
                .invalidArgument,
                "A trend looks \(WeightForecast.daysAhead.lowerBound) to "
                    + "\(WeightForecast.daysAhead.upperBound) days ahead, not \(ahead).",
                hint: "For example: dayline weight trend --ahead \(Self.daysAhead)")
        }
        let unit = request.unit ?? unit
        let all = entries(through: day)
        let entries = all.inOrder(from: request.from, through: request.to)
        let days = entries.dayMeans(in: unit)
        let shown = Set(days.map(\.day))
        let weights = entries.map { $0.weight(in: unit) }
        let rate = weeklyRate(of: entries, in: unit)
        let forecast = WeightForecast(days)
        let trend = HoltTrend(days)
        let goalWeight = goal.map { $0.unit.convert($0.weight, to: unit) }
        return Weights.TrendResponse(
            unit: unit,
            entries: zip(zip(entries, weights), Smoothing.ewma(weights)).map { measured, average in
                let (entry, weight) = measured
                return Weights.SmoothedEntry(date: entry.day, weight: weight, average: average)
            },
            // Smoothed over the whole weight log, as in the listing: a range does not change a
            // day's average.
            days: Smoothing.ema(all.dayMeans(in: unit)).filter { shown.contains($0.day) }.map {
                Weights.Day(
                    date: $0.day, weight: $0.raw, average: $0.smoothed, ratePerDay: $0.ratePerDay)
            },
            level: trend?.level, perDay: trend?.perDay,
            forecast: forecast.map { forecast in
                (0..<ahead).map { Weights.ForecastDay(forecast.day($0 + 1), unit) }
            } ?? [],
            weeklyRate: rate, direction: WeightDirection(weeklyRate: rate), goal: goalWeight,
            prediction: goalWeight.map {
                Weights.Prediction(GoalPrediction(entries, goal: $0, unit: unit))
            })
    }

    /// The default length of the forecast in days.
    static let daysAhead = 14
}

extension MilestoneRecord {
    /// True if this milestone is farther from its start than `other`.
    fileprivate func isFarther(than other: MilestoneRecord) -> Bool {
        abs(target - start) > abs(other.unit.convert(other.target, to: unit) - start)
    }
}

extension Weights.Entry {
    init(_ id: String, _ weightEntry: StoredWeightEntry) {
        let entry = weightEntry.entry
        self.init(
            id: id, date: entry.day, weight: entry.weight, unit: entry.unit, note: entry.note,
            bodyFat: entry.bodyFat, source: weightEntry.source)
    }
}

extension Weights.Celebration {
    init(_ record: MilestoneRecord, in unit: WeightUnit) {
        self.init(
            target: record.unit.convert(record.target, to: unit), unit: unit,
            achievedDate: record.day)
    }
}

extension Weights.ForecastDay {
    /// Clamps the linear forecast to valid weights.
    fileprivate init(
        _ day: (day: CivilDate, weight: Double, low: Double, high: Double), _ unit: WeightUnit
    ) {
        func possible(_ weight: Double) -> Double {
            WeightLimits.clamped(weight: weight, unit: unit)
        }
        self.init(
            date: day.day, weight: possible(day.weight), low: possible(day.low),
            high: possible(day.high))
    }
}

extension Weights.Prediction {
    fileprivate init(_ prediction: GoalPrediction) {
        guard case .onTrack(let forecast) = prediction else {
            self.init(status: prediction.status)
            return
        }
        self.init(
            status: prediction.status, date: forecast.date, days: forecast.days,
            weightToGoal: forecast.weightToGoal, weeklyVelocity: forecast.weeklyVelocity)
    }
}
