/// The names of the browser and the system in the header by which a browser names itself.
enum BrowserName {
    /// Marks in the order in which they decide: browsers name their ancestors too.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// Such as `Firefox, Linux`; the header itself if it is in no known form.
    static func name(_ header: String) -> String {
        let parts = [browsers, systems].compactMap { marks in
            marks.first { header.contains($0.0) }?.1
        }
        if parts.isEmpty { return header.isEmpty ? "Unknown browser" : header }
        return parts.joined(separator: ", ")
    }
}
