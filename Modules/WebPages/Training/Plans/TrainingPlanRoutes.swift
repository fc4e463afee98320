import CivilTime
import Contracts
import NaturalInput
import RPC

/// The routes that add, change and delete training plans and their days. ``PlannedExerciseRoutes`` change
/// the exercises of a day.
enum TrainingPlanRoutes {
    static let routes = [
        WebRoute(.post, folder) { try await add($0) },
        WebRoute(.get, "\(folder)/:id") { .page(try await page($0)) },
        WebRoute(.post, "\(folder)/:id") { try await rename($0) },
        WebRoute(.post, "\(folder)/:id/activate") { try await activate($0) },
        WebRoute(.post, "\(folder)/:id/delete") { try await delete($0) },
        WebRoute(.post, "\(folder)/:id/days") { try await addDays($0) },
        WebRoute(.post, "\(folder)/:id/days/:weekday") { try await changeDay($0) },
        WebRoute(.post, "\(folder)/:id/days/:weekday/delete") { try await deleteDay($0) },
        WebRoute(.post, "\(folder)/:id/new-exercise") { try await addExercise($0) },
        // A browser that reloads the response to a rejected form requests the path of the form.
        WebRoute(.get, folder) { _ in .redirect("/training") },
        WebRoute(.get, "\(folder)/:id/days") { .redirect(path(of: try await plan($0))) },
        WebRoute(.get, "\(folder)/:id/days/:weekday") { .redirect(path(of: try await plan($0))) },
        WebRoute(.get, "\(folder)/:id/new-exercise") { .redirect(path(of: try await plan($0))) },
    ]

    static let folder = "/training/plans"

    /// The path of a training plan.
    static func path(of plan: Training.Plan) -> String {
        "\(folder)/\(URLText.encoded(plan.id))"
    }

    /// The redirect to the page of a plan after a change, which shows the step with its undo.
    static func redirect(afterChangeOf plan: Training.Plan) -> WebReply {
        .redirect("\(path(of: plan))?done=1")
    }

    /// The training plan of the path.
    /// - Throws: NOT_FOUND without one.
    static func plan(_ request: WebRequest) async throws -> Training.Plan {
        let id = URLText.decoded(request.parameters["id"] ?? "")
        let plans = try await request.withoutKey.call(Training.plans, Empty()).plans
        guard let plan = plans.first(where: { $0.id == id }) else {
            throw Status(
                .notFound, "There is no such training plan any more.",
                hint: "Open the list of training plans.")
        }
        return plan
    }

    /// The day of the path.
    /// - Throws: NOT_FOUND if the plan has no such day.
    static func day(of plan: Training.Plan, _ request: WebRequest) throws(Status)
        -> Training.PlanDay
    {
        let text = request.parameters["weekday"] ?? ""
        guard let weekday = Int(text), let day = plan.days.first(where: { $0.weekday == weekday })
        else {
            throw Status(
                .notFound, "The training plan \"\(plan.name)\" has no day \"\(text)\" any more.",
                hint: "Open the training plan again.")
        }
        return day
    }

    /// The page of the plan of the path. `posted` is a form that was refused; nil: none.
    static func page(_ request: WebRequest, posted: FormInput? = nil) async throws -> Page {
        let request = request.withoutKey
        async let exercises = request.call(Training.exercises, Empty())
        async let toast = Toast.html(request)
        return TrainingPlanPage(
            plan: try await plan(request), exercises: try await exercises.exercises,
            chosenDay: request.query["day"], posted: posted, visitor: request.visitor
        ).page(toast: await toast)
    }

    // MARK: Plan

    private static func add(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(NewTrainingPlanCard.formName, request.form)
        if let name = input.requiredText("name", "The training plan needs a name.") {
            do throws(Status) {
                let added = try await request.call(
                    Training.addPlan,
                    Training.AddPlanRequest(name: name, type: input.text("type")))
                return redirect(afterChangeOf: added.plan)
            } catch {
                try input.reject(error, "name")
            }
        }
        return .page(try await TrainingRoutes.page(request.withoutKey, posted: input))
    }

    private static func rename(_ request: WebRequest) async throws -> WebReply {
        let plan = try await plan(request)
        var input = FormInput(TrainingPlanPage.nameForm, request.form)
        if let name = input.requiredText("name", "The training plan needs a name.") {
            guard name != plan.name else { return .redirect(path(of: plan)) }
            if Revision.isStale(request.form, current: plan.revision) {
                return .page(
                    ConflictPage(
                        name: plan.name, section: .training, back: path(of: plan),
                        action: path(of: plan), fields: request.form, revision: plan.revision,
                        differences: [("Name", plan.name, name)], fragment: "training-plan",
                        visitor: request.visitor
                    ).page)
            }
            do throws(Status) {
                _ = try await request.call(
                    Training.editPlan, Training.EditPlanRequest(plan: plan.id, name: name))
                return redirect(afterChangeOf: plan)
            } catch {
                try input.reject(error, "name")
            }
        }
        return .page(try await page(request, posted: input))
    }

