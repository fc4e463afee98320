import Contracts
import Tracker
import TrackerDocuments

extension ImportReport.Problem {
    /// The problems of a document: one for each kind, with the first position, the count and the
    /// records.
    static func problems(
        of document: DocumentImport, in text: [UInt8], into snapshot: ProfileSnapshot?
    ) -> [ImportReport.Problem] {
        let repeated = ProfileSnapshot.repeatedNames(of: document.imported.activities, in: snapshot)
        let others = [
            ImportReport.Problem(
                offset: 0, line: 0,
                reason:
                    "\(document.invalidNames.text): longer than a record can be, in a form that cannot be "
                    + "read, or with an identifier that is too long or has a line break; left out",
                count: document.invalidNames.count),
            ImportReport.Problem(
                offset: 0, line: 0,
                reason: "\(repeated.text): also the name of another activity; both are kept, and "
                    + "commands need the identifier",
                count: repeated.count),
        ]
        return problems(document.imported, in: text) + others.filter { $0.count > 0 }
    }

    /// Groups problems by kind: first position, count and records.
    private static func problems(
        _ imported: TrackerImport, in text: [UInt8]
    ) -> [ImportReport.Problem] {
        let names = Dictionary(imported.activities.map { ($0.id.rawValue, $0.name) }) { $1 }
        var indices: [String: Int] = [:]
        var grouped: [(problem: DocumentProblem, records: RecordNames)] = []
        for problem in imported.problems {
            let kind = "\(problem.list) \(problem.key) \(problem.reason)"
            let index = indices[kind] ?? grouped.count
            if index == grouped.count {
                indices[kind] = index
                grouped.append((problem, RecordNames()))
            }
            grouped[index].records.add(problem.recordName(activities: names))
        }
        var problems = grouped.map { problem, records in
            ImportReport.Problem(
                offset: Int64(problem.offset ?? 0), line: 1,
                reason: "\(problem.list), \(records.text), \(problem.key): \(problem.explanation)",
                count: records.count)
        }
        setLines(of: &problems, in: text)
        return problems
    }

    /// Sets the line of each problem in one pass over the text.
    private static func setLines(of problems: inout [ImportReport.Problem], in text: [UInt8]) {
        var line = 1
        var start = 0
        for index in problems.indices.sorted(by: { problems[$0].offset < problems[$1].offset }) {
            let offset = min(Int(problems[index].offset), text.count)
            line += text[start..<offset].count { $0 == UInt8(ascii: "\n") }
            start = offset
            problems[index].line = Int64(line)
        }
    }
}

/// The records of a problem: all are counted, the first three are named.
package struct RecordNames: Sendable {
    private static let nameLimit = 3

    package private(set) var count = 0
    private var names: [String] = []
    /// The records without a name in the list.
    private var others = 0

    mutating func add(_ name: String) {
        count += 1
        if names.count < Self.nameLimit, !names.contains(name) {
            names.append(name)
        } else {
            others += 1
        }
    }

    /// A list such as `"Gym", "Meal Prep" and 4 more`.
    package var text: String {
        let all = names + (others > 0 ? ["\(others) more"] : [])
        guard let last = all.last, all.count > 1 else { return all.last ?? "a record" }
        return all.dropLast().joined(separator: ", ") + " and \(last)"
    }
}

extension DocumentProblem {
    /// The record's name, else that of its activity, else its identifier.
    fileprivate func recordName(activities: [String: String]) -> String {
        if let name, let cleaned = RecordName.cleaned(name) { return "\"\(cleaned)\"" }
        if let activity {
            let name = RecordName.cleaned(activities[activity] ?? activity) ?? "?"
            return "of \"\(name)\""
        }
        return id.flatMap(RecordName.cleaned).map { "record \"\($0)\"" }
            ?? "a record without a name"
    }
}
