import CivilTime
import Contracts
import JSON
import NaturalInput
import RPC
import Tracker
import TrackerDocuments
import Workouts

extension TrainingEdit {
    private static let planLimit = 200

    /// Adds a plan as a draft.
    mutating func addPlan(_ request: Training.AddPlanRequest) throws -> String {
        let plans = history.plans
        guard plans.count < Self.planLimit else {
            throw Status(
                .resourceExhausted, "There are \(plans.count) training plans already.",
                hint: "Delete one with: dayline training plan delete PLAN")
        }
        let name = try uniqueName(request.name, among: plans)
        let type = request.type ?? Adherence.Kind.strength.rawValue
        guard Adherence.Kind(rawValue: type) != nil else {
            throw Status(
                .invalidArgument, "\"\(type)\" is not a type of a training plan.",
                hint: "Use strength or cardio.")
        }
        let id = RandomIdentifier.next()
        records[.plans, id] = [
            "id": .string(id), "name": .string(name), "planTypeRaw": .string(type),
            "statusRaw": .string(TrainingPlan.Status.draft.rawValue),
            "createdAt": .string(DocumentInstant.text(now)),
        ]
        summary = "create training plan \(name)"
        return id
    }

    /// Renames a plan.
    mutating func edit(_ request: Training.EditPlanRequest) throws -> String {
        let plans = history.plans
        let plan = try history.plan(request.plan)
        let name = try uniqueName(request.name, among: plans.filter { $0.id != plan.id })
        records[.plans, plan.id]?["name"] = .string(name)
        summary = "rename training plan \(plan.name)"
        return plan.id
    }

    /// Adds, changes or removes days of a plan.
    mutating func setDays(_ request: Training.PlanDaysRequest) throws -> String {
        let plan = try history.plan(request.plan)
        let weekdays = Set(request.weekdays).sorted()
        guard !weekdays.isEmpty, weekdays.allSatisfy((1...7).contains) else {
            throw Status(
                .invalidArgument, "Weekdays are numbers from 1 (Monday) to 7 (Sunday).",
                hint: "Name at least one weekday.")
        }
        let label = try request.label.map { $0.isEmpty ? "" : try checkedName($0, of: "a day") }
        for weekday in weekdays {
            let known = plan.days.first { $0.weekday == weekday }
            if request.remove == true {
                if let known { remove(known) }
                continue
            }
            if request.rest == true, let known, !known.exercises.isEmpty {
                throw Status(
                    .failedPrecondition,
                    "\(weekdayNames[weekday - 1]) of \"\(plan.name)\" has exercises, so it is not a "
                        + "rest day.",
                    hint: "Remove the day first with: dayline training plan day "
                        + "\(quoted(plan.name)) \(weekdayAbbreviation(weekday).lowercased()) --remove"
                )
            }
            let id = known?.id ?? RandomIdentifier.next()
            var record =
                records[.planDays, id] ?? [
                    "id": .string(id), "weekday": JSONValue(weekday), "dayLabel": .string(""),
                    "isLabelOverridden": .bool(false), "isRest": .bool(false),
                    "colorGroup": .integer(-1), "planID": .string(plan.id),
                ]
            if let label {
                record["dayLabel"] = .string(label)
                record["isLabelOverridden"] = .bool(!label.isEmpty)
            }
            let rest = request.rest ?? (label == nil ? nil : false)
            if let rest { record["isRest"] = .bool(rest) }
            records[.planDays, id] = record
            if let known, label?.isEmpty == true { updateLabel(of: known) }
        }
        summary = "edit training plan \(plan.name)"
        return plan.id
    }

    /// Activates a plan, and deactivates the active plan of the same type.
    mutating func activate(_ request: Training.PlanRequest) throws -> String {
        let plans = history.plans
        let plan = try history.plan(request.plan)
        guard let index = plans.firstIndex(where: { $0.id == plan.id }) else { return plan.id }
        var changed = plans.map { plan in
            TrainingPlan(
                name: plan.name, kind: Adherence.Kind(rawValue: plan.kind) ?? .strength,
                status: TrainingPlan.Status(rawValue: plan.status) ?? .inactive)
        }
        let before = changed
        changed.activate(index)
        for (position, plan) in plans.enumerated() where changed[position] != before[position] {
            records[.plans, plan.id]?["statusRaw"] = .string(changed[position].status.rawValue)
        }
        summary = "activate training plan \(plan.name)"
        return plan.id
    }

    /// Removes a plan with its days. Training sessions keep the names of the plan and the day.
    mutating func delete(_ request: Training.PlanRequest) throws -> TrainingHistory.Plan {
        let plan = try history.plan(request.plan)
        for day in plan.days { remove(day) }
        records[.plans, plan.id] = nil
        summary = "delete training plan \(plan.name)"
        return plan
    }

    private mutating func remove(_ day: TrainingHistory.Day) {
        for list in [TrainingRecords.List.strengthPlanExercises, .cardioPlanExercises] {
            for record in records.records(list) where record.text("planDayID") == day.id {
                if let id = record.text("id") { records[list, id] = nil }
            }
        }
        records[.planDays, day.id] = nil
    }

    private func uniqueName(
        _ typed: String, among plans: [TrainingHistory.Plan]
    ) throws(Status) -> String {
        let name = try checkedName(typed, of: "a training plan")
        let names = plans.map(\.name)
        guard let index = NameMatch.indices(named: name, among: names).first else { return name }
        throw Status(
            .alreadyExists, "There is a training plan called \"\(names[index])\" already.",
            hint: "List the plans with: dayline training plan list")
    }
}
