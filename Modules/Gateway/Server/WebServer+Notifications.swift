import Contracts
import HTTPTypes
import Hummingbird
import RPC
import WebPages

/// Answers to notifications. The token in the path is the permission, so that an answer needs no session. A
/// GET changes nothing: mail programs and previews open links.
extension WebServer {
    private static let originHeader = HTTPField.Name("Access-Control-Allow-Origin")
    private static let policyHeader = HTTPField.Name("Cross-Origin-Resource-Policy")

    func addNotificationRoutes(to router: Hummingbird.Router<Context>) {
        let path = RouterPath("\(Notifications.answerPath)/:token")
        router.get(path) { request, context in
            await notification(context.parameters.get("token") ?? "", request)
        }
        router.post(path) { request, context in
            await answerNotification(context.parameters.get("token") ?? "", request)
        }
    }

    private func notification(_ token: String, _ request: Request) async -> Response {
        let action = FormBody.fields(request.uri.query ?? "")["action"]
        do {
            let found = try await bus.call(
                Notifications.find, Notifications.TokenRequest(token: token),
                CallOptions(deadline: .after(WebRequest.timeout)))
            let page = NotificationPage(
                token: token, notification: found,
                action: action.flatMap { Notifications.Action(rawValue: $0) })
            return html(page.page, request, .ok)
        } catch {
            return self.error(Status(describing: error), request, session(of: request))
        }
    }

    /// Answers with a page for browsers that sent the form of the page, and with JSON for others.
    private func answerNotification(_ token: String, _ request: Request) async -> Response {
        let isPage = request.headers[.accept]?.contains("text/html") == true
        var response: Response
        do {
            guard
                let action = try await form(request)["action"].flatMap({
                    Notifications.Action(rawValue: $0)
                })
            else {
                throw Status(
                    .invalidArgument, "The answer has no known action.",
                    hint: "Send the field action with done, later or skip.")
            }
            let answer = try await bus.call(
                Notifications.act, Notifications.ActRequest(token: token, action: action),
                CallOptions(deadline: .after(WebRequest.timeout)))
            response =
                isPage
                ? html(AnsweredPage(answer: answer, action: action).page, request, .ok)
                : try .json(answer)
        } catch {
            response =
                isPage
                ? self.error(Status(describing: error), request, session(of: request))
                : APIFailure.response(error)
        }
        // The web app of an ntfy server reads the status.
        if let name = Self.originHeader { response.headers[name] = "*" }
        if let name = Self.policyHeader { response.headers[name] = "cross-origin" }
        return response
    }
}
