import ArgumentParser
import CivilTime
import Testing

@testable import Commands

/// The examples of help pages.
@Suite struct HelpExampleTests {
    private static let commands = commands(of: Dayline.self, [])

    private static func commands(
        of command: any ParsableCommand.Type, _ path: [String]
    ) -> [(path: [String], discussion: String)] {
        let configuration = command.configuration
        let path = path + [configuration.commandName ?? "\(command)"]
        return [(path, configuration.discussion)]
            + configuration.subcommands.flatMap { commands(of: $0, path) }
    }

    private static func examples(_ discussion: String) -> [String] {
        discussion.split(separator: "\n").filter { $0.hasPrefix("  dayline ") }
            .map { String($0.dropFirst(2)) }
    }

    /// The words of a command line with quotes, up to a redirection or a pipe.
    private func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                (quote, word) = (character, word ?? "")
            } else if character == " " {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return Array((words + [word].compactMap(\.self)).prefix { !["<", ">", "|"].contains($0) })
    }

    @Test func `each command has two examples of itself or of a subcommand`() {
        #expect(Self.commands.count > 140)
        let missing = Self.commands.filter { command in
            let name = command.path.joined(separator: " ")
            return Self.examples(command.discussion).count { $0.hasPrefix(name) } < 2
        }
        #expect(missing.map(\.path) == [])
    }

    @Test func `each example is a valid command line`() throws {
        let days = DayExpressionContext(today: try #require(CivilDate("2026-11-25")))
        for example in Self.commands.flatMap({ Self.examples($0.discussion) }) {
            let arguments = Dayline.ordered(Array(words(example).dropFirst()))
            #expect(throws: Never.self, "\(example)") {
                let named = try RawArguments(arguments, of: Dayline.self).check()
                _ = try DayExpressionContext.$current.withValue(days) {
                    try named?.command.parseAsRoot(named?.arguments)
                        ?? Dayline.parseAsRoot(arguments)
                }
            }
        }
    }
}
