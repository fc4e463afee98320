import CivilTime
import Contracts
import Presentation
import RPC

/// The form of the search and the records that were found.
struct SearchPage {
    /// The text of the search; empty: not searched yet.
    let text: String
    /// The records, newest first; nil: not searched yet.
    let outcome: Result<[Journal.SearchResult]?, Status>

    /// The number of results that a search without a limit returns at most.
    private static let limit = 100

    var page: Page {
        var page = Page("Search", in: .search, content: content)
        page.topics = [.entries, .activities, .goals, .weight]
        if case .failure(let status) = outcome { page.status = status.refusalCode }
        return page
    }

    @HTMLBuilder private var content: HTML {
        pageHead("Search", lead: "Find a text in names, notes and answers.")
        form
        element("div", ["class": "stack wide", "data-fragment": "results"]) {
            switch outcome {
            case .failure(let status): note(.bad, strong: status.message, "")
            case .success(nil): HTML.empty
            case .success(let results?): found(results)
            }
        }
    }

    private var form: HTML {
        element(
            "form", ["method": "get", "action": "/search", "role": "search", "class": "row"]
        ) {
            element("label", ["class": "visually-hidden", "for": "search-text"]) { "Text to find" }
            element(
                "input",
                [
                    "id": "search-text", "name": "q", "type": "search", "maxlength": "200",
                    "required": "", "value": text.isEmpty ? nil : text,
                ])
            button("Search", class: "button main", id: "search-submit")
        }
    }

    private func found(_ results: [Journal.SearchResult]) -> HTML {
        guard !results.isEmpty else {
            return emptyCard(
                "Nothing found", "No name, note or answer has each word of the text.")
        }
        let count = NumberText.count(results.count, "result")
        return card(
            "found", "Results", note: results.count < Self.limit ? count : "the newest \(count)",
            isFragment: false
        ) {
            rowList(results.map { result in element("li") { row(result) } })
        }
    }

    private func row(_ result: Journal.SearchResult) -> HTML {
        rowText(
            anchor(result.text, to: path(result)),
            result.kind.title + (result.date.map { ", \($0.fullText)" } ?? ""))
    }

    /// The page that shows a record: an entry is on the page of its day.
    private func path(_ result: Journal.SearchResult) -> String {
        switch result.kind {
        case .activity: "/activities/\(result.id)"
        case .entry: result.date.map { "/day/\($0)" } ?? "/"
        case .goal: "/goals/\(result.id)"
        case .category: "/activities"
        case .annotation: "/insights"
        case .weight: "/weight"
        }
    }
}

extension Journal.SearchKind {
    fileprivate var title: String {
        switch self {
        case .activity: "Activity"
        case .entry: "Entry"
        case .goal: "Goal"
        case .category: "Category"
        case .annotation: "Annotation"
        case .weight: "Weight"
        }
    }
}
