import Conformance
import FoundationEssentials
import Testing

/// The case files of the project.
private let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../Conformance/Cases")

@Suite struct CaseTests {
    private static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }()

    @Test func `the case folder is not empty`() {
        #expect(Self.files.count == 18)
    }

    @Test(arguments: files)
    func `every case has its expected result`(name: String) throws {
        let path = folder.appending(path: name).path
        let environment = CaseEnvironment(caseFile: path)
        for example in try CaseFile(contentsOf: path).cases {
            switch example.run(in: environment) {
            case .passed: break
            case .unsupported: Issue.record("\(example.id): unknown op \(example.op)")
            case .failed(let actual): Issue.record("\(example.id): actual \(actual)")
            }
        }
    }
}
