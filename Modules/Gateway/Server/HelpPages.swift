import HostFiles
import Hummingbird
import RPC

/// The pages of the guide, which `tools/docs` has built, in memory.
struct HelpPages: Sendable {
    static let path = "/help"

    private let files: [String: WebAssets.Asset]

    private static let sizeLimit = 1 << 20
    private static let types = [
        "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    /// Reads the folder and its folders. Without a folder there are no pages.
    init(folder: String) {
        var files: [String: WebAssets.Asset] = [:]
        let top = Files.names(in: folder)
        let names =
            top
            + top.flatMap { part in Files.names(in: "\(folder)/\(part)").map { "\(part)/\($0)" } }
        for name in names {
            guard let ending = name.split(separator: ".").last,
                let type = Self.types[String(ending)],
                let bytes = try? Files.read("\(folder)/\(name)", limit: Self.sizeLimit)
            else { continue }
            files[name] = WebAssets.Asset(
                type: type, bytes: bytes, gzip: Gzip.asset(bytes))
        }
        self.files = files
    }

    /// The file at a path below ``path``, without the slash between them; nil if there is no such file.
    func file(_ path: String) -> WebAssets.Asset? {
        files[path.isEmpty ? "index.html" : path]
    }
}

extension WebServer {
    func addHelpRoutes(to router: Hummingbird.Router<Context>) {
        router.get("\(HelpPages.path)") { request, _ in
            // Links of a page are relative, so that the folder ends with a slash.
            guard request.uri.path.hasSuffix("/") else {
                return redirect(to: "\(HelpPages.path)/")
            }
            return help("", request)
        }
        router.get("\(HelpPages.path)/**") { request, context in
            help(context.parameters.getCatchAll().joined(separator: "/"), request)
        }
    }

    private func help(_ path: String, _ request: Request) -> Response {
        guard help.file(path) != nil || !path.isEmpty else {
            return error(
                Status(
                    .notFound, "The guide is not installed.",
                    hint: "The guide is a part of the packages of Dayline."), request, nil)
        }
        guard let file = help.file(path) else {
            return error(
                Status(
                    .notFound, "The guide has no such page.",
                    hint: "Choose another page of the guide."),
                request, nil)
        }
        return document(file, request, cache: "no-cache")
    }
}
