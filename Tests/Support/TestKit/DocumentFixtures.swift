package import Foundation

/// Documents of the tracker to read: the project's own, and those that are at hand beside it.
package enum DocumentFixtures {
    package static let files: [URL] = {
        let own = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Tests/Conformance/fixtures")
        let named = ProcessInfo.processInfo.environment["DAYLINE_FIXTURES"]
        let beside = URL(filePath: named ?? "../shared/fixtures")
        return [own, beside].flatMap { folder in
            ["dayline-synthetic.v1.json", "dayline-synthetic.v2.json"].map {
                folder.appending(path: $0)
            }
        }.filter { FileManager.default.fileExists(atPath: $0.path) || $0.path.hasPrefix(own.path) }
    }()
}
