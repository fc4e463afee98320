import Contracts
import Presentation
import RPC
import Texts

/// The routes that log and change training sessions.
enum TrainingSessionRoutes {
    static var routes: [WebRoute] { routes(NewRecords()) }

    private static func routes(_ newRecords: NewRecords) -> [WebRoute] {
        changes + [
            WebRoute(.get, "\(folder)/:id") { .page(try await show($0, newRecords)) },
            WebRoute(.post, "\(folder)/:id/sets") { try await log($0, newRecords) },
            WebRoute(.post, "\(folder)/:id/sets/:number") { try await editSet($0, newRecords) },
        ]
    }

    private static let changes = [
        WebRoute(.post, "/training/start") { try await start($0) },
        WebRoute(.post, "\(folder)/:id") { try await edit($0) },
        WebRoute(.get, "\(folder)/:id/sets/:number") { .page(try await setPage($0)) },
        WebRoute(.post, "\(folder)/:id/sets/:number/delete") { try await deleteSet($0) },
        WebRoute(.post, "\(folder)/:id/finish") { try await finish($0) },
        WebRoute(.post, "\(folder)/:id/delete") { try await delete($0) },
        // A browser that reloads the response to a rejected form requests the path of the form.
        WebRoute(.get, "/training/start") { _ in .redirect("/training") },
        WebRoute(.get, "\(folder)/:id/sets") { .redirect(path(of: try id($0))) },
        WebRoute(.get, "\(folder)/:id/sets/:number/delete") { .redirect(path(of: try id($0))) },
        WebRoute(.get, "\(folder)/:id/finish") { .redirect(path(of: try id($0))) },
    ]

    private static let folder = "/training/sessions"

    /// The path of a training session.
    static func path(of session: String) -> String {
        "\(folder)/\(URLText.encoded(session))"
    }

    /// The path of a set of a training session.
    static func path(of set: Training.LoggedSet, in session: Training.Session) -> String {
        "\(path(of: session.id))/sets/\(set.number)"
    }

    private static func id(_ request: WebRequest) throws(Status) -> String {
        let id = URLText.decoded(request.parameters["id"] ?? "")
        guard !id.isEmpty else { throw Status(.notFound, "There is no such training session.") }
        return id
    }

    private static func done(_ request: WebRequest) throws(Status) -> WebReply {
        .redirect("\(path(of: try id(request)))?done=1")
    }

    /// Leads to the page of the training session, which shows the records that a set improved.
    private static func saved(
        _ response: Training.SessionResponse, _ newRecords: NewRecords, _ request: WebRequest
    ) throws(Status) -> WebReply {
        guard !response.records.isEmpty else { return try done(request) }
        let id = try id(request)
        newRecords.add(response.records, of: id, request.visitor)
        return .redirect("\(path(of: id))?done=1&celebrate=records")
    }

    private static func show(
        _ request: WebRequest, _ newRecords: NewRecords
    ) async throws -> Page {
        var page = try await page(request)
        guard request.query["celebrate"] != nil else { return page }
        let records = newRecords.pop(of: try id(request), request.visitor).map(\.summary)
        if !records.isEmpty {
            page.celebration = celebrationDialog(
                "celebration-\(stableHash(records.joined()).hexDigits)",
                records.count == 1 ? "New record" : "New records", records)
        }
        return page
    }

    private static func page(
        _ request: WebRequest, posted: FormInput? = nil
    ) async throws -> Page {
        let request = request.withoutKey
        async let exercises = request.call(Training.exercises, Empty())
        async let toast = Toast.html(request)
        let session = try await request.call(
            Training.session, Training.SessionRequest(session: try id(request))
        ).session
        return TrainingSessionPage(
            session: session, exercises: try await exercises.exercises.map(\.name),
            posted: posted, visitor: request.visitor
        ).page(toast: await toast)
    }

    private static func start(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(TrainingStartForm.name, request.form)
        let day = input.day("on")
        if input.isValid {
            do throws(Status) {
                let started = try await request.call(
                    Training.start,
                    Training.StartRequest(
                        day: input.text("day"), type: input.text("type"), on: day,
                        at: input.text("at")))
                return .redirect("\(path(of: started.session.id))?done=1")
            } catch {
                let isAboutStart = editField(of: error) == "at"
                try input.reject(
                    error, isAboutStart ? "at" : input.text("day") == nil ? nil : "day")
            }
        }
        return .page(try await TrainingRoutes.page(request.withoutKey, posted: input))
    }

    private static func log(
        _ request: WebRequest, _ newRecords: NewRecords
    ) async throws -> WebReply {
        var input = FormInput(TrainingSessionPage.setForm, request.form)
        let exercise = input.requiredText("exercise", "Enter an exercise.")
        let set = input.requiredText("set", "Enter a set, such as 5x100kg.")
        let exertion = input.number("rpe")
        if let exercise, let set, input.isValid {
            do throws(Status) {
                let logged = try await request.call(
                    Training.log,
                    Training.LogRequest(
                        exercise: exercise, set: set,
                        warmup: input.text("warmup") == nil ? nil : true, rpe: exertion,
                        session: try id(request), isNew: input.text("isNew") == nil ? nil : true))
                return try saved(logged, newRecords, request)
            } catch {
                // The service names the exercise or the set that it does not know.
                guard error.code == .notFound else {
                    try input.reject(error, "set")
                    return .page(try await page(request, posted: input))
                }
                input.reject(error.formSentence, "exercise")
            }
        }
        return .page(try await page(request, posted: input))
    }

