import CivilTime
import Contracts
import Milestones
import NaturalInput
import Presentation
import RPC

/// The routes of the weight log, its goal and its milestones.
package enum WeightRoutes {
    package static let routes: [WebRoute] =
        [
            WebRoute(.get, "/weight") { .page(try await page($0)) },
            WebRoute(.post, "/weight") { try await log($0) },
            WebRoute(.post, "/weight/goal") { try await setGoal($0) },
            WebRoute(.post, "/weight/interval") { try await setInterval($0) },
            WebRoute(.post, "/weight/acknowledge") { request in
                _ = try await request.call(Weights.acknowledge, Weights.MilestonesRequest())
                return done(request)
            },
            WebRoute(.post, "/weight/:id") { try await change($0) },
        ]
        // A browser that reloads the response to a rejected form requests the path of the form.
        + ["goal", "interval", "acknowledge", ":id"].map { name in
            WebRoute(.get, "/weight/\(name)") { _ in .redirect("/weight") }
        }

    /// The page. `posted` is its form that a service rejected; nil: none.
    private static func page(
        _ request: WebRequest, posted: FormInput? = nil
    ) async throws -> Page {
        let before = try request.day("before")
        async let summary = WeightSummary.load(request)
        async let entries = WeightEntries.load(before: before, request)
        async let toast = Toast.html(request)
        let page = WeightPage(
            summary: try await summary, entries: try await entries,
            visitor: request.visitor, posted: posted)
        return page.page(toast: await toast)
    }

    /// Leads back to the page of the form, with the mark that shows the toast.
    private static func done(_ request: WebRequest) -> WebReply {
        .redirect(
            request.form["back"] == "goals"
                ? "/goals?done=1"
                : BackPath.marked(WeightSelection(request.form).path(), "done"))
    }

    /// The page of the form, with the form as typed.
    private static func rejected(
        _ request: WebRequest, _ input: FormInput
    ) async throws -> WebReply {
        guard request.form["back"] != "goals" else {
            return .page(try await GoalRoutes.listPage(request, posted: input))
        }
        var request = request
        for field in WeightSelection(request.form).fields {
            request.query[field.name] = field.value
        }
        return .page(try await page(request, posted: input))
    }

    private static func log(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(request.form["form"] ?? WeightLogForm.name, request.form)
        if let entry = input.weightEntry() {
            do throws(Status) {
                _ = try await request.call(
                    Weights.add,
                    Weights.AddRequest(
                        weight: entry.weight.value, unit: entry.weight.unit,
                        note: input.text("note"), bodyFat: entry.bodyFat, on: entry.day))
                return done(request)
            } catch {
                try input.reject(error, field(of: error, entry.day))
            }
        }
        return try await rejected(request, input)
    }

    private static func change(_ request: WebRequest) async throws -> WebReply {
        guard let id = request.parameters["id"] else { return .redirect("/weight") }
        if request.form["action"] == "delete" {
            _ = try await request.call(Weights.delete, Weights.DeleteRequest(id: id))
            return done(request)
        }
        var input = FormInput(WeightTable.form(of: id), request.form)
        if let entry = input.weightEntry() {
            if let conflict = try await conflict(id, entry, input, request) { return conflict }
            do throws(Status) {
                _ = try await request.call(
                    Weights.edit,
                    Weights.EditRequest(
                        id: id, weight: entry.weight.value, unit: entry.weight.unit, day: entry.day,
                        note: input.text("note") ?? "", bodyFat: entry.bodyFat,
                        withoutBodyFat: entry.bodyFat == nil ? true : nil))
                return done(request)
            } catch {
                guard error.code != .notFound else { throw error }
                try input.reject(error, field(of: error, entry.day))
            }
        }
        return try await rejected(request, input)
    }

    /// The page with both versions of an entry that was changed after its form was rendered; nil: the
    /// form is of the present state.
    private static func conflict(
        _ id: String, _ entry: WeightEntryFields, _ input: FormInput, _ request: WebRequest
    ) async throws(Status) -> WebReply? {
        guard request.form[Revision.field] != nil,
            let row = try await request.withoutKey.call(Weights.list, Weights.ListRequest())
                .weights.first(where: { $0.id == id }),
            Revision.isStale(request.form, current: row.revision)
        else { return nil }
        func text(_ number: Double?) -> String { number.map { NumberText.input($0) } ?? "" }
        let differences = [
            ("Weight", text(row.weight), text(entry.weight.value)),
            ("Unit", row.unit.rawValue, entry.weight.unit.rawValue),
            ("Day", "\(row.date)", "\(entry.day ?? row.date)"),
            ("Body fat, %", text(row.bodyFat), text(entry.bodyFat)),
            ("Note", row.note ?? "", input.text("note") ?? ""),
        ].filter { $0.1 != $0.2 }
        let log = WeightSelection(request.form).path()
        guard !differences.isEmpty else { return .redirect(log) }
        return .page(
            ConflictPage(
                name: "Weight of \(row.date.dayMonthAndYear)", section: .goals, back: log,
                action: "/weight/\(id)", fields: request.form, revision: row.revision,
                differences: differences, fragment: "weight-log", visitor: request.visitor
            ).page)
    }

    /// The field of an entry that a status is about, by the subject of its sentence.
    private static func field(of status: Status, _ day: CivilDate?) -> String {
        if status.message.hasPrefix("Body fat") { return "bodyFat" }
        return day.map { status.message.contains("\($0)") } == true ? "on" : "value"
    }

    private static func setGoal(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(WeightGoalForm.name, request.form)
        let goal = input.weight("goal", missing: "Enter a goal weight, such as 75.")
        let start = input.number("start")
        if let goal, input.isValid {
            do throws(Status) {
                _ = try await request.call(
                    Weights.setGoal,
                    Weights.SetGoalRequest(weight: goal.value, unit: goal.unit, start: start))
                return done(request)
            } catch {
                try input.reject(error, error.message.hasPrefix("A start ") ? "start" : "goal")
            }
        }
        return try await rejected(request, input)
    }

    private static func setInterval(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(MilestoneIntervalForm.name, request.form)
        if let interval = input.text("interval").flatMap(MilestoneInterval.init(rawValue:)) {
            do throws(Status) {
                _ = try await request.call(
                    Weights.setInterval, Weights.SetIntervalRequest(interval: interval))
                return done(request)
            } catch {
                try input.reject(error)
            }
        } else {
            input.reject("Choose one of the distances.")
        }
        return try await rejected(request, input)
    }
}

