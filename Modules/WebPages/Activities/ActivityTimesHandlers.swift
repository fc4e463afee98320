import Contracts
import RPC
import Tracker

/// The handlers of the reminder times of an activity.
enum ActivityTimesHandlers {
    static func show(_ request: WebRequest) async throws -> WebReply {
        async let toast = Toast.html(request)
        return .page(try await page(request).page(toast: await toast))
    }

    private static func page(
        _ request: WebRequest, posted: FormInput? = nil
    ) async throws(Status) -> ActivityTimesPage {
        let item = try await request.call(
            Activities.show, Activities.ActivityRequest(name: try request.activity))
        let times = try await request.call(Notifications.activityTimes, Empty())
        return ActivityTimesPage(
            item: item, all: times.activities, posted: posted, visitor: request.visitor)
    }

    /// Saves the times and weekdays of one kind.
    static func save(_ request: WebRequest) async throws -> WebReply {
        guard let kind = ActivityTimesPage.Kind(rawValue: try request.field("kind")) else {
            throw Status(.invalidArgument, "The form has no known kind of reminders.")
        }
        var input = FormInput(kind.rawValue, request.form)
        let stored = try await page(request.withoutKey)
        let path = ActivityTimesPage.path(of: stored.item.id.rawValue)
        let saved = stored.reminders(kind)
        let typed = ActivityTimesPage.Reminders(request.form)
        guard typed != saved else { return .redirect(path) }
        guard !Revision.isStale(request.form, current: saved.revision) else {
            return .page(
                ConflictPage(
                    name: stored.item.name, section: .activities, back: path, action: path,
                    fields: request.form, revision: saved.revision,
                    differences: typed.differences(from: saved), fragment: "activity-times",
                    visitor: request.visitor
                ).page)
        }
        do throws(Status) {
            _ = try await request.call(
                Notifications.setActivityTimes,
                Notifications.SetTimesRequest(
                    activity: stored.item.id.rawValue, times: typed.times,
                    isForLogging: kind == .logging, weekdays: typed.weekdays))
            return .redirect("\(path)?done=1")
        } catch {
            try input.reject(error, "times")
            return .page(try await page(request.withoutKey, posted: input).page(toast: .empty))
        }
    }
}
