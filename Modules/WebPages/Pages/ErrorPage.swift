package import RPC

/// The page of a failed request.
package struct ErrorPage {
    private let status: Status
    /// The path of the request.
    private let path: String
    /// True if the same request can succeed later.
    private let canRetry: Bool

    /// The lists that a page below a path belongs to.
    private static let lists = [
        "activities": ("/activities", "All activities"), "goals": ("/goals", "All goals"),
        "help": ("/help/", "The guide"), "import": ("/import", "All imports"),
        "photos": ("/photos", "All photos"), "settings": ("/settings", "Settings"),
        "timeline": ("/timeline", "Timeline"), "training": ("/training", "Training"),
        "trends": ("/trends", "All trends"), "weight": ("/weight", "Weight"),
        "workouts": ("/timeline", "Timeline"),
    ]

    /// - Parameters:
    ///   - status: The failure.
    ///   - path: The path of the request.
    ///   - isRead: True for GET.
    package init(status: Status, path: String, isRead: Bool) {
        self.status = status
        self.path = path
        canRetry =
            switch status.code {
            case .unavailable, .deadlineExceeded, .aborted, .resourceExhausted, .internal, .unknown:
                isRead
            default: false
            }
    }

    package var page: Page { Page(heading, content: content) }

    @HTMLBuilder private var content: HTML {
        element("div", ["class": "stack tight"]) {
            Drawing.line
            element("h1") { heading }
            element("p", ["class": "lead", "data-message": ""]) { status.message }
            if let remedy { element("p", ["class": "soft", "data-message": ""]) { remedy } }
        }
        element("div", ["class": "row"]) {
            if canRetry {
                anchor("Try again", to: "", class: "button main")
            }
            anchor("Today", to: "/", class: canRetry ? "button" : "button main")
            if let list {
                anchor(list.title, to: list.path, class: "button")
            }
            if isNotFound {
                anchor("Search", to: "/search", class: "button")
            }
        }
        if !isNotFound { details }
    }

    private var isNotFound: Bool { status.code == .notFound }

    /// The list that the page belongs to; nil: none, or the list itself.
    private var list: (path: String, title: String)? {
        let first = path.split(separator: "/").first.map(String.init) ?? ""
        guard let list = Self.lists[first], path != list.0 else { return nil }
        return list
    }

    /// The sentence about what a person can do in the browser; nil: none is known.
    private var remedy: String? {
        if let hint = status.hint, !status.hasCommandHint { return hint }
        return isNotFound
            ? "The address may be incomplete, or what it showed was renamed or deleted." : nil
    }

    private var details: HTML {
        element("details", ["class": "fold"]) {
            element("summary") { "Details" }
            if let hint = status.hint, status.hasCommandHint {
                element("p", ["class": "small soft", "data-message": ""]) {
                    "On the command line: \(hint)"
                }
            }
            element("p", ["class": "small soft"]) {
                "Code \(status.code.name). The state of all workers: "
                element("code") { "dayline status" }
            }
        }
    }

    private var heading: String {
        switch status.code {
        case .notFound: "Not found"
        case .unavailable, .deadlineExceeded: "Dayline did not answer"
        case .invalidArgument, .outOfRange: "That was not accepted"
        default: "That did not work"
        }
    }
}
