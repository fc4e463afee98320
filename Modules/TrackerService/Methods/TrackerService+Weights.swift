import CivilTime
import Contracts
import Milestones
import RPC
import Tracker

extension TrackerService {
    func registerWeights(on router: inout Router) {
        router.handle(Weights.list) { [self] request, context in
            try checkOrder(from: request.from, to: request.to)
            try Self.check(request)
            let (snapshot, today) = try await snapshot(context, on: request.on)
            return snapshot.weightLog.asOf(today).listing(request, through: today)
        }
        router.handle(Weights.trend) { [self] request, context in
            try checkOrder(from: request.from, to: request.to)
            let (snapshot, today) = try await snapshot(context, on: request.on)
            return try snapshot.weightTrend(request, asOf: today)
        }
        router.handle(Weights.milestones) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            return try snapshot.milestones(asOf: today)
        }
        router.handle(Weights.values) { [self] _, context in
            try await snapshot(context).weightLog.values
        }
        router.handle(Weights.add) { [self] in try await add($0, $1) }
        router.handle(Weights.edit) { [self] in try await edit($0, $1) }
        router.handle(Weights.delete) { [self] in try await delete($0, $1) }
        router.handle(Weights.setGoal) { [self] in try await setGoal($0, $1) }
        router.handle(Weights.setInterval) { [self] request, context in
            try await changeWeightLog(Weights.setInterval.name, request, context, on: request.on) {
                weightLog, changeSet, interval, day in
                if request.on != nil { weightLog.goal?.recordInterval(interval, before: day) }
                changeSet.set(Settings.milestoneInterval, to: request.interval.rawValue)
                weightLog.updateGrid(
                    from: weightLog, request.interval, on: day, recorded: request.on)
                return "milestones \(request.interval.rawValue)"
            }
        }
        router.handle(Weights.acknowledge) { [self] request, context in
            try await changeWeightLog(Weights.acknowledge.name, request, context, on: request.on) {
                weightLog, _, interval, day in
                weightLog.acknowledge(interval, on: day, recorded: request.on)
                return "acknowledge a milestone"
            }
        }
    }

    private func add(_ request: Weights.AddRequest, _ context: CallContext) async throws
        -> Weights.AddResponse
    {
        let now = now()
        return try await profileSession(context).change(Weights.add.name, request, context) {
            snapshot, changeSet, _ in
            let today = try snapshot.writableDay(request.on, now: now)
            if request.future != true { try snapshot.checkNotFuture(today, now: now) }
            let entry = WeightEntry(
                day: today, weight: request.weight, unit: request.unit, note: request.note,
                bodyFat: request.bodyFat, at: now)
            try entry.check()
            let id = RandomIdentifier.next()
            var weightLog = snapshot.weightLog
            weightLog.insertManual(StoredWeightEntry(entry: entry), as: id)
            weightLog.record(
                since: snapshot.weightLog, snapshot.milestoneInterval, on: today, recorded: today)
            try changeSet.store(weightLog, replacing: snapshot.weightLog)
            changeSet.summary = "weight \(entry.text)"
            return id
        } response: { snapshot, id in
            Weights.AddResponse(
                entry: Weights.Entry(id, try snapshot.weightEntry(id)),
                celebration: snapshot.weightLog.celebration)
        }
    }

    private func edit(
        _ request: Weights.EditRequest, _ context: CallContext
    ) async throws -> Weights.Entry {
        let now = now()
        return try await profileSession(context).change(Weights.edit.name, request, context) {
            snapshot, changeSet, _ in
            var weightEntry = try snapshot.weightEntry(request.id)
            let old = weightEntry.entry
            if let day = request.day {
                try snapshot.checkWritable(day)
                if day != old.day, request.future != true {
                    try snapshot.checkNotFuture(day, now: now)
                }
            }
            weightEntry.modified = now
            weightEntry.entry = WeightEntry(
                day: request.day ?? old.day, weight: request.weight ?? old.weight,
                unit: request.unit ?? old.unit,
                note: request.note.map { $0.isEmpty ? nil : $0 } ?? old.note,
                bodyFat: request.withoutBodyFat == true ? nil : request.bodyFat ?? old.bodyFat,
                at: old.at)
            try weightEntry.entry.check()
            var weightLog = snapshot.weightLog
            weightLog.insertManual(weightEntry, as: request.id)
            try changeSet.store(weightLog, replacing: snapshot.weightLog)
            changeSet.summary = "edit weight \(old.text)"
        } response: { snapshot, _ in
            Weights.Entry(request.id, try snapshot.weightEntry(request.id))
        }
    }

    private func delete(
        _ request: Weights.DeleteRequest, _ context: CallContext
    ) async throws -> Weights.Entry {
        try await profileSession(context).change(Weights.delete.name, request, context) {
            snapshot, changeSet, _ in
            let weightEntry = try snapshot.weightEntry(request.id)
            var weightLog = snapshot.weightLog
            weightLog.remove(request.id)
            try changeSet.store(weightLog, replacing: snapshot.weightLog)
            changeSet.summary = "delete weight \(weightEntry.entry.text)"
            return Weights.Entry(request.id, weightEntry)
        } response: { _, removed in
            removed
        }
    }

    private func setGoal(
        _ request: Weights.SetGoalRequest, _ context: CallContext
    ) async throws -> Weights.MilestonesResponse {
        try await changeWeightLog(Weights.setGoal.name, request, context, on: request.on) {
            weightLog, _, interval, day in
            guard WeightLimits.isValid(goal: request.weight, unit: request.unit) else {
                throw Status(
                    .invalidArgument,
                    "A goal of \(plainText(request.weight)) \(request.unit.rawValue) is out of range: a goal "
                        + "lies between \(WeightLimits.goals.text(in: request.unit)).",
                    hint: request.unit.hint(for: "dayline weight goal"))
            }
            if let start = request.start, !WeightLimits.isValid(weight: start, unit: request.unit) {
                throw Status(
                    .invalidArgument,
                    "A start of \(plainText(start)) \(request.unit.rawValue) is out of range: a weight lies "
                        + "between \(WeightLimits.weights.text(in: request.unit)).",
                    hint: "Leave --start out to use the first weight entry.")
            }
            let grid =
                weightLog.goal?.grid ?? WeightGoal.Grid(interval: interval, unit: request.unit)
            var goal = WeightGoal(
                weight: request.weight, unit: request.unit, start: request.start, grid: grid,
                since: request.on, formerIntervals: weightLog.goal?.formerIntervals)
            if let old = weightLog.goal, request.on != nil { goal.replace(old, on: day) }
            weightLog.goal = goal
            weightLog.updateGrid(from: weightLog, interval, on: day, recorded: request.on)
            return "weight goal \(plainText(request.weight)) \(request.unit.rawValue)"
        }
    }

    /// Changes the goal or the milestones, and responds with the progress.
    private func changeWeightLog(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        on day: CivilDate?,
        _ change: (inout WeightLog, inout ChangeSet, MilestoneInterval, CivilDate) throws -> String
    ) async throws -> Weights.MilestonesResponse {
        let now = now()
        return try await profileSession(context).change(method, request, context) {
            snapshot, changeSet, _ in
            var weightLog = snapshot.weightLog
            changeSet.summary = try change(
                &weightLog, &changeSet, snapshot.milestoneInterval,
                snapshot.writableDay(day, now: now))
            // Rolls the change back if the progress cannot be computed.
            _ = try weightLog.progress(
                snapshot.milestoneInterval, asOf: snapshot.today(day, now: now))
            try changeSet.store(weightLog, replacing: snapshot.weightLog)
        } response: { snapshot, _ in
            try snapshot.weightLog.progress(
                snapshot.milestoneInterval, asOf: snapshot.today(day, now: now))
        }
    }

    /// - Throws: INVALID_ARGUMENT for a negative limit or a number that is not a weekday.
    private static func check(_ request: Weights.ListRequest) throws(Status) {
        guard request.limit ?? 0 >= 0 else {
            throw Status(
                .invalidArgument,
                "The limit \(request.limit ?? 0) is negative: a list has 0 entries or more.",
                hint: "For example: dayline weight list --limit 10")
        }
        guard request.weekdays?.allSatisfy({ (1...7).contains($0) }) ?? true else {
            throw Status(
                .invalidArgument, "A weekday is a number from 1, Monday, to 7, Sunday.",
                hint: "For Mondays: [1]")
        }
    }
}

