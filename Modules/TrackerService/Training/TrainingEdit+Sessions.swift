import CivilTime
import Contracts
import JSON
import NaturalInput
import RPC
import Tracker
import TrackerDocuments
import Workouts

extension TrainingEdit {
    /// The longest time since the start of a training session that ends now.
    private static let longestMilliseconds = 12 * 3_600_000.0

    /// Adds an open training session.
    mutating func start(_ request: Training.StartRequest) throws -> String {
        let history = history
        if let open = history.openSession {
            throw Status(
                .failedPrecondition, "The training session of \(open.day) is still open.",
                hint: "End it with: dayline training finish")
        }
        try check(notes: request.notes)
        let day = try snapshot.writableDay(request.on, now: now)
        try checkNotFuture(day)
        let planned = try plannedDay(request, on: day, history)
        let kind =
            try planned.map { Adherence.Kind(rawValue: $0.plan.kind) ?? .strength }
            ?? kind(of: request.type)
        let id = RandomIdentifier.next()
        var record: JSONObject = [
            "id": .string(id), "weekday": JSONValue(day.weekday),
            "statusRaw": .string("inProgress"), "totalPausedSeconds": .integer(0),
        ]
        let start = try start(request.at, on: day)
        // Until the end of the day by the settings, now is on the civil day after `day`.
        let isOnDay = snapshot.zones.civilDate(at: start) == day
        let last = LocalTime(date: day, secondOfDay: 86_399)
        record["date"] = .string(secondText(isOnDay ? start : snapshot.zones.instant(of: last)))
        if request.at != nil || day == today { record["startedAt"] = .string(secondText(start)) }
        if let (plan, day) = planned {
            record["planName"] = .string(plan.name)
            record["planDayID"] = .string(day.id)
            if !day.label.isEmpty { record["dayLabel"] = .string(day.label) }
        }
        if let notes = request.notes, !notes.isEmpty { record["notes"] = .string(notes) }
        if kind == .cardio { record["sessionTypeRaw"] = .string("free") }
        records[Self.list(of: kind), id] = record
        summary = ["start training", planned?.day.label].compactMap(\.self).joined(separator: " ")
        return id
    }

    /// Ends the open training session, or that of the request.
    mutating func finish(_ request: Training.FinishRequest) throws -> String {
        let session = try openSession(request.session)
        try check(notes: request.notes)
        let list = Self.list(of: session.kind)
        var record = records[list, session.id] ?? [:]
        record["statusRaw"] = .string(request.abandon == true ? "abandoned" : "completed")
        if let notes = request.notes { record["notes"] = notes.isEmpty ? nil : .string(notes) }
        if let duration = request.duration {
            record.setDuration(try Amount.seconds(of: duration), now: now)
        } else if let start = session.start {
            let end = isCurrent(session) ? now : lastCompletion(of: session)
            if let end, end >= start {
                if let pause = record.instant("pausedAt") {
                    let paused = record["totalPausedSeconds"]?.double ?? 0
                    record["totalPausedSeconds"] = JSONValue(
                        paused + max(0, Double(end) - Double(pause)) / 1000)
                }
                record["endedAt"] = .string(secondText(end))
            }
        }
        record["pausedAt"] = nil
        records[list, session.id] = record
        summary = request.abandon == true ? "abandon training" : "finish training"
        return session.id
    }

    /// Changes the time, texts or status of a training session.
    mutating func edit(_ request: Training.EditRequest) throws -> String {
        let session = try history.session(request.session, today: today)
        try check(notes: request.notes)
        let list = Self.list(of: session.kind)
        if request.day != nil || request.at != nil {
            try move(session, to: request.day ?? session.day, at: request.at)
        }
        var record = records[list, session.id] ?? [:]
        if let duration = request.duration {
            guard !session.isOpen else { throw Self.isOpen(session) }
            record.setDuration(try Amount.seconds(of: duration), now: now)
        }
        if let label = request.label {
            record["dayLabel"] =
                label.isEmpty ? nil : .string(try checkedName(label, of: "a training session"))
        }
        if let notes = request.notes { record["notes"] = notes.isEmpty ? nil : .string(notes) }
        if let status = request.status {
            guard !session.isOpen else { throw Self.isOpen(session) }
            guard status == "completed" || status == "abandoned" else {
                throw Status(
                    .invalidArgument, "\"\(status)\" is not a status of a training session.",
                    hint: "Use completed or abandoned.")
            }
            record["statusRaw"] = .string(status)
        }
        records[list, session.id] = record
        summary = "edit training of \(session.day)"
        return session.id
    }

    /// Removes a training session with its sets, or one set.
    mutating func delete(_ request: Training.DeleteRequest) throws -> TrainingHistory.Session {
        let session = try history.session(request.session, today: today)
        if let number = request.number {
            try removeSet(number, of: session)
            return try history.session(session.id, today: today)
        }
        for set in session.sets { records[.sets, set.id] = nil }
        for entry in session.cardio { records[.cardio, entry.id] = nil }
        records[Self.list(of: session.kind), session.id] = nil
        summary = "delete training of \(session.day)"
        return session
    }

    /// The time of completion of a set that is added now; nil if the session is not current.
    func completion(in session: TrainingHistory.Session) -> Int64? {
        session.status == "inProgress" && isCurrent(session) ? now : nil
    }

    /// The training session that is ended. `typed` names it; nil: the open one.
    private func openSession(_ typed: String?) throws(Status) -> TrainingHistory.Session {
        let history = history
        guard let typed else {
            guard let open = history.openSession else {
                throw Status(
                    .failedPrecondition, "No training session is open.",
                    hint: "Start one with: dayline training start")
            }
            return open
        }
        let session = try history.session(typed, today: today)
        guard session.isOpen else {
            throw Status(
                .failedPrecondition, "The training session of \(session.day) has ended already.",
                hint: "Change it with: dayline training edit \(session.id)")
        }
        return session
    }

