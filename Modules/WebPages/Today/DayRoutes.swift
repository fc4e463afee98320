import CivilTime
import Contracts
import NaturalInput
import RPC
import Texts
import Tracker

/// The routes of Today and of any other day.
package enum DayRoutes {
    package static var routes: [WebRoute] { routes(PartCelebrations()) }

    private static func routes(_ celebrations: PartCelebrations) -> [WebRoute] {
        [
            WebRoute(.get, "/") { try await show(nil, celebrations, $0) },
            WebRoute(.get, "/day") { request in
                guard let day = try request.day("date") else { return .redirect("/") }
                return .redirect("/day/\(day)")
            },
            WebRoute(.get, "/day/:date") { try await show(try $0.day("date"), celebrations, $0) },
            WebRoute(.post, "/day/:date/log") { try await log($0, celebrations) },
            WebRoute(.get, "/day/:date/skip") { try await skipPage($0) },
            WebRoute(.post, "/day/:date/skip") { try await skip($0) },
            WebRoute(.post, "/day/:date/move") { try await move($0) },
            WebRoute(.post, "/undo") { try await Toast.undo($0) },
        ]
    }

    /// The page of a day. `refused` is an amount that a service rejected; nil: none.
    private static func show(
        _ day: CivilDate?, _ celebrations: PartCelebrations, _ request: WebRequest,
        refused: (change: ItemChange, input: FormInput)? = nil
    ) async throws -> WebReply {
        async let response = request.withoutKey.call(Journal.day, Journal.DayRequest(on: day))
        async let toast = Toast.html(request)
        let shown = try await response
        var page = DayPage(
            day: shown, visitor: request.visitor, isReordering: request.query["order"] != nil,
            refused: refused
        ).page(toast: await toast)
        if day == nil { page.dayEnd = shown.todayEndsAt }
        if refused != nil { page.status = 422 }
        if let slot = request.query["celebrate"].flatMap(Slot.init(rawValue:)) {
            page.celebration =
                celebrations.pop(slot, of: shown.agenda.date, request.visitor)?.html ?? .empty
        }
        return .page(page)
    }

    /// The path of the day of a form, with the mark that shows the toast.
    private static func changed(_ request: WebRequest) throws -> WebReply {
        .redirect("/day/\(try requiredDay(request))?done=1")
    }

    private static func requiredDay(_ request: WebRequest) throws(Status) -> CivilDate {
        guard let day = try request.day("date") else {
            throw Status(.invalidArgument, "The form has no day.")
        }
        return day
    }

    private static func log(
        _ request: WebRequest, _ celebrations: PartCelebrations
    ) async throws -> WebReply {
        let day = try requiredDay(request)
        let change = try ItemChange(request)
        let activity = change.activity
        var entry = Journal.LogRequest(activity: activity, on: day, slot: change.slot)
        switch change.action {
        case .clear:
            try await clear(change, on: day, request)
            return try changed(request)
        // The tracker computes the amount, so that a second delivery is the same request.
        case .complete: entry.shouldComplete = true
        case .add, .step: break
        case .skip:
            throw Status(.invalidArgument, "An item is skipped with the form for skipping.")
        }
        let logged: Journal.LogResponse
        do throws(Status) {
            if change.action == .add {
                entry.value = try InputValue(form: try request.field("value"))
            }
            logged = try await request.call(Journal.log, entry)
        } catch {
            guard change.action == .add, error.isFormProblem, error.code != .notFound else {
                throw error
            }
            var input = FormInput("amount", request.form)
            input.reject(error.formSentence, "value")
            return try await show(day, celebrations, request, refused: (change, input))
        }
        let agenda = try await request.call(Journal.today, Journal.DayRequest(on: day))
        guard let celebration = PartCelebration(logged, activity: activity, change.slot, agenda),
            celebrations.add(celebration, of: day, request.visitor)
        else { return try changed(request) }
        return .redirect("/day/\(day)?done=1&celebrate=\(celebration.slot.rawValue)")
    }

    /// Deletes the entries of an activity on a day, of one session if the change names it.
    private static func clear(
        _ change: ItemChange, on day: CivilDate, _ request: WebRequest
    ) async throws {
        let entries = try await request.call(
            Entries.list, Entries.ListRequest(activity: change.activity, from: day, to: day))
        let session = entries.entries.filter {
            $0.slot == nil || change.slot == nil || $0.slot == change.slot
        }
        for entry in session {
            // Each entry is a change of its own, so the key of the form does not fit.
            var single = request
            single.form["key"] = nil
            _ = try await single.call(Entries.delete, Entries.EntryRequest(id: entry.id))
        }
    }

    /// The form for skipping an item, for browsers without scripts.
    private static func skipPage(_ request: WebRequest) async throws -> WebReply {
        let day = try requiredDay(request)
        let change = try ItemChange(request)
        let agenda = try await request.call(Journal.today, Journal.DayRequest(on: day))
        let item = agenda.openItems.first { $0.id.rawValue == change.activity }
        guard let item else {
            throw Status(
                .notFound, "There is no open item \"\(change.activity)\" on \(day).",
                hint: "Open the day again: it may be done or skipped.")
        }
        let form = SkipForm(day: day, visitor: request.visitor, item: (change, item.name))
        return .page(form.page)
    }

    private static func skip(_ request: WebRequest) async throws -> WebReply {
        let change = try ItemChange(request)
        let note = request.form["note"] ?? ""
        _ = try await request.call(
            Journal.skip,
            Journal.SkipRequest(
                activity: change.activity,
                reason: note.isEmpty ? request.form["reason"] : note, on: try requiredDay(request),
                slot: change.slot))
        return try changed(request)
    }

    /// Moves an activity before or after another one, in the order of all its siblings. The first item
    /// has nothing before it, and the last one nothing after it.
    private static func move(_ request: WebRequest) async throws -> WebReply {
        let day = try requiredDay(request)
        let activity = try request.field("activity")
        let (before, after) = (request.form["before"], request.form["after"])
        if before != nil || after != nil {
            _ = try await request.call(
                Activities.reorder,
                Activities.ReorderRequest(names: [activity], before: before, after: after))
        }
        return .redirect("/day/\(day)?order=1")
    }
}

extension Journal.TodayResponse {
    /// The items that can be done: those that are due, and the optional ones.
    fileprivate var openItems: [Journal.Item] { slots.flatMap(\.items) + optional }
}

extension InputValue {
    /// An amount in the spelling of the visitor, or a text. The sign of a number with a unit becomes a
    /// point, since the service that reads the unit does not know the visitor.
    init(form text: String) throws(Status) {
        do throws(AmountError) {
            let amount = try Amount(text)
            let hasComma =
                TextLocale.current?.numbers.decimal == "," && text.contains { ",.".contains($0) }
            switch amount.unit {
            case nil: self = .number(amount.number)
            case let unit? where hasComma: self = .text("\(plainText(amount.number)) \(unit)")
            default: self = .text(text)
            }
        } catch {
            guard case .ambiguous = error else {
                self = .text(text)
                return
            }
            throw Status(error)
        }
    }
}
