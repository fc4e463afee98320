/// The path of a page in a form, to which the answer to the form leads.
enum BackPath {
    static let field = "back"
    /// The marks of a query that are about the change before.
    private static let marks = ["done", "undone", "celebrate"]

    /// The path of a request for a page, without marks of the change before; `/` if it is unknown.
    static func current(_ request: WebRequest) -> String {
        let query = request.query.filter { !marks.contains($0.key) }.sorted { $0.key < $1.key }
        return (path(request.path) ?? "/")
            + URLText.query(query.map { (name: $0.key, value: $0.value) })
    }

    /// The path of the list above a page of one record, which does not exist after the undo of its
    /// addition; for other pages as ``current(_:)``.
    static func list(_ request: WebRequest) -> String {
        let parts = request.path.split(separator: "/")
        guard parts.count == 2, ["activities", "goals"].contains(parts[0]), parts[1] != "trash"
        else { return current(request) }
        return "/\(parts[0])"
    }

    /// The path of a form if it is one of this server, which another address could only look like;
    /// nil otherwise.
    static func path(_ text: String) -> String? {
        let isLocal =
            text.hasPrefix("/") && !text.hasPrefix("//")
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        return isLocal ? text : nil
    }

    /// The path with a mark about the change before.
    static func marked(_ path: String, _ mark: String) -> String {
        "\(path)\(path.contains("?") ? "&" : "?")\(mark)=1"
    }
}
