import CivilTime
import Contracts
import RPC
import Tracker

/// The routes of insights, of all streaks and of annotations.
package enum InsightsRoutes {
    package static let routes: [WebRoute] = [
        WebRoute(.get, "/insights") { .page(try await page($0)) },
        WebRoute(.get, "/streaks") { .page(try await streaks($0)) },
        WebRoute(.post, "/insights/annotations") { try await annotate($0) },
        WebRoute(.post, "/insights/annotations/:id") { request in
            _ = try await request.call(
                Statistics.removeAnnotation,
                Statistics.RemoveAnnotationRequest(id: request.parameters["id"] ?? ""))
            return .redirect("/insights?done=1")
        },
        // A browser that reloads the response to a rejected form requests the path of the form.
        WebRoute(.get, "/insights/annotations") { _ in .redirect("/insights") },
        WebRoute(.get, "/insights/annotations/:id") { _ in .redirect("/insights") },
    ]

    /// The page. `posted` is its form that a service rejected; nil: none.
    private static func page(
        _ request: WebRequest, posted: FormInput? = nil
    ) async throws -> Page {
        async let response = request.call(Statistics.insights, Statistics.AsOfRequest())
        async let toast = Toast.html(request)
        let associations = await associations(request)
        let insights = try await response
        let values = await values(of: insights.wins.map(\.id), request)
        let page = InsightsPage(
            insights: insights, values: values, visitor: request.visitor,
            associations: associations, posted: posted)
        return page.page(toast: await toast)
    }

    /// The pairs that move together; nil if the query does not ask for them.
    private static func associations(
        _ request: WebRequest
    ) async -> Result<Insights.AssociationsResponse, Status>? {
        guard request.query[AssociationsCard.parameter] == "1" else { return nil }
        return await request.part("associations") { () async throws(Status) in
            try await request.call(
                Insights.associations, Insights.AssociationsRequest(), timeout: .seconds(20))
        }
    }

    /// The values of the last 30 days of activities; without those that cannot be read.
    private static func values(
        of ids: [Activity.ID], _ request: WebRequest
    ) async -> [Activity.ID: [Double?]] {
        await withTaskGroup { group in
            for id in ids {
                group.addTask {
                    let bars = try? await request.call(
                        Statistics.bars,
                        Statistics.BarsRequest(activity: id.rawValue, range: "month"))
                    return (id, bars?.bars.map(\.value))
                }
            }
            var values: [Activity.ID: [Double?]] = [:]
            for await (id, bars) in group { values[id] = bars }
            return values
        }
    }

    private static func streaks(_ request: WebRequest) async throws -> Page {
        let response = try await request.call(Statistics.streaks, Statistics.AsOfRequest())
        return StreaksPage(streaks: response.streaks).page
    }

    private static func annotate(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(AnnotationsCard.form, request.form)
        let text = input.requiredText("text", "Enter a text.")
        let day = input.day("on")
        if let text, input.isValid {
            do throws(Status) {
                _ = try await request.call(
                    Statistics.annotate,
                    Statistics.AnnotateRequest(
                        text: text, on: day, activity: input.text("activity")))
                return .redirect("/insights?done=1")
            } catch {
                let name = input.text("activity").map { "\"\($0)\"" }
                if let name, error.message.contains(name), error.isFormProblem {
                    input.reject(error.formSentence, "activity")
                } else {
                    try input.reject(error, "text")
                }
            }
        }
        return .page(try await page(request, posted: input))
    }
}
