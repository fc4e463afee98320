import CivilTime
import Contracts
import HostFiles
import RPC

/// The routes of the samples of one day of a metric.
package enum SampleDayRoutes {
    package static let routes = [
        WebRoute(.get, "/trends/:name/days") { request in
            guard let day = try request.day("on") else {
                return .redirect("/trends/\(request.parameters["name"] ?? "")")
            }
            return .redirect(SampleDay(name: name(request), day: day).path)
        },
        WebRoute(.get, "/trends/:name/days/:date") { .page(try await page(of: day($0), $0)) },
        WebRoute(.post, "/trends/:name/days/:date/edit") { try await edit($0) },
        WebRoute(.post, "/trends/:name/days/:date/delete") { try await delete($0) },
        WebRoute(.post, "/trends/:name/days/:date/restore") { try await restore($0) },
        WebRoute(.post, "/trends/:name/days/:date/undo") {
            try await step(Journal.undo, "undone", $0)
        },
        WebRoute(.post, "/trends/:name/days/:date/redo") {
            try await step(Journal.redo, "done", $0)
        },
    ]

    /// The time limit of a change, which waits for a running import.
    private static let changeTimeout = Duration.seconds(60)
    private static let zones = ZoneCatalog()

    private static func name(_ request: WebRequest) -> String {
        URLText.decoded(request.parameters["name"] ?? "")
    }

    private static func day(_ request: WebRequest) throws(Status) -> SampleDay {
        guard let day = try request.day("date") else {
            throw Status(
                .invalidArgument, "The path has no day.", hint: "Write days as 2026-11-22.")
        }
        return SampleDay(
            name: name(request), day: day,
            first: max(
                0, (request.query["first"] ?? request.form["first"]).flatMap { Int($0) } ?? 0))
    }

    // MARK: The page

    private static func page(
        of day: SampleDay, _ request: WebRequest, refused: SampleTable.Refused? = nil
    ) async throws -> Page {
        async let readings = request.call(
            Readings.day, Readings.DayRequest(name: day.name, on: day.day))
        async let total = total(of: day, request)
        async let contributions = contributions(of: day, request)
        async let toast = toast(day, request)
        let page = SampleDayPage(
            selected: day, readings: try await readings, total: await total,
            contributions: await contributions, zones: try await history(request),
            visitor: request.visitor, refused: refused)
        return page.page(toast: await toast)
    }

    /// The total of the day; nil: the day has no total.
    private static func total(
        of day: SampleDay, _ request: WebRequest
    ) async -> DayArithmetic.Total? {
        let days = Insights.DaysRequest(name: day.name, from: day.day, to: day.day)
        guard let response = try? await request.call(Insights.days, days),
            let total = response.days.first
        else { return nil }
        return DayArithmetic.Total(kind: response.kind, unit: response.unit, day: total)
    }

    /// The samples of the day with the part of each that counts; nil if they cannot be read.
    private static func contributions(
        of day: SampleDay, _ request: WebRequest
    ) async -> Insights.ContributionsResponse? {
        try? await request.call(
            Insights.contributions, Insights.ContributionsRequest(name: day.name, day: day.day))
    }

    /// The zones of the profile, for the times of the samples.
    private static func history(_ request: WebRequest) async throws -> ZoneHistory {
        let profiles = try await request.call(Profiles.list, Empty()).profiles
        return try zones.history(
            profiles.first { $0.name == request.visitor.profile }?.zones ?? [])
    }

    /// The message after a change, with the way back.
    private static func toast(_ day: SampleDay, _ request: WebRequest) async -> HTML {
        guard let (next, isUndone) = await Toast.step(after: request) else { return .empty }
        return group {
            element("p") { "\(isUndone ? "Undone" : "Done"): \(next.summary)." }
            form(
                day.changePath(isUndone ? "redo" : "undo"), request.visitor,
                fields: ["step": "\(next.step)"]
            ) {
                button(isUndone ? "Redo" : "Undo")
            }
        }
    }

    // MARK: Changes

    private static func edit(_ request: WebRequest) async throws -> WebReply {
        let day = try day(request)
        let text = try request.field("ref")
        var input = FormInput("sample", request.form)
        if let value = input.number("value") {
            do throws(Status) {
                _ = try await change(
                    SampleEdits.edit,
                    SampleEdits.EditRequest(ref: try SampleReference(text: text), value: value),
                    request)
                return .redirect(day.path(mark: "done"))
            } catch {
                try input.reject(error, "value")
            }
        } else if input.isValid {
            input.reject("The value is empty. Write a number such as 77.9.", "value")
        }
        return .page(try await page(of: day, request, refused: .init(ref: text, input: input)))
    }

    private static func delete(_ request: WebRequest) async throws -> WebReply {
        try await change(SampleEdits.delete, to: request)
    }

    private static func restore(_ request: WebRequest) async throws -> WebReply {
        try await change(SampleEdits.restore, to: request)
    }

    private static func change(
        _ method: RPC.Method<SampleEdits.SampleRequest, Corrections.Outcome>,
        to request: WebRequest
    ) async throws -> WebReply {
        let day = try day(request)
        let reference = try SampleReference(text: try request.field("ref"))
        _ = try await change(method, SampleEdits.SampleRequest(ref: reference), request)
        return .redirect(day.path(mark: "done"))
    }

    private static func step(
        _ method: RPC.Method<Journal.StepRequest, Journal.StepResponse>, _ mark: String,
        _ request: WebRequest
    ) async throws -> WebReply {
        let day = try day(request)
        _ = try await change(method, try Toast.step(request), request)
        return .redirect(day.path(mark: mark))
    }

    private static func change<Request, Reply>(
        _ method: RPC.Method<Request, Reply>, _ body: Request, _ request: WebRequest
    ) async throws(Status) -> Reply {
        var options = CallOptions(
            deadline: .after(changeTimeout), profile: request.visitor.profile)
        if let key = request.form["key"], !key.isEmpty { options.idempotencyKey = key }
        return try await request.client.call(method, body, options)
    }
}

/// A page of the samples of a metric that start on one day.
struct SampleDay {
    /// The name of the metric as in the path.
    var name: String
    var day: CivilDate
    /// The index of the first sample of the page.
    var first = 0

    private var dayPath: String { "/trends/\(URLText.encoded(name))/days/\(day)" }
    var path: String { path() }

    /// `mark` is a query that names the change before; nil: none.
    func path(mark: String? = nil) -> String {
        var items: [(name: String, value: String)] = []
        if first > 0 { items.append(("first", "\(first)")) }
        if let mark { items.append((mark, "1")) }
        return dayPath + URLText.query(items)
    }

    /// The path of a form that changes a sample.
    func changePath(_ change: String) -> String { "\(dayPath)/\(change)" }

    func page(from first: Int) -> SampleDay {
        var other = self
        other.first = first
        return other
    }

    func on(_ day: CivilDate) -> SampleDay { SampleDay(name: name, day: day) }
}
