import CivilTime
import Contracts
import RPC

/// The routes that add, change, order and remove the exercises of a day of a training plan.
enum PlannedExerciseRoutes {
    static let routes = [
        WebRoute(.post, "\(plan)/exercises") { try await add($0) },
        WebRoute(.get, exercise) { try await show($0) },
        WebRoute(.post, exercise) { try await change($0) },
        WebRoute(.post, "\(exercise)/order") { try await order($0) },
        WebRoute(.post, "\(exercise)/delete") { try await remove($0) },
        // A browser that reloads the response to a rejected form requests the path of the form.
        WebRoute(.get, "\(plan)/exercises") { request in
            .redirect(TrainingPlanRoutes.path(of: try await TrainingPlanRoutes.plan(request)))
        },
    ]

    private static let plan = "\(TrainingPlanRoutes.folder)/:id"
    private static let exercise = "\(plan)/days/:weekday/exercise"

    /// The path of an exercise of a day, without its name.
    static func path(of day: Training.PlanDay, in plan: Training.Plan) -> String {
        "\(TrainingPlanRoutes.path(of: plan))/days/\(day.weekday)/exercise"
    }

    /// The name of a day in requests, which is unique in its plan.
    private static func reference(_ day: Training.PlanDay) throws(Status) -> String {
        guard (1...7).contains(day.weekday) else {
            throw Status(
                .failedPrecondition,
                "The day \(day.weekday) of the training plan is not a weekday.",
                hint: "Delete the day, and add a weekday.")
        }
        return weekdayNames[day.weekday - 1]
    }

    private static func add(_ request: WebRequest) async throws -> WebReply {
        let plan = try await TrainingPlanRoutes.plan(request)
        var input = FormInput(TrainingPlanPage.exerciseForm, request.form)
        let exercise = input.requiredText("exercise", "Choose an exercise.")
        let weekday = input.text("day") ?? ""
        guard let day = plan.days.first(where: { "\($0.weekday)" == weekday }) else {
            input.reject("The training plan has no such day any more.", "day")
            return .page(try await TrainingPlanRoutes.page(request, posted: input))
        }
        let change = targets(
            Training.PlanExerciseRequest(
                plan: plan.id, day: try reference(day), exercise: exercise ?? ""), &input)
        if input.isValid {
            do throws(Status) {
                _ = try await request.call(Training.setPlanExercise, change)
                return .redirect(
                    "\(TrainingPlanRoutes.path(of: plan))?day=\(day.weekday)&done=1")
            } catch {
                try input.reject(error, field(of: error, change) ?? "exercise")
            }
        }
        return .page(try await TrainingPlanRoutes.page(request, posted: input))
    }

    // MARK: One exercise

    /// An exercise that a request names, with its day and its training plan.
    private struct Selection {
        let plan: Training.Plan
        let day: Training.PlanDay
        /// The index in the exercises of the day.
        let index: Int

        var exercise: Training.PlannedExercise { day.exercises[index] }
    }

    /// The exercise with a name on the day of the path.
    /// - Throws: NOT_FOUND if the day has no such exercise.
    private static func selection(
        _ name: String?, _ request: WebRequest
    ) async throws -> Selection {
        let plan = try await TrainingPlanRoutes.plan(request)
        let day = try TrainingPlanRoutes.day(of: plan, request)
        guard let index = day.exercises.firstIndex(where: { $0.exercise == name }) else {
            throw Status(
                .notFound, "The day has no such exercise any more.",
                hint: "Open the training plan again.")
        }
        return Selection(plan: plan, day: day, index: index)
    }

    private static func show(_ request: WebRequest) async throws -> WebReply {
        // A browser that reloads the response to a rejected form does not send the name.
        guard let name = request.query["name"] else {
            let plan = try await TrainingPlanRoutes.plan(request)
            return .redirect(TrainingPlanRoutes.path(of: plan))
        }
        let selected = try await selection(name, request)
        return .page(
            PlannedExercisePage(
                plan: selected.plan, day: selected.day, exercise: selected.exercise,
                visitor: request.visitor
            ).page)
    }

