import ArgumentParser
import RPC
import TestKit
import Testing

@testable import Commands

/// Messages for invalid values of every option and argument of every command.
@Suite struct ParserErrorTextTests {
    /// A command without subcommands and the names that select it.
    private struct Leaf {
        var path: [String]
        var command: any ParsableCommand.Type
        var parameters: [CommandSyntax.Parameter]
    }

    private static func leaves(
        of command: any ParsableCommand.Type = Dayline.self, path: [String] = []
    ) -> [Leaf] {
        let parts = RawArguments.parts(of: command)
        guard parts.isEmpty else {
            return parts.flatMap { leaves(of: $0, path: path + [$0._commandName]) }
        }
        return [
            Leaf(path: path, command: command, parameters: CommandSyntax(command).parameters)
        ]
    }

    /// The parser's message for invalid words; nil for valid ones. For values of options and arguments the
    /// parser of the command alone has the same message, and takes a fraction of the time.
    private func parserMessage(
        _ words: [String], _ command: any ParsableCommand.Type = Dayline.self
    ) -> String? {
        do {
            _ = try command.parseAsRoot(words)
            return nil
        } catch {
            return command.fullMessage(for: error)
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

    @Test func `an invalid value of any option is reported with the option, the value and a hint`()
    {
        let invalid = "?!"
        var rejected = 0
        // Options with the same name and help are declared once, and used by several commands.
        var seen: Set<String> = []
        for leaf in Self.leaves() {
            for option in leaf.parameters
            where option.kind == .option && seen.insert("\(option)").inserted {
                guard let name = option.names?.first(where: { $0.kind == "long" })?.text else {
                    continue
                }
                let word = "\(name)=\(invalid)"
                guard let text = parserMessage([word], leaf.command) else { continue }
                let words = leaf.path + [word]
                let status = ParserErrorText.failure(text)
                expectMentions(status, words)
                guard text.contains("is invalid for") else { continue }
                rejected += 1
                #expect(status.message.contains(name), "\(words): \(status.message)")
                #expect(status.message.contains(invalid), "\(words): \(status.message)")
            }
        }
        #expect(rejected > 60)
    }

    @Test
    func `an invalid value of any argument is reported with the argument, the value and a hint`() {
        let invalid = "?!"
        var rejected = 0
        for leaf in Self.leaves() {
            let count = leaf.parameters.count { $0.kind == .positional }
            for index in 0..<count {
                let arguments = Array(repeating: "1", count: index) + [invalid]
                guard let text = parserMessage(arguments, leaf.command) else { continue }
                let words = leaf.path + arguments
                let status = ParserErrorText.failure(text)
                expectMentions(status, words)
                guard text.contains("The value '\(invalid)' is invalid for") else { continue }
                rejected += 1
                #expect(status.message.contains("<"), "\(words): \(status.message)")
                #expect(status.message.contains(invalid), "\(words): \(status.message)")
            }
        }
        #expect(rejected > 5)
    }

    @Test func `missing, unknown and excess words are reported with a hint for every command`() {
        for (index, leaf) in Self.leaves().enumerated() {
            let last = leaf.parameters.last { $0.kind == .option }?.names?.first?.text
            let excess = [
                ["--unheard-of"], Array(repeating: "word", count: 9), ["--json=yes"],
            ]
            let lines = TestTier.isLong ? excess : [excess[index % excess.count]]
            for words in [[], last.map { [$0] } ?? []] + lines {
                // Hints name the command as it is written, which only the parser of all commands knows.
                guard let text = parserMessage(leaf.path + words) else { continue }
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
        (["weight", "add", "1,500", "kg"], "<weight> cannot be \"1,500\".", "1.5 or 1500"),
        (["weight", "add", "84", "kilo"], "<unit> cannot be \"kilo\".", "kg"),
        (["log", "Run", "--slot", "evning"], "--slot cannot be \"evning\".", "\"evening\"?"),
        (
            ["log", "-", "--mood", "3"],
            "--mood and --place cannot be used with -. Log the activities that have them one by one.",
            "dayline log --help"
        ),
        (["trends"], "<name> is missing.", "stepCount"),
        (
            ["trends", "steps", "--from", "10..12"],
            "--from takes one day, and \"10..12\" is a range.", "--from 10 --to 12"
        ),
        (
            ["today", "--on", "mon..fri"], "--on takes one day, and \"mon..fri\" is a range.",
            "Write a day as"
        ),
        (["trends", "steps", "--from"], "--from has no value.", "Leave out days before"),
        (
            ["vacation", "add", "2026-12-24", "2026-12-31"],
            "The command has no argument for \"2026-12-31\".", "A..B"
        ),
        (
            ["trends", "steps", "--intervall", "day"], "This command has no option --intervall.",
            "Did you mean \"--interval\"?"
        ),
        // The parser suggests --quiet.
        (
            ["undo", "--list"], "This command has no option --list.",
            "Show the usage with: dayline undo --help"
        ),
    ])
    func `a usage error has a message and a remedy`(words: [String], message: String, hint: String)
        throws
    {
        let text = try #require(parserMessage(words))

        let status = ParserErrorText.failure(text)

        #expect(status.message == message)
        #expect(status.hint?.contains(hint) == true, "\(status.hint ?? "")")
        #expect(status.hint?.contains("--quiet") == false)
    }
}