    /// True if the training session is open and takes place now.
    private func isCurrent(_ session: TrainingHistory.Session) -> Bool {
        guard session.isOpen, let start = session.start else { return false }
        return start <= now && Double(now) - Double(start) < Self.longestMilliseconds
    }

    /// The completion of the last set; nil without recorded times.
    private func lastCompletion(of session: TrainingHistory.Session) -> Int64? {
        session.sets.compactMap { records[.sets, $0.id]?.instant("completedAt") }.max()
    }

    /// Moves a training session with all its times.
    private mutating func move(
        _ session: TrainingHistory.Session, to day: CivilDate, at time: String?
    ) throws {
        try snapshot.checkWritable(day)
        try checkNotFuture(day)
        let list = Self.list(of: session.kind)
        var record = records[list, session.id] ?? [:]
        let anchor = session.start ?? record.instant("date") ?? snapshot.zones.startOfDay(day)
        let local = snapshot.zones.localTime(at: anchor)
        let moved =
            try time.map { try start($0, on: day) }
            ?? snapshot.zones.instant(of: LocalTime(date: day, secondOfDay: local.secondOfDay))
        let shift = moved - anchor
        for key in ["startedAt", "endedAt", "pausedAt"] { record.shift(key, by: shift) }
        record["date"] = .string(secondText(moved))
        if time != nil { record["startedAt"] = .string(secondText(moved)) }
        record["weekday"] = JSONValue(day.weekday)
        records[list, session.id] = record
        for set in session.sets {
            var log = records[.sets, set.id] ?? [:]
            log.shift("completedAt", by: shift)
            records[.sets, set.id] = log
        }
    }

    /// The instant of a time of day such as `18:30`; without one, that of the clock.
    private func start(_ time: String?, on day: CivilDate) throws(Status) -> Int64 {
        guard let time else {
            guard day != today else { return now }
            let local = snapshot.zones.localTime(at: now)
            return snapshot.zones.instant(of: LocalTime(date: day, secondOfDay: local.secondOfDay))
        }
        guard let local = LocalTime("\(day)T\(time)") else {
            throw Status(
                .invalidArgument, "\"\(time)\" is not a time of day.",
                hint: "Write a time with two digits each: 07:30")
        }
        let instant = snapshot.zones.instant(of: local)
        guard instant <= now else {
            throw Status(
                .invalidArgument,
                "The start \(local.date) \(local.hourAndMinute) is in the future.",
                hint: "Leave the time out to start now.")
        }
        return instant
    }

    /// - Throws: FAILED_PRECONDITION for a day after today.
    private func checkNotFuture(_ day: CivilDate) throws(Status) {
        guard day > today else { return }
        throw Status(
            .failedPrecondition, "\(day) is after today, \(today).",
            hint: "A training session takes place today or on an earlier day.")
    }

    /// The plan and its day of a new training session; nil without a plan.
    private func plannedDay(
        _ request: Training.StartRequest, on date: CivilDate, _ history: TrainingHistory
    ) throws(Status) -> (plan: TrainingHistory.Plan, day: TrainingHistory.Day)? {
        let plans: [TrainingHistory.Plan]
        if let name = request.plan {
            plans = [try history.plan(name)]
        } else {
            plans = history.plans.filter {
                $0.status == "active" && (request.type ?? $0.kind) == $0.kind
            }
        }
        if let typed = request.day {
            guard let first = plans.first else {
                throw Status(
                    .failedPrecondition, "No training plan is active, so no day is \"\(typed)\".",
                    hint: "Activate a plan with: dayline training plan activate PLAN")
            }
            for plan in plans.dropLast() {
                if let day = try? plan.day(typed, today: date) { return (plan, day) }
            }
            let last = plans.last ?? first
            return (last, try last.day(typed, today: date))
        }
        for plan in plans {
            if let day = plan.days.first(where: { $0.weekday == date.weekday && !$0.isRest }) {
                return (plan, day)
            }
        }
        if let plan = plans.first, request.plan != nil {
            throw Status(
                .notFound,
                "The training plan \"\(plan.name)\" has no training on \(date.weekdayName).",
                hint: "Name a day of the plan: dayline training start DAY")
        }
        return nil
    }

    private func kind(of text: String?) throws(Status) -> Adherence.Kind {
        guard let text else { return .strength }
        guard let kind = Adherence.Kind(rawValue: text) else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not a type of training.",
                hint: "Use strength or cardio.")
        }
        return kind
    }

    private static func isOpen(_ session: TrainingHistory.Session) -> Status {
        Status(
            .failedPrecondition, "The training session of \(session.day) is still open.",
            hint: "End it first with: dayline training finish")
    }

    /// The list of the training sessions of a type.
    static func list(of kind: Adherence.Kind) -> TrainingRecords.List {
        kind == .strength ? .strengthSessions : .cardioSessions
    }
}

extension JSONObject {
    /// Ends a training session `seconds` after its start, without pauses. A session that would end
    /// after `now` was started late: it ends now, and its start is earlier.
    fileprivate mutating func setDuration(_ seconds: Double, now: Int64) {
        guard let written = instant("startedAt") ?? instant("date") else { return }
        let duration = Int64((seconds * 1000).rounded())
        let start = Swift.min(written, now - duration)
        self["startedAt"] = .string(secondText(start))
        self["endedAt"] = .string(secondText(start + duration))
        self["totalPausedSeconds"] = .integer(0)
    }

    fileprivate mutating func shift(_ key: String, by milliseconds: Int64) {
        guard let instant = instant(key) else { return }
        self[key] = .string(secondText(instant + milliseconds))
    }
}
