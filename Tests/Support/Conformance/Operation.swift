package import TrackerDocuments

/// What a case asks the domain to compute. It translates, and computes nothing itself.
package typealias Operation = @Sendable (CaseInput, CaseEnvironment) throws -> JSONValue

/// Every operation, by the name cases call it.
package enum Operations {
    package static let all: [String: Operation] = [
        intervalOperations, aggregationOperations, healthDayOperations, windowOperations,
        scheduleOperations, statusOperations,
        goalOperations, entryOperations,
        healthLinkOperations, importOperations, milestoneOperations, trendOperations,
        weightOperations, workoutOperations,
    ].reduce(into: [:]) { all, group in
        all.merge(group) { first, _ in first }
    }
}
