package import RPC

/// The page of a failed request.
package struct ErrorPage {
    private let status: Status

    package init(status: Status) {
        self.status = status
    }

    package var page: Page {
        Page("Not done", content: content)
    }

    private var content: HTML {
        group {
            element("div", ["class": "stack tight"]) {
                Drawing.line
                element("h1") { heading }
                element("p", ["class": "lead"]) { status.message }
                if let hint = status.hint { element("p", ["class": "soft"]) { hint } }
            }
            element("div", ["class": "row"]) {
                element("a", ["class": "button main", "href": ""]) { "Try again" }
                element("a", ["class": "button", "href": "/"]) { "Today" }
            }
            element("details", ["class": "fold"]) {
                element("summary") { "Details" }
                element("p", ["class": "small soft"]) {
                    "Code \(status.code.name). The state of all workers: "
                    element("code") { "dayline status" }
                }
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
