import ArgumentParser
import RPC
import Testing

@testable import Commands

/// Every option and argument of every command, with words that it cannot take.
@Suite struct ParserErrorTextTests {
    /// A command that runs, and the words that lead to it.
    private struct Leaf {
        var path: [String]
        var parameters: [CommandSyntax.Parameter]
    }

    private static func leaves(
        of command: any ParsableCommand.Type = Dayline.self, path: [String] = []
    ) -> [Leaf] {
        let parts = RawArguments.parts(of: command)
        guard parts.isEmpty else {
            return parts.flatMap { leaves(of: $0, path: path + [$0._commandName]) }
        }
        return [Leaf(path: path, parameters: CommandSyntax(command).parameters)]
    }

    /// The parser's text about words that it refuses; nil for words that it takes.
    private func refusal(_ words: [String]) -> String? {
        do {
            _ = try Dayline.parseAsRoot(words)
            return nil
        } catch {
            return Dayline.fullMessage(for: error)
        }
    }

    private static let raw = [
        "is invalid for", "Missing expected", "Missing value", "Unexpected argument",
        "unexpected arguments", "Unknown option", "Error:",
    ]

    private func expectMentions(_ status: Status, _ words: [String]) {
        let message = status.message
        #expect(!Self.raw.contains(where: message.contains), "\(words): \(message)")
        #expect(message.hasSuffix("."), "\(words): \(message)")
        #expect(status.hint?.isEmpty == false, "\(words): \(message)")
    }

    @Test func `a bad value of any option is told with the option, the value and a hint`() {
        let bad = "?!"
        var refused = 0
        for leaf in Self.leaves() {
            for option in leaf.parameters where option.kind == .option {
                guard let name = option.names?.first(where: { $0.kind == "long" })?.text else {
                    continue
                }
                let words = leaf.path + ["\(name)=\(bad)"]
                guard let text = refusal(words) else { continue }
                let status = ParserErrorText.failure(text)
                expectMentions(status, words)
                guard text.contains("is invalid for") else { continue }
                refused += 1
                #expect(status.message.contains(name), "\(words): \(status.message)")
                #expect(status.message.contains(bad), "\(words): \(status.message)")
            }
        }
        #expect(refused > 60)
    }

    @Test func `a bad value of any argument is told with the argument, the value and a hint`() {
        let bad = "?!"
        var refused = 0
        for leaf in Self.leaves() {
            let count = leaf.parameters.count { $0.kind == .positional }
            for place in 0..<count {
                let words = leaf.path + Array(repeating: "1", count: place) + [bad]
                guard let text = refusal(words) else { continue }
                let status = ParserErrorText.failure(text)
                expectMentions(status, words)
                guard text.contains("The value '\(bad)' is invalid for") else { continue }
                refused += 1
                #expect(status.message.contains("<"), "\(words): \(status.message)")
                #expect(status.message.contains(bad), "\(words): \(status.message)")
            }
        }
        #expect(refused > 5)
    }

    @Test func `what is missing, unknown or too much is told in our words for every command`() {
        for leaf in Self.leaves() {
            let last = leaf.parameters.last { $0.kind == .option }?.names?.first?.text
            let lines = [
                [], ["--unheard-of"], Array(repeating: "word", count: 9), ["--json=yes"],
                last.map { [$0] } ?? [],
            ]
            for words in lines {
                guard let text = refusal(leaf.path + words) else { continue }
                expectMentions(ParserErrorText.failure(text), leaf.path + words)
            }
        }
    }

    @Test(arguments: [
        (
            ["activity", "add", "Run", "--weekly", "funday"], "--weekly cannot be \"funday\".",
            "mon,wed"
        ),
        (
            ["activity", "add", "Run", "--target", "abc"], "--target cannot be \"abc\".",
            "such as 84.5"
        ),
        (["weight", "add", "84,5", "kg"], "<weight> cannot be \"84,5\".", "84.5"),
        (["weight", "add", "84", "kilo"], "<unit> cannot be \"kilo\".", "kg"),
        (["log", "Run", "--slot", "evning"], "--slot cannot be \"evning\".", "\"evening\"?"),
        (["trends"], "<name> is missing.", "stepCount"),
        (["trends", "steps", "--from"], "--from has no value behind it.", "The first day."),
        (
            ["vacation", "add", "2026-12-24", "2026-12-31"],
            "\"2026-12-31\" is more than the command takes.", "A..B"
        ),
        (
            ["trends", "steps", "--intervall", "day"], "This command has no option --intervall.",
            "Did you mean \"--interval\"?"
        ),
    ])
    func `a refusal has a remedy`(words: [String], message: String, hint: String) throws {
        let text = try #require(refusal(words))

        let status = ParserErrorText.failure(text)

        #expect(status.message == message)
        #expect(status.hint?.contains(hint) == true, "\(status.hint ?? "")")
    }
}
