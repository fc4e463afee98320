import CivilTime
import Contracts
import Foundation
import Milestones
import RPC
import Testing
import Tracker

/// The hints of all refusals in the sources of the service.
///
/// Every construction of a `Status` is found in the sources, so that new ones are covered.
@Suite struct TrackerHintTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        var file: String
        var line: Int
        var text: String

        var testDescription: String { "\(file):\(line)" }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Modules/TrackerService")

    /// The calls `Status(.code, …)` and `self.init(.code, …)` in the sources.
    private static let refusals: [Refusal] = {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let paths = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
        return paths.sorted { $0.path < $1.path }.flatMap { path -> [Refusal] in
            let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
            return text.matches(of: #/(?:Status|self\.init)(?=\(\s*\.[a-z]\w+,)/#).map { match in
                Refusal(
                    file: path.lastPathComponent,
                    line: text[..<match.range.lowerBound].count { $0 == "\n" } + 1,
                    text: arguments(of: text[match.range.upperBound...]))
            }
        }
    }()

    /// The arguments that a text starts with, up to the closing parenthesis.
    private static func arguments(of text: Substring) -> String {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for index in text.indices {
            let letter = text[index]
            if letter == "\"", !isEscaped { isInString.toggle() }
            // Interpolations have as many opening parentheses as closing ones.
            if letter == "(" { depth += 1 }
            if letter == ")" { depth -= 1 }
            isEscaped = letter == "\\" && !isEscaped
            if depth == 0 { return String(text[...index]) }
        }
        return String(text)
    }

    @Test func `the refusals in the sources of the service are found`() {
        #expect(Self.refusals.count > 100)
        #expect(Set(Self.refusals.map(\.file)).count > 15)
    }

    @Test(arguments: refusals)
    func `a refusal has a hint that is never nil`(refusal: Refusal) throws {
        let hint = try #require(refusal.text.firstRange(of: "hint:"), "\(refusal.text)")
        let argument = refusal.text[hint.upperBound...]

        #expect(!argument.hasPrefix(" \"\""))
        #expect(!argument.contains(".map {") || argument.contains("??"), "\(refusal.text)")
    }

    @Test(arguments: refusals)
    func `a refusal begins with its subject`(refusal: Refusal) {
        let form = #/"((?:[^"\\]|\\.)*)"/#
        // A sentence in a parameter is checked where it is constructed.
        let sentence = refusal.text.firstMatch(of: form)?.1 ?? ""
        let vague = ["It ", "Its ", "That ", "This ", "They ", "These "]

        #expect(!vague.contains { sentence.hasPrefix($0) }, "\(sentence)")
    }

    typealias Attempt = @Sendable (TemporaryTracker) async throws -> Void

    /// Invalid requests and the subject that the refusal names.
    private static let attempts: [(subject: String, attempt: Attempt)] = [
        ("\"km\"", { try await $0.log("Reading", 2, unit: "km") }),
        ("\"Box\"", call(Activities.move, .init(name: "Box", container: "Box"))),
        ("0.4 kg", call(Weights.add, .init(weight: 0.4, unit: .kg))),
        ("1501 lb", call(Weights.add, .init(weight: 1501, unit: .lb))),
        ("32", { try await $0.add("Rent") { $0.schedule = .monthly([32]) } }),
        ("9", { try await $0.add("Swim") { $0.schedule = .weekly([9]) } }),
        ("every 0", { try await $0.add("Swim") { $0.schedule = .everyDays(0) } }),
        (
            "not 8 times",
            { try await $0.add("Swim") { $0.schedule = .times(8, per: .week(startingOn: nil)) } }
        ),
        (
            "carried forward",
            { tracker in
                try await tracker.add("Swim") {
                    ($0.schedule, $0.carryForward) = (.times(8, per: .month), true)
                }
            }
        ),
        ("The limit of", { try await $0.add("Tea") { $0.atMost = true } }),
        (
            "by the week",
            { try await $0.add("Tea") { ($0.type, $0.target, $0.per) = (.value, 3, .week) } }
        ),
        (
            "a target of a month",
            { tracker in
                try await tracker.add("Tea") {
                    ($0.target, $0.per, $0.schedule) = (3, .month, .weekly([1]))
                }
            }
        ),
        (
            "undo",
            { tracker in
                for _ in 0..<3 {
                    _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
                }
            }
        ),
        ("redo", call(Journal.redo, .init())),
    ]

    @Test(arguments: attempts.indices)
    func `a refusal names its subject and has a hint`(index: Int) async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Reading") { ($0.type, $0.unit) = (.cumulative, "pages") }
        try await tracker.add("Box") { $0.type = .container }

        let refusal = await status { try await Self.attempts[index].attempt(tracker) }

        let subject = Self.attempts[index].subject
        #expect(refusal?.message.contains(subject) == true, "\(String(describing: refusal))")
        #expect(refusal?.hint?.isEmpty == false)
    }
}