/// The fields of a weight entry.
private typealias WeightEntryFields = (
    weight: (value: Double, unit: WeightUnit), day: CivilDate?, bodyFat: Double?
)

extension FormInput {
    /// The fields of a weight entry; nil with problems if a field is not valid.
    fileprivate mutating func weightEntry() -> WeightEntryFields? {
        let weight = self.weight("value", missing: "Enter a weight, such as 81.2.")
        let day = self.day("on")
        let bodyFat = number("bodyFat")
        guard let weight, isValid else { return nil }
        return (weight, day, bodyFat)
    }

    /// A weight: a number with or without `kg` or `lb`. The unit of a number without one is in the
    /// field `unit`. Nil with a problem if it is missing or not a weight.
    fileprivate mutating func weight(
        _ name: String, missing: String
    ) -> (value: Double, unit: WeightUnit)? {
        guard let text = requiredText(name, missing) else { return nil }
        let amount: Amount
        do throws(AmountError) {
            amount = try Amount(text)
        } catch {
            reject(error.sentences, name)
            return nil
        }
        let stated = amount.unit.map { WeightUnit(rawValue: $0.lowercased()) }
        if case .some(nil) = stated {
            reject("\"\(text)\" is not a weight. Write it as 77.9 or 77,9 kg.", name)
            return nil
        }
        guard let unit = stated ?? self.text("unit").flatMap(WeightUnit.init(rawValue:)) else {
            reject("Choose kg or lb.", "unit")
            return nil
        }
        return (amount.number, unit)
    }
}
