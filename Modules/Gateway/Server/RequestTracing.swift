import HTTPTypes
import Hummingbird
import RPC

/// Begins a trace for each request, or continues that of the header `traceparent`, and records the request as
/// a span. Assets are not recorded.
struct RequestTracing<Context: RequestContext>: RouterMiddleware {
    private static var header: HTTPField.Name? { HTTPField.Name("traceparent") }

    @concurrent func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = MonotonicInstant.now
        let caller = Self.header.flatMap { request.headers[$0] }
            .flatMap(TraceContext.init(traceparent:))
        let own = TraceContext(
            trace: caller?.trace ?? TraceContext.new.trace, span: TraceContext.newSpan)
        let response = try await TraceScope.$current.withValue(TraceScope(context: own)) {
            try await next(request, context)
        }
        let first = request.uri.path.split(separator: "/").first.map(String.init) ?? ""
        guard first != "assets" else { return response }
        // The rest of a path, and a path without a route, can have names and secrets.
        let path = response.status == .notFound ? "" : " /\(first)"
        let micros = start.duration(to: .now).microseconds
        SpanLog.process.record(
            Span(
                trace: own.trace, id: own.span, parent: caller?.span ?? 0, call: .none,
                method: "HTTP \(request.method.rawValue)\(path)",
                start: SpanLog.nowMicros - micros, duration: micros,
                status: Self.code(response.status)))
        return response
    }

    private static func code(_ status: HTTPResponse.Status) -> Status.Code {
        switch status.code {
        case ..<400: .ok
        case 401, 403: .permissionDenied
        case 404: .notFound
        case 503: .unavailable
        case 500...: .internal
        default: .invalidArgument
        }
    }
}
