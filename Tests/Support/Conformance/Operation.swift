package import JSON

/// An operation of conformance cases. It converts between JSON and domain types and contains no rules.
package typealias Operation = @Sendable (CaseInput, CaseEnvironment) throws -> JSONValue

/// All operations by name.
package enum Operations {
    package static let all: [String: Operation] = [
        intervalOperations, aggregationOperations, healthDayOperations, windowOperations,
        scheduleOperations, periodOperations, statusOperations,
        goalOperations, entryOperations,
        healthLinkOperations, importOperations, milestoneOperations, trendOperations,
        weightOperations, workoutOperations,
    ].reduce(into: [:]) { all, group in
        all.merge(group) { first, _ in first }
    }
}
