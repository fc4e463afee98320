import Contracts
import RPC

/// The routes of the activities: list, form, details, trash and week.
package enum ActivityRoutes {
    package static let routes =
        lists + forms + details + [
            WebRoute(.get, "/week") { try await WeekHandlers.show($0) },
            WebRoute(.post, "/week") { try await WeekHandlers.change($0) },
        ]

    private static let lists = [
        WebRoute(.get, "/activities") { try await ActivityListHandlers.show($0) },
        WebRoute(.post, "/activities/group") { try await ActivityListHandlers.group($0) },
        WebRoute(.get, "/activities/trash") { try await TrashHandlers.show($0) },
        WebRoute(.post, "/activities/trash") { try await TrashHandlers.restore($0) },
        WebRoute(.get, TrashRemovalPage.path) { try await TrashHandlers.confirmRemoval($0) },
        WebRoute(.post, TrashRemovalPage.path) { try await TrashHandlers.remove($0) },
        change("pause", Activities.pause),
        change("resume", Activities.resume),
        change("convert", Activities.convert),
        change("dissolve", Activities.dissolve),
        WebRoute(.post, "/activities/:id/delete") { request in
            _ = try await request.call(
                Activities.delete, Activities.ActivityRequest(name: try request.activity))
            return .redirect(ActivityFilter(request.form).path(isDone: true))
        },
        WebRoute(.get, "/activities/:id/move") { try await ActivityListHandlers.showMove($0) },
        WebRoute(.post, "/activities/:id/move") { try await ActivityListHandlers.move($0) },
        WebRoute(.post, "/activities/:id/order") { try await ActivityListHandlers.order($0) },
    ]

    private static let forms = [
        WebRoute(.get, "/activities/new") { try await ActivityFormHandlers.new($0) },
        WebRoute(.post, "/activities/new") { try await ActivityFormHandlers.add($0) },
        WebRoute(.get, "/activities/:id/edit") { try await ActivityFormHandlers.edit($0) },
        WebRoute(.post, "/activities/:id/edit") { try await ActivityFormHandlers.save($0) },
    ]

    private static let details = [
        WebRoute(.get, "/activities/:id") { try await ActivityHandlers.show($0) },
        WebRoute(.get, "/activities/:id/entries") { try await ActivityHandlers.entries($0) },
        WebRoute(.post, "/activities/:id/entries") { try await ActivityHandlers.change($0) },
        WebRoute(.post, "/activities/:id/log") { try await ActivityHandlers.log($0) },
        WebRoute(.get, "/activities/:id/explain") { try await ActivityHandlers.explain($0) },
        WebRoute(.get, "/activities/:id/reminders") { try await ActivityTimesHandlers.show($0) },
        WebRoute(.post, "/activities/:id/reminders") { try await ActivityTimesHandlers.save($0) },
    ]

    /// A change that needs only the activity. Leads to the list, or to the page of the activity if
    /// the form was there.
    private static func change(
        _ name: String, _ method: RPC.Method<Activities.ActivityRequest, Activities.Item>
    ) -> WebRoute {
        WebRoute(.post, "/activities/:id/\(name)") { request in
            let id = try request.activity
            _ = try await request.call(method, Activities.ActivityRequest(name: id))
            let list = ActivityFilter(request.form).path(isDone: true)
            return .redirect(request.form["page"] == "activity" ? "/activities/\(id)?done=1" : list)
        }
    }
}
