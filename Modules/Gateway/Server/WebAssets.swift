import HostFiles
import RPC
import Texts

/// The style sheet, scripts and icons, read at the start. Their hash is in their path, so that browsers
/// keep them.
struct WebAssets: Sendable {
    struct Asset: Sendable {
        var type: String
        var bytes: [UInt8]
        /// The bytes in gzip; nil if they are not fewer.
        var gzip: [UInt8]?
    }

    private let assets: [String: Asset]
    /// The hash of all assets.
    let hash: String

    /// The path of the assets.
    var path: String { "/assets/\(hash)" }

    private static let sizeLimit = 4 << 20
    private static let style = "text/css; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"
    /// The types whose comments are left out.
    private static let commented: Set = [style, script]
    private static let types = [
        "css": style, "js": script,
        "svg": "image/svg+xml", "png": "image/png",
        "webmanifest": "application/manifest+json",
    ]

    /// - Throws: FAILED_PRECONDITION if the folder has no assets.
    init(folder: String) throws {
        var assets: [String: Asset] = [:]
        var digest = stableHash("")
        for name in Self.names(in: folder) {
            let parts = name.split(separator: ".")
            guard parts.count > 1, let type = Self.types[String(parts[parts.count - 1])]
            else { continue }
            let file = try Files.read("\(folder)/\(name)", limit: Self.sizeLimit)
            let bytes = Self.commented.contains(type) ? AssetComments.removed(from: file) : file
            assets[name] = Asset(type: type, bytes: bytes, gzip: Gzip.asset(bytes))
            digest = stableHash(
                String(decoding: bytes, as: UTF8.self), seed: stableHash(name, seed: digest))
        }
        guard assets["dayline.css"] != nil else {
            throw Status(
                .failedPrecondition, "The assets of the web app are not in \(folder).",
                hint: "Install Dayline again.")
        }
        self.assets = assets
        hash = digest.hexDigits
    }

    private static func names(in folder: String) -> [String] {
        let top = Files.names(in: folder)
        return (top + Files.names(in: "\(folder)/js").map { "js/\($0)" }).sorted()
    }

    func asset(_ name: String) -> Asset? { assets[name] }
}
