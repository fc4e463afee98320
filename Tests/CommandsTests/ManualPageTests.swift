import ArgumentParser
import Foundation
import Testing

@testable import Commands

/// The manual pages that are made from the commands.
@Suite struct ManualPageTests {
    private static let pages = ManualPage.all(date: "2026-11-27")

    private func page(_ name: String) throws -> String {
        try #require(Self.pages.first { $0.name == name }).text
    }

    @Test func `each command has a page, and the overview names it`() throws {
        let overview = try page("dayline")
        let names = Dayline.configuration.groupedSubcommands.flatMap(\.subcommands)
            .map { $0._commandName }

        #expect(Set(Self.pages.map(\.name)) == Set(names.map { "dayline-\($0)" } + ["dayline"]))
        for name in names {
            #expect(overview.contains("dayline\\-\(name.replacing("-", with: "\\-"))\\fR(1)"))
        }
    }

    @Test func `a page has the options, their values and the examples of its command`() throws {
        let text = try page("dayline-import")

        #expect(text.contains(".SH \"NAME\"\ndayline\\-import \\- "))
        #expect(text.contains("\\fB\\-\\-mapping\\fR \\fI"))
        #expect(text.contains(".EX\ndayline import "))
        // Options of every command are in dayline(1) only.
        #expect(!text.contains("\\-\\-quiet\\fR"))
    }

    @Test func `an option with a declared default states the default`() throws {
        #expect(try page("dayline-logs").contains("LINES lines. (default: 100)"))
    }

    @Test func `the page of a group has a section for each of its commands`() throws {
        let text = try page("dayline-activity")

        for name in ["add", "list", "pause"] {
            #expect(text.contains(".SS \"dayline activity \(name)\""))
        }
    }

    @Test(arguments: [
        (".start", "\\&.start"), ("'quoted'", "\\(aqquoted\\(aq"), ("a\\b", "a\\eb"),
        ("--at", "\\-\\-at"), ("~/x", "\\(ti/x"),
    ])
    func `special characters are escaped`(plain: String, expected: String) {
        var text = ManualText()

        text.text(plain)

        #expect(text.lines == [expected])
    }
}
