@testable import WebPages

/// Faults that the markup of no page may have.
struct MarkupAudit {
    let markup: String

    init(_ page: Page) {
        markup = page.content.markup + page.toast.markup + page.celebration.markup
    }

    /// The faults in words; empty: none.
    var faults: [String] {
        var faults: [String] = []
        let ids = values(of: "id")
        for id in Set(ids) where ids.filter({ $0 == id }).count > 1 {
            faults.append("The id \(id) is not unique.")
        }
        let known = Set(ids)
        for name in ["aria-labelledby", "aria-describedby", "for"] {
            for id in values(of: name) where !known.contains(id) {
                faults.append("\(name) names \(id), which is missing.")
            }
        }
        let fragments = values(of: "data-fragment")
        if Set(fragments).count < fragments.count { faults.append("A fragment is not unique.") }
        for text in ["<style", " style=\"", "<script", "onclick", "<img"]
        where markup.contains(text) { faults.append("The markup has \(text).") }
        for tag in markup.split(separator: "<")
        where tag.hasPrefix("button") && !tag.contains(" id=\"") {
            faults.append("A button has no id: \(tag)")
        }
        return faults
    }

    private func values(of attribute: String) -> [String] {
        markup.split(separator: " \(attribute)=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
    }
}
