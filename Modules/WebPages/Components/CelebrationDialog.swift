/// The message of an achievement, which its button closes.
/// - Parameters:
///   - id: The identifier of the dialog, which is that of one achievement: an update does not open a closed
///     dialog again.
///   - title: The heading.
///   - sentences: The sentences below the heading; may be empty.
/// - Returns: The dialog.
func celebrationDialog(_ id: String, _ title: String, _ sentences: [String]) -> HTML {
    element(
        "dialog",
        ["class": "celebration", "id": id, "open": "", "aria-labelledby": "\(id)-title"]
    ) {
        Drawing.sun
        element("div") {
            element("h2", ["id": "\(id)-title"]) { title }
            for sentence in sentences { element("p", ["class": "soft small"]) { sentence } }
        }
        element("form", ["method": "dialog"]) {
            button("Close", id: "\(id)-close")
        }
    }
}