    private static func activate(_ request: WebRequest) async throws -> WebReply {
        let plan = try await plan(request)
        guard plan.status != "active" else { return .redirect(path(of: plan)) }
        _ = try await request.call(Training.activatePlan, Training.PlanRequest(plan: plan.id))
        return redirect(afterChangeOf: plan)
    }

    private static func delete(_ request: WebRequest) async throws -> WebReply {
        let plan = try await plan(request)
        _ = try await request.call(Training.deletePlan, Training.PlanRequest(plan: plan.id))
        return .redirect("/training?done=1")
    }

    // MARK: Days

    private static func addDays(_ request: WebRequest) async throws -> WebReply {
        let plan = try await plan(request)
        var input = FormInput(TrainingPlanPage.daysForm, request.form)
        let weekdays = (1...7).filter { input.typed(TrainingDayFields.box($0)) != nil }
        if weekdays.isEmpty { input.reject("Choose at least one weekday.", "weekdays") }
        if input.isValid {
            do throws(Status) {
                _ = try await request.call(
                    Training.setPlanDays,
                    Training.PlanDaysRequest(
                        plan: plan.id, weekdays: weekdays, label: input.text("label"),
                        rest: input.text("kind") == "rest"))
                return redirect(afterChangeOf: plan)
            } catch {
                try input.reject(error, error.code == .failedPrecondition ? "kind" : "label")
            }
        }
        return .page(try await page(request, posted: input))
    }

    private static func changeDay(_ request: WebRequest) async throws -> WebReply {
        let plan = try await plan(request)
        let day = try day(of: plan, request)
        var input = FormInput(TrainingDayCard.formName(of: day), request.form)
        let label = input.text("label") ?? ""
        let change = Training.PlanDaysRequest(
            plan: plan.id, weekdays: [day.weekday], label: label == day.label ? nil : label,
            rest: input.text("kind") == "rest")
        guard change.label != nil || change.rest != day.rest else {
            return .redirect(path(of: plan))
        }
        if Revision.isStale(request.form, current: day.revision) {
            return conflict(day, of: plan, change, request)
        }
        do throws(Status) {
            _ = try await request.call(Training.setPlanDays, change)
            return redirect(afterChangeOf: plan)
        } catch {
            try input.reject(error, error.code == .failedPrecondition ? "kind" : "label")
        }
        return .page(try await page(request, posted: input))
    }

    private static func conflict(
        _ day: Training.PlanDay, of plan: Training.Plan, _ change: Training.PlanDaysRequest,
        _ request: WebRequest
    ) -> WebReply {
        func use(_ isRest: Bool) -> String { isRest ? "Rest" : "Training" }
        let differences = [
            ("Label", day.label, change.label ?? day.label),
            ("Use", use(day.rest), use(change.rest ?? day.rest)),
        ].filter { $0.1 != $0.2 }
        return .page(
            ConflictPage(
                name: day.titleWithLabel, section: .training, back: path(of: plan),
                action: "\(path(of: plan))/days/\(day.weekday)", fields: request.form,
                revision: day.revision, differences: differences, fragment: "training-plan",
                visitor: request.visitor
            ).page)
    }

    private static func deleteDay(_ request: WebRequest) async throws -> WebReply {
        let plan = try await plan(request)
        let day = try day(of: plan, request)
        _ = try await request.call(
            Training.setPlanDays,
            Training.PlanDaysRequest(plan: plan.id, weekdays: [day.weekday], remove: true))
        return redirect(afterChangeOf: plan)
    }

    // MARK: Exercises of the profile

    private static func addExercise(_ request: WebRequest) async throws -> WebReply {
        let plan = try await plan(request)
        var input = FormInput(TrainingPlanPage.newExerciseForm, request.form)
        let name = input.requiredText("name", "The exercise needs a name.")
        let muscles = muscles(&input)
        if let name, input.isValid {
            do throws(Status) {
                _ = try await request.call(
                    Training.addExercise,
                    Training.AddExerciseRequest(
                        name: name, type: input.text("type"), equipment: input.text("equipment"),
                        muscles: muscles))
                return redirect(afterChangeOf: plan)
            } catch {
                let isAboutMuscles =
                    error.code == .invalidArgument
                    && ["muscle", "share"].contains(where: error.message.contains)
                try input.reject(error, isAboutMuscles ? "muscles" : "name")
            }
        }
        return .page(try await page(request, posted: input))
    }

    /// The muscles of an exercise; nil if the field is empty, or if its text does not list muscles, which is
    /// then a problem of the field.
    private static func muscles(_ input: inout FormInput) -> [Training.Involvement]? {
        guard let text = input.text("muscles") else { return nil }
        guard let muscles = MuscleShares(text) else {
            input.reject(
                "\"\(text)\" is not a list of muscles. Write the muscles as Chest, Triceps:0.5.",
                "muscles")
            return nil
        }
        return muscles.shares.map {
            Training.Involvement(muscle: $0.muscle, share: $0.share)
        }
    }
}
