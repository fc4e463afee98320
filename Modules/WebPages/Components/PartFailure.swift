import RPC

/// The note in place of a part of a page that could not be read. The other parts are complete.
/// - Parameters:
///   - title: The name of the part.
///   - status: The reason.
///   - fragment: The name of the fragment of that part.
///   - path: The path of the page.
/// - Returns: The note with a link that reads the page again.
func partFailure(_ title: String, _ status: Status, fragment: String, path: String) -> HTML {
    element("div", ["class": "note bad", "data-fragment": fragment]) {
        element("p") {
            element("strong") { "\(title) could not be read." }
            " \(status.message)"
        }
        element("a", ["class": "button small", "href": path, "data-refresh": ""]) { "Try again" }
    }
}

/// The link that reads all parts of a page again, in place where scripts run.
func refreshLink(_ path: String) -> HTML {
    element("a", ["class": "button", "id": "refresh", "href": path, "data-refresh": ""]) {
        "Refresh"
    }
}