    private static func number(_ request: WebRequest) throws(Status) -> Int {
        let text = request.parameters["number"] ?? ""
        guard let number = Int(text) else {
            throw Status(.notFound, "The training session has no set \"\(text)\".")
        }
        return number
    }

    /// The set of the path.
    /// - Throws: NOT_FOUND if the training session has no such set.
    private static func loggedSet(
        _ request: WebRequest
    ) async throws -> (set: Training.LoggedSet, session: Training.Session) {
        let number = try number(request)
        let session = try await request.withoutKey.call(
            Training.session, Training.SessionRequest(session: try id(request))
        ).session
        guard let set = session.logged?.first(where: { $0.number == number }) else {
            throw Status(
                .notFound, "The training session has no set \(number) any more.",
                hint: "Open the training session again.")
        }
        return (set, session)
    }

    /// True if the set of the path is the one that the page of the form shows; else the form has a problem.
    private static func isUnchanged(
        _ input: inout FormInput, _ request: WebRequest
    ) async throws -> Bool {
        guard let opened = input.typed(TrainingSetPage.openedField) else { return true }
        let set = try await loggedSet(request).set
        guard opened != set.summary else { return true }
        input.reject(
            "Set \(set.number) has changed since the page was opened. Now the set is \(set.summary)."
        )
        return false
    }

    private static func setPage(
        _ request: WebRequest, input: FormInput = FormInput(TrainingSetPage.formName)
    ) async throws -> Page {
        let (set, session) = try await loggedSet(request)
        return TrainingSetPage(
            set: set, session: session, input: input, visitor: request.visitor
        ).page
    }

    private static func editSet(
        _ request: WebRequest, _ newRecords: NewRecords
    ) async throws -> WebReply {
        var input = FormInput(TrainingSetPage.formName, request.form)
        let exertion = input.number("rpe")
        if input.isValid, try await isUnchanged(&input, request) {
            do throws(Status) {
                let edited = try await request.call(
                    Training.editSet,
                    Training.EditSetRequest(
                        session: try id(request), number: try number(request),
                        set: input.text("set"), warmup: input.text("warmup") != nil,
                        rpe: exertion))
                return try saved(edited, newRecords, request)
            } catch {
                try input.reject(error, input.text("set") == nil ? "rpe" : "set")
            }
        }
        return .page(try await setPage(request, input: input))
    }

    private static func deleteSet(_ request: WebRequest) async throws -> WebReply {
        let number = try number(request)
        var input = FormInput(TrainingSessionPage.deletionForm, request.form)
        guard try await isUnchanged(&input, request) else {
            return .page(try await page(request, posted: input))
        }
        _ = try await request.call(
            Training.delete, Training.DeleteRequest(session: try id(request), number: number))
        return try done(request)
    }

    private static func edit(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(TrainingSessionPage.editForm, request.form)
        let id = try id(request)
        let day = input.day("day")
        if input.isValid {
            let session = try await request.withoutKey.call(
                Training.session, Training.SessionRequest(session: id)
            ).session
            let label = input.text("label") ?? ""
            let notes = input.text("notes") ?? ""
            let status = input.text("status")
            let change = Training.EditRequest(
                session: id, day: day == session.date ? nil : day, at: input.text("at"),
                duration: input.text("duration"),
                label: label == session.label ?? "" ? nil : label,
                notes: notes == session.notes ?? "" ? nil : notes,
                status: status == session.status ? nil : status)
            guard change != Training.EditRequest(session: id) else {
                return .redirect(path(of: id))
            }
            if Revision.isStale(request.form, current: session.revision) {
                return conflict(session, change, request)
            }
            do throws(Status) {
                _ = try await request.call(Training.edit, change)
                return try done(request)
            } catch {
                try input.reject(error, editField(of: error))
            }
        }
        return .page(try await page(request, posted: input))
    }

    /// The field of the form of a training session that a sentence of the service is about.
    private static func editField(of status: Status) -> String {
        [("time of day", "at"), ("The start ", "at"), ("duration", "duration")]
            .first { status.message.contains($0.0) }?.1 ?? "day"
    }

    private static func conflict(
        _ session: Training.Session, _ change: Training.EditRequest, _ request: WebRequest
    ) -> WebReply {
        let fields: [(label: String, saved: String?, typed: String?)] = [
            ("Label", session.label, change.label),
            ("Day", "\(session.date)", change.day.map { "\($0)" }),
            ("Time of the start", nil, change.at),
            ("Duration", session.seconds.map { NumberText.seconds($0) }, change.duration),
            ("Notes", session.notes, change.notes), ("Status", session.status, change.status),
        ]
        let path = path(of: session.id)
        return .page(
            ConflictPage(
                name: session.title, section: .training, back: path, action: path,
                fields: request.form, revision: session.revision,
                differences: fields.compactMap { field in
                    field.typed.map { (label: field.label, saved: field.saved ?? "", typed: $0) }
                }, fragment: "training-edit", visitor: request.visitor
            ).page)
    }

    private static func finish(_ request: WebRequest) async throws -> WebReply {
        let id = try id(request)
        do throws(Status) {
            _ = try await request.call(
                Training.finish,
                Training.FinishRequest(
                    session: id, abandon: request.form["action"] == "abandon" ? true : nil))
        } catch {
            // Another page has ended the training session in the meantime.
            guard error.code == .failedPrecondition else { throw error }
            return .redirect(path(of: id))
        }
        return try done(request)
    }

    private static func delete(_ request: WebRequest) async throws -> WebReply {
        _ = try await request.call(
            Training.delete, Training.DeleteRequest(session: try id(request)))
        return .redirect("/training?done=1")
    }
}
