/// The files with records of the profile.
struct DownloadsPage {
    static let path = "/settings/downloads"

    static let route = WebRoute(.get, path) { _ in .page(DownloadsPage().page) }

    var page: Page { Page("Download everything", in: .settings, content: content) }

    private var content: HTML {
        element("div", ["class": "stack narrow-page"]) {
            pageHead(
                "Download everything", crumbs: [("Settings", "/settings")],
                lead: "Files with the records of this profile.")
            card("downloads", "Files", isFragment: false) {
                rowList(Download.allCases.map(row))
            }
            card("downloads-health", "Health data", isFragment: false) {
                element("p") {
                    "Each "
                    element("a", ["href": "/trends"]) { "trend" }
                    " is downloaded as a table from its page."
                }
                element("p", ["class": "soft small"]) {
                    "All tables in one SQLite file, on the computer that runs Dayline: "
                    element("code") { "dayline export --sqlite FILE" }
                }
            }
        }
    }

    private func row(_ download: Download) -> HTML {
        element("li") {
            rowText(HTML.text(download.title), download.explanation)
            element(
                "a",
                [
                    "class": "button small", "id": "download-\(download)", "href": download.path,
                    "download": "", "aria-label": "Download \(download.title)",
                ]
            ) { "Download" }
        }
    }
}
