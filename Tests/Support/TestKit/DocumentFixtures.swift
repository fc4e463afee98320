package import Foundation

/// Tracker documents for tests: those of the project, and others in the folder of `DAYLINE_FIXTURES`.
package enum DocumentFixtures {
    package static let files: [URL] = {
        let own = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Conformance/fixtures")
        let variable = ProcessInfo.processInfo.environment["DAYLINE_FIXTURES"]
        let external = URL(filePath: variable ?? "../shared/fixtures")
        return [own, external].flatMap { folder in
            ["dayline-synthetic.v1.json", "dayline-synthetic.v2.json"].map {
                folder.appending(path: $0)
            }
        }.filter { FileManager.default.fileExists(atPath: $0.path) || $0.path.hasPrefix(own.path) }
    }()
}