extension ProfileSnapshot {
    func weightEntry(_ id: String) throws(Status) -> StoredWeightEntry {
        guard let weightEntry = weightLog.weightEntries[id] else {
            throw Status(
                .notFound, "There is no weight entry \"\(id)\".",
                hint: "List them with: dayline weight list")
        }
        return weightEntry
    }
}

extension ChangeSet {
    /// Stores the differences between two weight logs.
    mutating func store(_ weightLog: WeightLog, replacing old: WeightLog) throws {
        for id in old.weightEntries.keys where weightLog.weightEntries[id] == nil {
            remove(.weight, id)
        }
        for (id, weightEntry) in weightLog.weightEntries where old.weightEntries[id] != weightEntry
        {
            try store(.weight, id, weightEntry)
        }
        if let goal = weightLog.goal, goal != old.goal { try store(.weightGoal, "goal", goal) }
        for (id, record) in weightLog.records where old.records[id] != record {
            try store(.milestone, id, record)
        }
        for (id, day) in weightLog.dismissed where old.dismissed[id] != day {
            try store(.dismissedWeightEntry, id, day)
        }
        if let reader = weightLog.reader, reader != old.reader {
            try store(.weightSyncSource, "weight", reader)
        }
    }
}

extension WeightEntry {
    /// - Throws: INVALID_ARGUMENT for a weight or body fat out of range.
    fileprivate func check() throws(Status) {
        guard WeightLimits.isValid(weight: weight, unit: unit) else {
            throw Status(
                .invalidArgument,
                "A weight of \(plainText(weight)) \(unit.rawValue) is out of range: a weight lies between "
                    + "\(WeightLimits.weights.text(in: unit)).",
                hint: unit.hint(for: "dayline weight add"))
        }
        guard bodyFat.map(Self.bodyFatLimits.contains) ?? true else {
            throw Status(
                .invalidArgument,
                "Body fat of \(plainText(bodyFat ?? 0)) percent is out of range: body fat lies between "
                    + "\(plainText(Self.bodyFatLimits.lowerBound)) and "
                    + "\(plainText(Self.bodyFatLimits.upperBound)) percent.",
                hint: "For example: --body-fat 21.5")
        }
    }

    fileprivate var text: String { "\(plainText(weight)) \(unit.rawValue) on \(day)" }
}

extension WeightUnit {
    /// An example of a command with a valid weight.
    fileprivate func hint(for command: String) -> String {
        "For example: \(command) \(self == .kg ? "75 kg" : "165 lb")"
    }
}

extension ClosedRange<Double> {
    /// A range of pounds in a unit, such as `30 kg and 199.5 kg`, rounded inwards.
    fileprivate func text(in unit: WeightUnit) -> String {
        func text(_ pounds: Double, _ rule: FloatingPointRoundingRule) -> String {
            "\(plainText((unit.limit(pounds) * 10).rounded(rule) / 10)) \(unit.rawValue)"
        }
        return "\(text(lowerBound, .up)) and \(text(upperBound, .down))"
    }
}
