import CivilTime
import Contracts
import RPC
import Tracker

/// The routes of the list of goals and of each goal.
package enum GoalRoutes {
    package static let routes: [WebRoute] =
        [
            WebRoute(.get, "/goals") { .page(try await listPage($0)) },
            WebRoute(.get, "/goals/new") { .page(NewGoalPage(visitor: $0.visitor).page) },
            WebRoute(.post, "/goals/new") { try await add($0) },
            WebRoute(.get, "/goals/:id") { .page(try await page($0)) },
            WebRoute(.post, "/goals/:id") { try await edit($0) },
            WebRoute(.post, "/goals/:id/pause") { try await change(Goals.pause, $0) },
            WebRoute(.post, "/goals/:id/resume") { try await change(Goals.resume, $0) },
            WebRoute(.post, "/goals/:id/delete") { request in
                _ = try await request.call(Goals.delete, Goals.GoalRequest(goal: try id(request)))
                return .redirect("/goals?done=1")
            },
            WebRoute(.post, "/goals/:id/link") { try await link($0) },
            WebRoute(.post, "/goals/:id/unlink") { request in
                let goal = try id(request)
                _ = try await request.call(
                    Goals.unlink,
                    Goals.UnlinkRequest(goal: goal, activity: try request.field("activity")))
                return .redirect("/goals/\(goal)?done=1")
            },
        ]
        // A browser that reloads the response to a rejected form requests the path of the form.
        + ["pause", "resume", "delete", "link", "unlink"].map { action in
            WebRoute(.get, "/goals/:id/\(action)") { .redirect("/goals/\(try id($0))") }
        }

    private static func id(_ request: WebRequest) throws(Status) -> String {
        guard let id = request.parameters["id"], !id.isEmpty else {
            throw Status(.notFound, "There is no such goal.")
        }
        return id
    }

    // MARK: Pages

    /// The list of goals. `posted` is a form of the page that a service rejected; nil: none.
    static func listPage(_ request: WebRequest, posted: FormInput? = nil) async throws -> Page {
        async let list = request.call(Goals.list, Goals.ListRequest())
        async let weight = WeightSummary.load(request)
        async let toast = Toast.html(request)
        let page = GoalsPage(
            goals: try await list.goals, weight: try await weight, visitor: request.visitor,
            posted: posted)
        return page.page(toast: await toast)
    }

    private static func page(
        _ request: WebRequest, posted: FormInput? = nil
    ) async throws -> Page {
        let id = try id(request)
        async let goal = request.call(Goals.show, Goals.GoalRequest(goal: id))
        async let list = request.call(Activities.list, Activities.ListRequest(reminders: false))
        async let toast = Toast.html(request)
        let page = GoalPage(
            goal: try await goal.goal, activities: try await list.activities,
            visitor: request.visitor, posted: posted)
        return page.page(toast: await toast)
    }

    // MARK: Changes

    private static let titleMissing = "Enter a title."

    private static func add(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput("new", request.form)
        let title = input.requiredText("title", titleMissing)
        let deadline = input.day("deadline")
        if let title, input.isValid {
            do throws(Status) {
                let added = try await request.call(
                    Goals.add, Goals.AddRequest(title: title, deadline: deadline))
                return .redirect("\(added.goal.path)?done=1")
            } catch {
                try input.reject(error, field(of: error, deadline))
            }
        }
        return .page(NewGoalPage(visitor: request.visitor, input: input).page)
    }

    private static func edit(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput("edit", request.form)
        let id = try id(request)
        let title = input.requiredText("title", titleMissing)
        let deadline = input.day("deadline")
        if let title, input.isValid {
            let goal = try await request.call(Goals.show, Goals.GoalRequest(goal: id)).goal
            if Revision.isStale(request.form, current: goal.revision) {
                return conflict(goal, title, deadline, request)
            }
            do throws(Status) {
                // The service rejects a deadline in the past also if it is unchanged.
                _ = try await request.call(
                    Goals.edit,
                    Goals.EditRequest(
                        goal: id, title: title == goal.title ? nil : title,
                        deadline: deadline == goal.deadline ? nil : deadline,
                        withoutDeadline: deadline == nil ? true : nil))
                return .redirect("\(goal.path)?done=1")
            } catch {
                try input.reject(error, field(of: error, deadline))
            }
        }
        return .page(try await page(request, posted: input))
    }

    private static func conflict(
        _ goal: Goals.Goal, _ title: String, _ deadline: CivilDate?, _ request: WebRequest
    ) -> WebReply {
        let saved = goal.deadline.map { "\($0)" } ?? ""
        let typed = deadline.map { "\($0)" } ?? ""
        let differences = [("Title", goal.title, title), ("Deadline", saved, typed)]
            .filter { $0.1 != $0.2 }
        guard !differences.isEmpty else { return .redirect(goal.path) }
        return .page(
            ConflictPage(
                name: goal.title, section: .goals, back: goal.path, action: goal.path,
                fields: request.form, revision: goal.revision, differences: differences,
                fragment: "goal-edit", visitor: request.visitor
            ).page)
    }

    /// The field that a status is about: the deadline if the sentence names the day, else the title.
    private static func field(of status: Status, _ deadline: CivilDate?) -> String {
        deadline.map { status.message.contains("\($0)") } == true ? "deadline" : "title"
    }

    private static func change(
        _ method: RPC.Method<Goals.GoalRequest, Goals.GoalResponse>, _ request: WebRequest
    ) async throws -> WebReply {
        let goal = try await request.call(method, Goals.GoalRequest(goal: try id(request))).goal
        return .redirect(request.form["back"] == "list" ? "/goals?done=1" : "\(goal.path)?done=1")
    }

    private static func link(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput("link", request.form)
        let id = try id(request)
        let activity = input.requiredText("activity", "Choose an activity.")
        let role = input.text("role").flatMap(GoalRole.Name.init(rawValue:)) ?? .activity
        let weight = input.number("weight")
        let baseline = input.number("baseline")
        let target = input.number("target")
        let direction = input.text("direction").flatMap(Goals.Direction.init(rawValue:))
        if let activity, input.isValid {
            do throws(Status) {
                _ = try await request.call(
                    Goals.link,
                    Goals.LinkRequest(
                        goal: id, activity: activity, role: role, weight: weight,
                        baseline: baseline, target: target, direction: direction))
                return .redirect("/goals/\(id)?done=1")
            } catch {
                try input.reject(
                    error,
                    error.message.hasPrefix("The weight ")
                        ? "weight" : error.message.hasPrefix("Baseline") ? "baseline" : nil)
            }
        }
        return .page(try await page(request, posted: input))
    }
}
