import Contracts
package import RPC

/// The routes of imports. The gateway itself serves POST `/import`, which streams the file.
package enum ImportRoutes {
    package static let routes = [
        WebRoute(.get, "/import") { .page(try await list($0)) },
        WebRoute(.get, "/import/running/:id") { try await run($0) },
        WebRoute(.post, "/import/running/:id/cancel") { try await cancel($0) },
        WebRoute(.post, "/import/push/:id/retry") { try await retryPush($0) },
        WebRoute(.post, "/import/push/:id/remove") { try await removePush($0) },
        WebRoute(.get, reportPath) { try await report($0) },
        WebRoute(.post, "/import/:id/rollback") { try await rollBack($0) },
        WebRoute(.get, "/import/:id/undo") { try await confirmUndo($0) },
        WebRoute(.post, "/import/:id/undo") { try await undo($0) },
    ]

    /// The route of the report of an import, which the gateway also serves to tokens.
    package static let reportPath = "/import/:id"

    /// The time limit for storing the removed rows of an import again.
    private static let rollbackTimeout = Duration.seconds(300)
    private static let reportEnding = ".json"

    /// The page of the drop zone and of all imports. `problem` is the reason why a file was refused,
    /// nil for an empty form.
    package static func list(
        _ request: WebRequest, problem: Status? = nil
    ) async throws -> Page {
        async let running = self.running(request)
        async let importers = self.importers(request)
        async let failed = failedPushes(request)
        let past = try await request.call(
            ImportLog.list,
            ImportLog.ListRequest(before: request.query["before"].flatMap { Int64($0) }))
        var page = ImportPage(
            past: past, running: await running, failed: await failed, importers: await importers,
            visitor: request.visitor, problem: problem
        ).page
        page.toast = toast(request)
        return page
    }

    /// The path of a running import.
    package static func path(ofRunning id: Int64) -> String { "/import/running/\(id)" }

    private static func toast(_ request: WebRequest) -> HTML {
        switch request.query["done"] {
        case "stopped":
            element("p") { "The import is stopped. Nothing of it is stored." }
        case "ended":
            element("p") { "The import has ended. Its report is listed first." }
        case "retried": element("p") { "The pushed file will be imported again." }
        case "removed": element("p") { "The pushed file was removed." }
        default: .empty
        }
    }

    /// The running imports of the visitor's profile; nil: the ingestion worker does not answer.
    private static func running(_ request: WebRequest) async -> [Imports.RunningImport]? {
        guard let all = try? await request.call(Imports.running, Empty()) else { return nil }
        return all.running.filter { $0.profile == request.visitor.profile }
    }

    /// The installed importers; empty: the ingestion worker does not answer.
    private static func importers(_ request: WebRequest) async -> [Imports.Importer] {
        (try? await request.call(Imports.importers, Empty()).plugins) ?? []
    }

    /// The pushed files that could not be imported.
    private static func failedPushes(_ request: WebRequest) async -> [Pushes.FailedPush] {
        (try? await request.call(Pushes.failed, Empty()).pushes) ?? []
    }

    private static func number(_ request: WebRequest, of text: String) throws(Status) -> Int64 {
        guard let number = Int64(text), number > 0 else {
            throw Status(
                .notFound, "There is no import \"\(text)\".", hint: "See the list on Import.")
        }
        return number
    }

    // MARK: Running imports

    /// The running import of the path; nil: it has ended, or is that of another profile.
    private static func current(_ request: WebRequest) async throws -> Imports.RunningImport? {
        let id = try number(request, of: request.parameters["id"] ?? "")
        return try await request.call(Imports.running, Empty()).running
            .first { $0.id == id && $0.profile == request.visitor.profile }
    }

    private static func run(_ request: WebRequest) async throws -> WebReply {
        guard let running = try await current(request) else {
            return .redirect("/import?done=ended")
        }
        return .page(ImportRunPage(running: running, visitor: request.visitor).page)
    }

    private static func cancel(_ request: WebRequest) async throws -> WebReply {
        guard let running = try await current(request) else {
            return .redirect("/import?done=ended")
        }
        do {
            _ = try await request.call(Imports.cancel, Imports.CancelRequest(id: running.id))
        } catch {
            // The stage can change between the page and the request.
            let now = try await current(request) ?? running
            return .page(
                ImportRunPage(running: now, visitor: request.visitor, problem: error).page)
        }
        return .redirect("/import?done=stopped")
    }

    // MARK: Pushed files

    private static func retryPush(_ request: WebRequest) async throws -> WebReply {
        let id = request.parameters["id"] ?? ""
        _ = try await request.call(Pushes.retry, Pushes.RetryRequest(id: id))
        return .redirect("/import?done=retried")
    }

    private static func removePush(_ request: WebRequest) async throws -> WebReply {
        let id = request.parameters["id"] ?? ""
        _ = try await request.call(Pushes.remove, Pushes.RemoveRequest(id: id))
        return .redirect("/import?done=removed")
    }

    // MARK: Reports

    private static func report(_ request: WebRequest) async throws -> WebReply {
        let text = request.parameters["id"] ?? ""
        if text.hasSuffix(reportEnding) {
            let id = try number(request, of: String(text.dropLast(reportEnding.count)))
            let entry = try await request.call(ImportLog.get, ImportLog.ImportRequest(id: id))
            let body = try JSONBody.encode(entry)
            return .document(type: "application/json", bytes: body.array(of: UInt8.self))
        }
        return .page(try await reportPage(try number(request, of: text), request))
    }

    private static func reportPage(
        _ id: Int64, _ request: WebRequest, problem: Status? = nil
    ) async throws -> Page {
        let entry = try await request.call(ImportLog.get, ImportLog.ImportRequest(id: id))
        let undo = await ImportUndoState.of(entry.report, request)
        var page = ImportReportPage(
            report: entry.report, quarantined: entry.quarantinedItems, visitor: request.visitor,
            problem: problem, undo: undo
        ).page
        if request.query["done"] == "restored" {
            page.toast = element("p") { "The removed rows are stored again." }
        } else if request.query["done"] == "undone" {
            page.toast = element("p") { "The import is undone." }
        } else if request.query["undone"] != nil {
            page.toast = await Toast.html(request)
        }
        return page
    }

    private static func rollBack(_ request: WebRequest) async throws -> WebReply {
        let id = try number(request, of: request.parameters["id"] ?? "")
        do {
            let options = CallOptions(
                deadline: .after(rollbackTimeout), profile: request.visitor.profile)
            let report = try await request.client.call(
                Imports.rollBack, ImportLog.ImportRequest(id: id), options)
            return .redirect("/import/\(report.id > 0 ? report.id : id)?done=restored")
        } catch {
            let problem = Status(describing: error)
            return .page(try await reportPage(id, request, problem: problem))
        }
    }

    // MARK: Undo

    private static func confirmUndo(_ request: WebRequest) async throws -> WebReply {
        let id = try number(request, of: request.parameters["id"] ?? "")
        let report = try await request.call(
            ImportLog.get, ImportLog.ImportRequest(id: id)
        ).report
        let step: Int64?
        switch await ImportUndoState.of(report, request) {
        case .removable: step = nil
        case .possible(let newest): step = newest
        case .removed, .restored, .undone, .absent: return .redirect("/import/\(id)")
        }
        return .page(
            ImportUndoPage(report: report, step: step, visitor: request.visitor).page)
    }

    private static func undo(_ request: WebRequest) async throws -> WebReply {
        let id = try number(request, of: request.parameters["id"] ?? "")
        let step = try step(of: request)
        do {
            if let step {
                _ = try await request.call(
                    Journal.undo, Journal.StepRequest(step: step), timeout: rollbackTimeout)
                return .redirect("/import/\(id)?undone=1")
            }
            let report = try await request.call(
                Imports.undo, ImportLog.ImportRequest(id: id), timeout: rollbackTimeout)
            return .redirect("/import/\(report.id)?done=undone")
        } catch {
            // Another change came between the page and the request.
            let report = try await request.withoutKey.call(
                ImportLog.get, ImportLog.ImportRequest(id: id)
            ).report
            return .page(
                ImportUndoPage(
                    report: report, step: step, visitor: request.visitor, problem: error
                ).page)
        }
    }

    /// The step of the tracker records that a form undoes; nil: the form removes samples and rows.
    /// - Throws: INVALID_ARGUMENT if the form names neither of them.
    private static func step(of request: WebRequest) throws(Status) -> Int64? {
        guard let text = request.form["step"] else {
            guard request.form["what"] == "samples" else {
                throw Status(
                    .invalidArgument, "The form does not say what is undone.",
                    hint: "Open the report of the import and undo it there.")
            }
            return nil
        }
        guard let step = Int64(text) else {
            throw Status(.invalidArgument, "The form has the step \"\(text)\", not a number.")
        }
        return step
    }
}
