import JSON

/// The result of running a case.
package enum CaseOutcome: Sendable {
    case passed
    case failed(got: String)
    /// The operation is unknown.
    case unsupported
}

extension ConformanceCase {
    /// Runs the operation of the case and compares its result.
    package func run(in environment: CaseEnvironment) -> CaseOutcome {
        guard let operation = Operations.all[op] else { return .unsupported }
        do {
            let result = try operation(CaseInput(given), environment)
            return result.satisfies(expect)
                ? .passed : .failed(got: String(decoding: result.text, as: UTF8.self))
        } catch {
            return .failed(got: "error: \(error)")
        }
    }
}

/// The results of running case files.
package struct ConformanceReport: Sendable {
    package private(set) var passed = 0
    package private(set) var failed = 0
    package private(set) var skipped = 0
    /// A line for each case that did not pass.
    package private(set) var lines: [String] = []

    package init() {}

    package var summary: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }

    package mutating func run(_ file: CaseFile, in environment: CaseEnvironment) {
        for example in file.cases {
            switch example.run(in: environment) {
            case .passed:
                passed += 1
            case .failed(let got):
                failed += 1
                let expected = String(decoding: example.expect.text, as: UTF8.self)
                lines.append("\(example.id): got \(got), wanted \(expected)")
            case .unsupported:
                skipped += 1
                lines.append("unsupported: op \(example.op) (\(example.id))")
            }
        }
    }
}
