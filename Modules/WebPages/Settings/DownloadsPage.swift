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
                rowList(Download.allCases.filter { !$0.hasTables }.map(row))
            }
            card("downloads-tables", "Health data and tables", isFragment: false) {
                element("p", ["class": "soft"]) {
                    "Samples, day totals, workouts, nights, activities, entries, goals and weights. A download of many years begins when its tables are written."
                }
                rowList(Download.allCases.filter(\.hasTables).map(row))
                element("p", ["class": "soft small"]) {
                    "Each "
                    anchor("trend", to: "/trends")
                    " is downloaded as a table from its page."
                }
            }
        }
    }

    private func row(_ download: Download) -> HTML {
        element("li") {
            rowText(HTML.text(download.title), download.explanation)
            anchor(
                "Download", to: download.path, class: "button small", id: "download-\(download)",
                download: download.hasTables ? nil : "", label: "Download \(download.title)")
        }
    }
}
