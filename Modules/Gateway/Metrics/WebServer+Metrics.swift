import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import RPC

/// The exposition of metrics, for callers with a token of the scope `read`.
extension WebServer {
    private static let metricsTimeout = Duration.seconds(10)

    func metrics(_ request: Request) async -> Response {
        do {
            let options = CallOptions(
                deadline: .after(Self.metricsTimeout), profile: try metricsProfile(request))
            let list = try await bus.call(BusBroker.list, Empty(), options)
            let storage = await StorageMetrics(of: list.workers, bus: bus, options)
            let system =
                SystemMetrics(bus: list, databaseBytes: databaseBytes()).families
                + storage.families
            let profile =
                try isSystemOnly(request)
                ? [] : await ProfileMetrics(bus: bus, options: options).families()
            let format = MetricsText(accept: request.headers[.accept])
            return Response(
                status: .ok,
                headers: [.contentType: format.contentType, .cacheControl: "no-store"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(string: format.text(profile + system))))
        } catch {
            return APIFailure.response(error)
        }
    }

    /// True for the figures of the system without values of a profile, as a monitor of operators stores them.
    /// - Throws: INVALID_ARGUMENT for another value of the parameter.
    private func isSystemOnly(_ request: Request) throws(Status) -> Bool {
        guard let part = request.uri.queryParameters.get("only") else { return false }
        guard part == "system" else {
            throw Status(
                .invalidArgument, "The page of metrics has no part \"\(part)\".",
                hint: "Use /metrics?only=system, or /metrics for the values of the profile too.")
        }
        return true
    }

    /// - Throws: UNAUTHENTICATED, and PERMISSION_DENIED for a token without the scope `read`.
    private func metricsProfile(_ request: Request) throws(Status) -> String {
        guard let token = try tokens.token(of: request, now: now()) else {
            throw Status(
                .unauthenticated, "The request has no token.",
                hint: "Create one with: dayline token new metrics --scope read")
        }
        try APICaller(token: token).require(.read, for: "The page of metrics")
        return token.profile
    }
}

/// The size of the database at `path` with its write-ahead log; nil without a database.
func databaseSize(_ path: String) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let size = Int64(status.st_size)
    return stat("\(path)-wal", &status) == 0 ? size + Int64(status.st_size) : size
}
