import CivilTime
import Contracts
import RPC

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
        // A browser that loads the answer to a rejected form again asks for its path.
        WebRoute(.get, "/insights/annotations") { _ in .redirect("/insights") },
        WebRoute(.get, "/insights/annotations/:id") { _ in .redirect("/insights") },
    ]

    private static func links(_ request: WebRequest) async throws -> ActivityLinks {
        ActivityLinks(
            try await request.call(Activities.list, Activities.ListRequest(reminders: false))
                .activities)
    }

    /// The page. `posted` is its form that a service rejected; nil: none.
    private static func page(
        _ request: WebRequest, posted: FormInput? = nil
    ) async throws -> Page {
        async let response = request.call(Statistics.insights, Statistics.AsOfRequest())
        async let list = links(request)
        async let toast = Toast.html(request)
        let insights = try await response
        let links = try await list
        let values = await values(of: insights.wins.map(\.name), links, request)
        let page = InsightsPage(
            insights: insights, values: values, links: links, visitor: request.visitor,
            posted: posted)
        return page.page(toast: await toast)
    }

    /// The values of the last 30 days of activities by name; without those that cannot be read.
    private static func values(
        of names: [String], _ links: ActivityLinks, _ request: WebRequest
    ) async -> [String: [Double?]] {
        await withTaskGroup { group in
            for name in names {
                group.addTask {
                    let bars = try? await request.call(
                        Statistics.bars,
                        Statistics.BarsRequest(activity: links.reference(name), range: "month"))
                    return (name, bars?.bars.map(\.value))
                }
            }
            var values: [String: [Double?]] = [:]
            for await (name, bars) in group { values[name] = bars }
            return values
        }
    }

    private static func streaks(_ request: WebRequest) async throws -> Page {
        async let response = request.call(Statistics.streaks, Statistics.AsOfRequest())
        async let list = links(request)
        return StreaksPage(streaks: try await response.streaks, links: try await list).page
    }

    private static func annotate(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(AnnotationsCard.form, request.form)
        let text = input.requiredText("text", "Enter a text.")
        let day = input.day("on")
        if let text, input.isValid {
            do throws(Status) {
                _ = try await request.call(
                    Statistics.annotate, Statistics.AnnotateRequest(text: text, on: day))
                return .redirect("/insights?done=1")
            } catch {
                try input.reject(error, "text")
            }
        }
        return .page(try await page(request, posted: input))
    }
}
