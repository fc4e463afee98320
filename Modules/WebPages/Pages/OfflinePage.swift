/// The page that a browser shows without a connection, with the changes that wait.
package enum OfflinePage {
    package static let page = Page(
        "Offline", script: "offline", hasNavigation: false,
        content: group {
            element("div", ["class": "stack tight"]) {
                Drawing.line
                element("h1") { "Offline" }
                element("p", ["class": "lead"]) {
                    "Dayline does not answer. Pages that were open before can still be read."
                }
            }
            element("section", ["class": "card", "aria-labelledby": "waiting-title"]) {
                element("header") {
                    element("h2", ["id": "waiting-title"]) { "Waiting changes" }
                    element("span", ["class": "soft small", "id": "waiting-count"]) { "0" }
                }
                element("ul", ["class": "rows", "id": "waiting"])
                element("p", ["class": "soft", "id": "waiting-none"]) { "Nothing waits." }
                element("template", ["id": "waiting-row"]) { row }
            }
            element("div", ["class": "row"]) {
                anchor("Try again", to: "/", class: "button main")
                element("button", ["class": "button js-only", "type": "button", "id": "send"]) {
                    "Send now"
                }
            }
        })

    private static let row = element("li") {
        element("div") {
            element("b", ["data-slot": "label"])
            element("p", ["class": "soft small", "data-slot": "time"])
            element("p", ["class": "bad small", "data-slot": "reason"])
        }
        element("div", ["class": "row"]) {
            element(
                "button",
                ["class": "button small", "type": "button", "hidden": "", "data-slot": "again"]
            ) { "Send again" }
            element(
                "button", ["class": "button small", "type": "button", "data-slot": "discard"]
            ) { "Discard" }
        }
    }
}
