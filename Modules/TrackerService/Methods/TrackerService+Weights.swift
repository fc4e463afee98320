import CivilTime
import Contracts
import Milestones
import RPC
import Tracker

extension TrackerService {
    func registerWeights(on router: inout Router) {
        router.handle(Weights.list) { [self] request, context in
            try checkOrder(from: request.from, to: request.to)
            let (book, today) = try await snapshot(context, on: request.on)
            return book.weightLog.asOf(today).listing(request, through: today)
        }
        router.handle(Weights.trend) { [self] request, context in
            try checkOrder(from: request.from, to: request.to)
            let (book, today) = try await snapshot(context, on: request.on)
            return try book.weightTrend(request, asOf: today)
        }
        router.handle(Weights.milestones) { [self] request, context in
            let (book, today) = try await snapshot(context, on: request.on)
            return try book.milestones(asOf: today)
        }
        router.handle(Weights.values) { [self] _, context in
            try await snapshot(context).book.weightLog.values
        }
        router.handle(Weights.add) { [self] in try await add($0, $1) }
        router.handle(Weights.edit) { [self] in try await edit($0, $1) }
        router.handle(Weights.delete) { [self] in try await delete($0, $1) }
        router.handle(Weights.setGoal) { [self] in try await setGoal($0, $1) }
        router.handle(Weights.setInterval) { [self] request, context in
            try await changeWeightLog(Weights.setInterval.name, request, context, on: request.on) {
                scale, draft, interval, day in
                if request.on != nil { scale.goal?.recordInterval(interval, before: day) }
                draft.set(Settings.milestoneInterval, to: request.interval.rawValue)
                scale.updateGrid(
                    from: scale, request.interval, on: day, recorded: request.on)
                return "milestones \(request.interval.rawValue)"
            }
        }
        router.handle(Weights.acknowledge) { [self] request, context in
            try await changeWeightLog(Weights.acknowledge.name, request, context, on: request.on) {
                scale, _, interval, day in
                scale.acknowledge(interval, on: day, recorded: request.on)
                return "acknowledge a milestone"
            }
        }
    }

    private func add(_ request: Weights.AddRequest, _ context: CallContext) async throws
        -> Weights.AddResponse
    {
        let now = now()
        return try await profileSession(context).change(Weights.add.name, request, context) {
            book, draft, _ in
            let today = try book.writableDay(request.on, now: now)
            let entry = WeightEntry(
                day: today, weight: request.weight, unit: request.unit, note: request.note,
                bodyFat: request.bodyFat, at: now)
            try entry.check()
            let id = newName()
            var scale = book.weightLog
            scale.insertManual(StoredWeightEntry(entry: entry), as: id)
            scale.record(
                since: book.weightLog, book.milestoneInterval, on: today, recorded: today)
            try draft.store(scale, replacing: book.weightLog)
            draft.summary = "weight \(entry.text)"
            return id
        } reply: { book, id in
            Weights.AddResponse(
                entry: Weights.Entry(id, try book.weighing(id)),
                celebration: book.weightLog.celebration)
        }
    }

    private func edit(
        _ request: Weights.EditRequest, _ context: CallContext
    ) async throws -> Weights.Entry {
        let now = now()
        return try await profileSession(context).change(Weights.edit.name, request, context) {
            book, draft, _ in
            var weighing = try book.weighing(request.id)
            let old = weighing.entry
            if let day = request.day { try book.checkWritable(day) }
            weighing.modified = now
            weighing.entry = WeightEntry(
                day: request.day ?? old.day, weight: request.weight ?? old.weight,
                unit: request.unit ?? old.unit,
                note: request.note.map { $0.isEmpty ? nil : $0 } ?? old.note,
                bodyFat: request.withoutBodyFat == true ? nil : request.bodyFat ?? old.bodyFat,
                at: old.at)
            try weighing.entry.check()
            var scale = book.weightLog
            scale.insertManual(weighing, as: request.id)
            try draft.store(scale, replacing: book.weightLog)
            draft.summary = "edit weight \(old.text)"
        } reply: { book, _ in
            Weights.Entry(request.id, try book.weighing(request.id))
        }
    }

