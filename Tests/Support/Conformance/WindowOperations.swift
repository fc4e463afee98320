import Foundation
import JSON
import Windows

extension Operations {
    static let windowOperations: [String: Operation] = pagerOperations.merging([
        "charts": { _, _ in
            [
                "order": .list(HealthChart.allCases) { .enumValue($0) },
                "kind": .list(HealthChart.allCases) { .enumValue($0.kind) },
                "colour": .list(HealthChart.allCases) { .string($0.colour) },
                "sections": .list(HealthChart.allCases) { .string($0.section) },
            ]
        }
    ]) { first, _ in first }

    /// The operations of scrolling charts, which the module `js/pager.js` of the web app implements.
    private static let pagerOperations = Dictionary(
        uniqueKeysWithValues: [
            "initial", "walk", "older", "newer", "concurrent", "refresh", "failure", "boundary",
            "debounce", "query",
        ].map { name in
            let operation: Operation = { input, _ in try PagerModule.result(of: name, input.value) }
            return (name, operation)
        })
}

/// Runs cases on `js/pager.js` in Node.js.
private enum PagerModule {
    private struct Request: Encodable {
        var operation: String
        var given: JSONValue
    }

    private struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private static let node = "/usr/bin/nodejs"
    private static let script = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../tools/conformance/pagination.mjs")

    /// The output of the operation for the input of a case.
    static func result(of operation: String, _ given: JSONValue) throws -> JSONValue {
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = URL(filePath: node)
        process.arguments = [script.path]
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw Failure(description: "\(node) did not start: \(error). Install nodejs.")
        }
        try input.fileHandleForWriting.write(
            contentsOf: JSONEncoder().encode(Request(operation: operation, given: given)))
        try input.fileHandleForWriting.close()
        let result = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(script.path) ended with \(process.terminationStatus)")
        }
        return try JSONDecoder().decode(JSONValue.self, from: result)
    }
}