    private static func change(_ request: WebRequest) async throws -> WebReply {
        let selected = try await selection(request.form[PlannedExercisePage.nameField], request)
        var input = FormInput(PlannedExercisePage.formName, request.form)
        let unchanged = Training.PlanExerciseRequest(
            plan: selected.plan.id, day: try reference(selected.day),
            exercise: selected.exercise.exercise)
        var change = targets(unchanged, &input)
        if change.sets == selected.exercise.sets { change.sets = nil }
        if change.rir == selected.exercise.rir { change.rir = nil }
        if input.isValid {
            guard change != unchanged else {
                return .redirect(TrainingPlanRoutes.path(of: selected.plan))
            }
            if Revision.isStale(request.form, current: selected.exercise.revision) {
                return conflict(selected, change, request)
            }
            do throws(Status) {
                _ = try await request.call(Training.setPlanExercise, change)
                return TrainingPlanRoutes.redirect(afterChangeOf: selected.plan)
            } catch {
                try input.reject(error, field(of: error, change))
            }
        }
        return .page(
            PlannedExercisePage(
                plan: selected.plan, day: selected.day, exercise: selected.exercise, input: input,
                visitor: request.visitor
            ).page)
    }

    private static func conflict(
        _ selected: Selection, _ change: Training.PlanExerciseRequest, _ request: WebRequest
    ) -> WebReply {
        let saved = selected.exercise
        let fields: [(label: String, saved: String?, typed: String?)] = [
            ("Sets", saved.sets.map { "\($0)" }, change.sets.map { "\($0)" }),
            (
                "Repetitions in reserve", saved.rir.map { "\($0)" }, change.rir.map { "\($0)" }
            ),
            ("Distance", saved.distanceText, change.distance),
            ("Duration", saved.durationText, change.duration),
        ]
        let path = path(of: selected.day, in: selected.plan)
        return .page(
            ConflictPage(
                name: saved.exercise, section: .training,
                back: path + URLText.query([("name", saved.exercise)]),
                action: path, fields: request.form, revision: saved.revision,
                differences: fields.compactMap { field in
                    field.typed.map { (label: field.label, saved: field.saved ?? "", typed: $0) }
                }, fragment: "planned-exercise", visitor: request.visitor
            ).page)
    }

    /// Moves an exercise past the one before or after it.
    private static func order(_ request: WebRequest) async throws -> WebReply {
        let selected = try await selection(request.form[PlannedExercisePage.nameField], request)
        let target = selected.index + (try request.field("direction") == "up" ? -1 : 1)
        // The first exercise cannot move up, nor the last one down: no step is added.
        guard selected.day.exercises.indices.contains(target) else {
            return .redirect(TrainingPlanRoutes.path(of: selected.plan))
        }
        _ = try await request.call(
            Training.setPlanExercise,
            Training.PlanExerciseRequest(
                plan: selected.plan.id, day: try reference(selected.day),
                exercise: selected.exercise.exercise, position: target + 1))
        return TrainingPlanRoutes.redirect(afterChangeOf: selected.plan)
    }

    private static func remove(_ request: WebRequest) async throws -> WebReply {
        let selected = try await selection(request.form[PlannedExercisePage.nameField], request)
        _ = try await request.call(
            Training.setPlanExercise,
            Training.PlanExerciseRequest(
                plan: selected.plan.id, day: try reference(selected.day),
                exercise: selected.exercise.exercise, remove: true))
        return TrainingPlanRoutes.redirect(afterChangeOf: selected.plan)
    }

    // MARK: Targets

    /// The request with the targets of a form.
    private static func targets(
        _ request: Training.PlanExerciseRequest, _ input: inout FormInput
    ) -> Training.PlanExerciseRequest {
        var request = request
        request.sets = input.integer("sets")
        request.rir = input.integer("rir")
        request.distance = input.text("distance")
        request.duration = input.text("duration")
        return request
    }

    /// The field that an error of the service is about; nil: the whole form.
    private static func field(
        of status: Status, _ change: Training.PlanExerciseRequest
    ) -> String? {
        if status.code == .failedPrecondition { return "day" }
        let message = status.message
        if change.rir != nil, message.contains("reserve") { return "rir" }
        if message.contains("sets") { return change.sets == nil ? "rir" : "sets" }
        if change.distance != nil, message.contains("distance") { return "distance" }
        return change.duration == nil ? nil : "duration"
    }
}
