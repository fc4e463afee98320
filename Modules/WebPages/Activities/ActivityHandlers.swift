import CivilTime
import Contracts
import RPC
import Tracker

/// The handlers of the page of one activity.
enum ActivityHandlers {
    /// The number of entries on the page of an activity.
    private static let entryCount = 8
    /// The number of entries on each page of all entries.
    private static let entriesPerPage = 100
    /// The number of photos on the page of an activity.
    private static let photoCount = 6

    static func show(_ request: WebRequest) async throws -> WebReply {
        .page(try await page(request, problem: nil))
    }

    private static func page(
        _ request: WebRequest, problem: EntryProblem?, amount: FormInput = FormInput("amount")
    ) async throws -> Page {
        let id = try request.activity
        let range = ActivityRange(rawValue: request.query["range"] ?? "") ?? .sixMonths
        let last = try request.day("to")
        let isYear = request.query["heat"] == "1y"
        async let activity = request.call(Activities.show, Activities.ActivityRequest(name: id))
        async let agenda = request.call(Journal.today, Journal.DayRequest())
        async let heat = request.call(
            Statistics.heatMap,
            Statistics.HeatMapRequest(activity: id, weeks: isYear ? 53 : nil))
        async let unfinished = request.call(
            Statistics.unfinished, Statistics.UnfinishedRequest(activity: id))
        async let bars = request.call(
            Statistics.bars,
            Statistics.BarsRequest(activity: id, range: range.service.rawValue, on: last))
        async let history = request.call(
            Statistics.streakHistory, Statistics.StreakHistoryRequest(activity: id))
        async let entries = request.call(
            Entries.list, Entries.ListRequest(activity: id, limit: entryCount + 1))
        async let photos = request.call(
            Photos.list, Photos.ListRequest(activity: id, limit: photoCount))
        async let toast = Toast.html(request)
        let item = try await activity
        let today = try await agenda.date
        var listed = try await entries.entries
        var hasMoreEntries = listed.count > entryCount
        // The entries of later days, such as those of a vacation, are on the page of all entries.
        if let newest = listed.first, newest.date > today {
            hasMoreEntries = true
            listed = try await request.call(
                Entries.list, Entries.ListRequest(activity: id, to: today, limit: entryCount)
            ).entries
        }
        let page = ActivityPage(
            item: item, today: today, heat: try await heat,
            missed: try await unfinished.missed, bars: try await bars, range: range,
            history: try await history,
            entries: EntryTable(
                item: item, entries: Array(listed.prefix(entryCount)),
                problem: problem, visitor: request.visitor),
            hasMoreEntries: hasMoreEntries,
            photos: try await photos.photos,
            visitor: request.visitor, amount: amount)
        return page.page(toast: await toast)
    }

    /// All entries, newest day first, by pages.
    static func entries(_ request: WebRequest) async throws -> WebReply {
        .page(try await entriesPage(request, problem: nil))
    }

    private static func entriesPage(
        _ request: WebRequest, problem: EntryProblem?
    ) async throws -> Page {
        let id = try request.activity
        let last = try request.day("to")
        async let activity = request.call(Activities.show, Activities.ActivityRequest(name: id))
        async let toast = Toast.html(request)
        let entries = try await request.call(
            Entries.list,
            Entries.ListRequest(activity: id, to: last, limit: entriesPerPage + 1)
        ).entries
        let item = try await activity
        var shown = Array(entries.prefix(entriesPerPage))
        // A day is not divided, so that the next page can begin with the day before.
        if let next = entries.dropFirst(entriesPerPage).first, shown.first?.date != next.date {
            shown.removeAll { $0.date == next.date }
        }
        let earlier = entries.count > shown.count ? shown.last?.date.advanced(by: -1) : nil
        return EntriesPage(
            table: EntryTable(
                item: item, entries: shown, problem: problem, visitor: request.visitor,
                view: .all(last)),
            earlier: earlier
        ).page(toast: await toast)
    }

    /// Saves or deletes an entry of a sheet.
    static func change(_ request: WebRequest) async throws -> WebReply {
        let id = Entry.ID(try request.field("entry"))
        let view = EntryTable.View(request.form)
        if request.form["action"] == "delete" {
            _ = try await request.call(Entries.delete, Entries.EntryRequest(id: id))
        } else {
            let stored = try await request.call(Entries.show, Entries.ShowRequest(id: id))
            let typed = EntryForm(request.form)
            let saved = EntryForm(stored)
            if Revision.isStale(request.form, current: saved.revision) {
                return try conflict(typed, saved, view, of: stored, request)
            }
            let parsed = typed.edit(of: stored)
            guard parsed.errors.isEmpty else {
                return try await refused(EntryProblem(id, request, parsed.errors), request)
            }
            do throws(Status) {
                _ = try await request.call(Entries.edit, parsed.request)
            } catch {
                guard error.isFormProblem, error.code != .notFound else { throw error }
                let isMoved = parsed.request.value == nil && parsed.request.day != nil
                let isAboutPlace = error.message.hasPrefix("The name of a place")
                let field = isAboutPlace ? "place" : isMoved ? "date" : "value"
                return try await refused(
                    EntryProblem(id, request, [field: error.message]), request)
            }
        }
        return .redirect(view.path(of: try request.activity, isDone: true))
    }

    private static func conflict(
        _ typed: EntryForm, _ saved: EntryForm, _ view: EntryTable.View, of entry: LoggedEntry,
        _ request: WebRequest
    ) throws(Status) -> WebReply {
        let activity = try request.activity
        let back = view.path(of: activity, isDone: false)
        let differences = typed.differences(from: saved)
        guard !differences.isEmpty else { return .redirect(back) }
        return .page(
            ConflictPage(
                name: "\(entry.activity), \(entry.date.dayMonthAndYear)", section: .activities,
                back: back, action: "/activities/\(activity)/entries", fields: request.form,
                revision: saved.revision, differences: differences,
                fragment: view == .activity ? "activity-lists" : "entries",
                visitor: request.visitor
            ).page)
    }

    private static func refused(
        _ problem: EntryProblem, _ request: WebRequest
    ) async throws -> WebReply {
        var request = request
        var page: Page
        if case .all(let last) = EntryTable.View(request.form) {
            request.query["to"] = last.map { "\($0)" }
            page = try await entriesPage(request, problem: problem)
        } else {
            page = try await Self.page(request, problem: problem)
        }
        page.status = 422
        return .page(page)
    }

    /// Logs a value, or completes an activity without one, on the current day.
    static func log(_ request: WebRequest) async throws -> WebReply {
        let id = try request.activity
        var entry = Journal.LogRequest(activity: id)
        do throws(Status) {
            if let typed = request.form["value"]?.trimmed, !typed.isEmpty {
                entry.value =
                    request.form["text"] == nil ? try InputValue(form: typed) : .text(typed)
            }
            _ = try await request.call(Journal.log, entry)
            return .redirect("/activities/\(id)?done=1")
        } catch {
            guard error.isFormProblem, error.code != .notFound else { throw error }
            var input = FormInput("amount", request.form)
            input.reject(error.formSentence, "value")
            var page = try await page(request.withoutKey, problem: nil, amount: input)
            page.status = 422
            return .page(page)
        }
    }

    /// The rules that decided the state of the activity on a day.
    static func explain(_ request: WebRequest) async throws -> WebReply {
        let id = try request.activity
        let explanation = try await request.call(
            Journal.explain,
            Journal.ExplainRequest(activity: id, on: try request.day("on")))
        return .page(ExplanationPage(id: id, explanation: explanation).page)
    }
}
