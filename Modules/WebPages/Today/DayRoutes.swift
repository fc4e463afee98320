import CivilTime
import Contracts
import RPC
import Tracker

/// The routes of Today and of any other day.
package enum DayRoutes {
    package static let routes = [
        WebRoute(.get, "/") { try await show(nil, $0) },
        WebRoute(.get, "/day") { request in
            guard let day = try request.day("date") else { return .redirect("/") }
            return .redirect("/day/\(day)")
        },
        WebRoute(.get, "/day/:date") { try await show(try $0.day("date"), $0) },
        WebRoute(.post, "/day/:date/log") { try await log($0) },
        WebRoute(.post, "/day/:date/skip") { try await skip($0) },
        WebRoute(.post, "/day/:date/move") { try await move($0) },
        WebRoute(.post, "/undo") { request in
            _ = try await request.call(Journal.undo, Empty())
            return .redirect("/?undone=1")
        },
    ]

    private static func show(_ day: CivilDate?, _ request: WebRequest) async throws -> WebReply {
        async let current = request.call(Journal.today, Journal.DayRequest())
        async let heat = request.call(Statistics.heatMap, Statistics.HeatMapRequest())
        async let streaks = request.call(Statistics.streaks, Statistics.AsOfRequest())
        async let toast = Toast.html(request)
        let today = try await current
        let agenda =
            day == nil || day == today.date
            ? today : try await request.call(Journal.today, Journal.DayRequest(on: day))
        let monday = agenda.date.advanced(by: 1 - agenda.date.weekday)
        let week = try await heat.days.filter {
            $0.date >= monday && $0.date < monday.advanced(by: 7) && $0.date <= today.date
        }
        let page = DayPage(
            agenda: agenda, today: today.date, week: week, streaks: try await streaks.streaks,
            visitor: request.visitor, isReordering: request.query["order"] != nil)
        return .page(page.page(toast: await toast))
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

    private static func slot(_ request: WebRequest) -> Slot? {
        request.form["slot"].flatMap(Slot.init(rawValue:))
    }

    private static func log(_ request: WebRequest) async throws -> WebReply {
        let day = try requiredDay(request)
        let activity = try request.field("activity")
        var entry = Journal.LogRequest(activity: activity, on: day, slot: slot(request))
        switch try request.field("action") {
        case "clear":
            try await clear(activity, on: day, request)
            return try changed(request)
        case "complete": entry.value = try await remaining(of: activity, on: day, request)
        case "add": entry.value = try InputValue(form: try request.field("value"))
        case "step": break
        case let other: throw Status(.invalidArgument, "There is no action \"\(other)\".")
        }
        _ = try await request.call(Journal.log, entry)
        return try changed(request)
    }

    /// The amount that completes a cumulative activity; nil for other activities.
    private static func remaining(
        of activity: String, on day: CivilDate, _ request: WebRequest
    ) async throws -> InputValue? {
        let agenda = try await request.call(Journal.today, Journal.DayRequest(on: day))
        let item = agenda.slots.flatMap(\.items).first { $0.id.rawValue == activity }
        guard let item, item.type == .cumulative, let target = item.target else { return nil }
        return .number(max(0, target - (item.value ?? 0)))
    }

    /// Deletes the entries of an activity on a day, of one session if the form names it.
    private static func clear(
        _ activity: String, on day: CivilDate, _ request: WebRequest
    ) async throws {
        let entries = try await request.call(
            Entries.list, Entries.ListRequest(activity: activity, from: day, to: day))
        let slot = slot(request)
        let session = entries.entries.filter { $0.slot == nil || slot == nil || $0.slot == slot }
        for entry in session {
            // Each entry is a change of its own, so the key of the form does not fit.
            var single = request
            single.form["key"] = nil
            _ = try await single.call(Entries.delete, Entries.EntryRequest(id: entry.id))
        }
    }

    private static func skip(_ request: WebRequest) async throws -> WebReply {
        let note = request.form["note"] ?? ""
        _ = try await request.call(
            Journal.skip,
            Journal.SkipRequest(
                activity: try request.field("activity"),
                reason: note.isEmpty ? request.form["reason"] : note, on: try requiredDay(request),
                slot: slot(request)))
        return try changed(request)
    }

    /// Swaps an activity with its neighbour on the page, in the order of all its siblings.
    private static func move(_ request: WebRequest) async throws -> WebReply {
        let day = try requiredDay(request)
        let activity = try request.field("activity")
        let agenda = try await request.call(Journal.today, Journal.DayRequest(on: day))
        let shown =
            agenda.slots.map(\.items).first { $0.contains { $0.id.rawValue == activity } } ?? []
        let step = try request.field("direction") == "up" ? -1 : 1
        if let index = shown.firstIndex(where: { $0.id.rawValue == activity }),
            shown.indices.contains(index + step)
        {
            let neighbour = shown[index + step].id.rawValue
            let list = try await request.call(Activities.list, Activities.ListRequest())
            let own = list.activities.first { $0.id.rawValue == activity }
            var order = list.activities.filter { $0.container == own?.container }
                .map(\.id.rawValue)
            guard let first = order.firstIndex(of: activity),
                let second = order.firstIndex(of: neighbour)
            else {
                throw Status(
                    .failedPrecondition,
                    "The two activities are not in the same container, so they have no order.",
                    hint: "Move them in the list of activities.")
            }
            order.swapAt(first, second)
            _ = try await request.call(
                Activities.reorder, Activities.ReorderRequest(names: order))
        }
        return .redirect("/day/\(day)?order=1")
    }
}

extension InputValue {
    /// A number with a point or a comma as its decimal sign, or a text.
    init(form text: String) throws(Status) {
        let trimmed = text.filter { !$0.isWhitespace }
        if let number = Double(trimmed.replacing(",", with: ".")), number.isFinite {
            self = .number(number)
        } else {
            self = .text(text)
        }
    }
}
