import ArgumentParser
import Contracts
import Presentation

struct SearchCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "search", abstract: "Find a text in names, notes and answers, newest first.",
        discussion: """
            EXAMPLES:
              dayline search vitamin
              dayline search "slept well" --limit 10
            """)
    static let method = Journal.search

    @Argument(help: "Text to find, ignoring case; each of its words has to occur.")
    var text: [String]

    @Option(help: ArgumentHelp("Show at most COUNT results (default: 100).", valueName: "count"))
    var limit: Int?

    @OptionGroup var globals: GlobalOptions

    var request: Journal.SearchRequest {
        Journal.SearchRequest(text: text.joined(separator: " "), limit: limit)
    }
}