    private func delete(
        _ request: Weights.DeleteRequest, _ context: CallContext
    ) async throws -> Weights.Entry {
        try await profileSession(context).change(Weights.delete.name, request, context) {
            book, draft, _ in
            let weighing = try book.weighing(request.id)
            var scale = book.weightLog
            scale.remove(request.id)
            try draft.store(scale, replacing: book.weightLog)
            draft.summary = "delete weight \(weighing.entry.text)"
            return Weights.Entry(request.id, weighing)
        } reply: { _, removed in
            removed
        }
    }

    private func setGoal(
        _ request: Weights.SetGoalRequest, _ context: CallContext
    ) async throws -> Weights.MilestonesResponse {
        try await changeWeightLog(Weights.setGoal.name, request, context, on: request.on) {
            scale, _, interval, day in
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
                    hint: "Leave --start out for the first weighing.")
            }
            let grid =
                scale.goal?.grid ?? WeightGoal.Grid(interval: interval, unit: request.unit)
            var goal = WeightGoal(
                weight: request.weight, unit: request.unit, start: request.start, grid: grid,
                since: request.on, formerIntervals: scale.goal?.formerIntervals)
            if let old = scale.goal, request.on != nil { goal.replace(old, on: day) }
            scale.goal = goal
            scale.updateGrid(from: scale, interval, on: day, recorded: request.on)
            return "weight goal \(plainText(request.weight)) \(request.unit.rawValue)"
        }
    }

    /// Changes the goal or the records, and answers with where the person stands.
    private func changeWeightLog(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        on day: CivilDate?,
        _ change: (inout WeightLog, inout ChangeSet, MilestoneInterval, CivilDate) throws -> String
    ) async throws -> Weights.MilestonesResponse {
        let now = now()
        return try await profileSession(context).change(method, request, context) {
            book, draft, _ in
            var scale = book.weightLog
            draft.summary = try change(
                &scale, &draft, book.milestoneInterval, book.writableDay(day, now: now))
            // What cannot be answered is not done.
            _ = try scale.progress(book.milestoneInterval, asOf: book.today(day, now: now))
            try draft.store(scale, replacing: book.weightLog)
        } reply: { book, _ in
            try book.weightLog.progress(book.milestoneInterval, asOf: book.today(day, now: now))
        }
    }
}

extension ProfileSnapshot {
    func weighing(_ id: String) throws(Status) -> StoredWeightEntry {
        guard let weighing = weightLog.weighings[id] else {
            throw Status(
                .notFound, "There is no weighing \"\(id)\".",
                hint: "List them with: dayline weight list")
        }
        return weighing
    }
}

extension ChangeSet {
    /// Makes what is stored of the scale what `scale` is.
    mutating func store(_ scale: WeightLog, replacing old: WeightLog) throws {
        for id in old.weighings.keys where scale.weighings[id] == nil { remove(.weight, id) }
        for (id, weighing) in scale.weighings where old.weighings[id] != weighing {
            try store(.weight, id, weighing)
        }
        if let goal = scale.goal, goal != old.goal { try store(.weightGoal, "goal", goal) }
        for (id, record) in scale.records where old.records[id] != record {
            try store(.milestone, id, record)
        }
        for (id, day) in scale.dismissed where old.dismissed[id] != day {
            try store(.dismissedWeighing, id, day)
        }
        if let reader = scale.reader, reader != old.reader {
            try store(.healthReader, "weight", reader)
        }
    }
}

extension WeightEntry {
    /// - Throws: INVALID_ARGUMENT for what no person weighs.
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
                "Body fat lies between \(plainText(Self.bodyFatLimits.lowerBound)) and "
                    + "\(plainText(Self.bodyFatLimits.upperBound)) percent, and \(plainText(bodyFat ?? 0)) "
                    + "does not.", hint: "Such as: --body-fat 21.5")
        }
    }

    fileprivate var text: String { "\(plainText(weight)) \(unit.rawValue) on \(day)" }
}

extension WeightUnit {
    /// Ends a command with a weight that is in range.
    fileprivate func hint(for command: String) -> String {
        "Such as: \(command) \(self == .kg ? "75 kg" : "165 lb")"
    }
}

extension ClosedRange<Double> {
    /// Limits in pounds, as `30 kg and 199.5 kg`: both lie within.
    fileprivate func text(in unit: WeightUnit) -> String {
        func word(_ pounds: Double, _ rule: FloatingPointRoundingRule) -> String {
            "\(plainText((unit.limit(pounds) * 10).rounded(rule) / 10)) \(unit.rawValue)"
        }
        return "\(word(lowerBound, .up)) and \(word(upperBound, .down))"
    }
}
