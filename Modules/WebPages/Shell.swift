import Texts

/// The document around each page: head, navigation, toast, keys and the texts of the scripts.
package struct Shell: Sendable {
    /// The path of the assets, with their hash.
    private let assets: String
    /// The path before all others; usually empty. It is added where the markup is written.
    private let prefix: String

    package init(assets: String, prefix: String = "") {
        self.assets = assets
        self.prefix = prefix
    }

    /// The complete document in UTF-8.
    package func document(of page: Page, for visitor: Visitor) -> [UInt8] {
        let html = element(
            "html",
            [
                "lang": visitor.locale.isMonthFirst ? "en-US" : "en-GB",
                "data-numbers": visitor.locale.tag,
                "data-clock": visitor.locale.hasTwelveHours ? "12" : nil,
                "data-theme": visitor.theme?.rawValue,
                "data-prefix": prefix.isEmpty ? nil : prefix,
            ]
        ) {
            head(of: page, visitor.theme)
            element("body", ["class": page.hasNavigation ? nil : "plain-page"]) {
                anchor("Skip to content", to: "#main", class: "skip-link")
                header(of: page, visitor)
                changing(page, visitor)
                if page.hasNavigation { Self.keys }
                element(
                    "p",
                    ["class": "visually-hidden", "id": "announcer", "aria-live": "polite"])
                Self.texts
            }
        }
        return HTML.group([Self.documentType, html]).written(prefix: prefix).bytes
    }

    /// The title and the changing parts of a page in UTF-8, for a script that has a page with `known` tags.
    package func changes(
        of page: Page, for visitor: Visitor, without known: Set<MarkupTag>
    ) -> [UInt8] {
        HTML.group([Self.documentType, title(of: page), changing(page, visitor)])
            .written(prefix: prefix).bytes(without: known)
    }

    private static let documentType = HTML.markup("<!doctype html>\n")

    private func title(of page: Page) -> HTML {
        element("title") { "\(page.title) · Dayline" }
    }

    /// The parts that scripts replace, and the element around them.
    @HTMLBuilder private func changing(_ page: Page, _ visitor: Visitor) -> HTML {
        if let notice = visitor.notice {
            element(
                "p",
                ["id": "replica-notice", "data-fragment": "replica-notice"]
            ) { notice }
        }
        element(
            "main",
            [
                "class": page.hasNavigation ? "page" : nil, "id": "main", "tabindex": "-1",
                "data-topics": topics(of: page), "data-day": page.day,
                "data-day-end": page.dayEnd,
                "data-event": page.topics.isEmpty ? nil : visitor.eventPosition,
                "data-profile": visitor.profile.isEmpty ? nil : visitor.profile,
            ]
        ) { page.content }
        element("div", ["class": "messages"]) {
            element(
                "div",
                ["id": "celebrations", "role": "status", "data-fragment": "celebration"]
            ) { page.celebration }
            element(
                "section",
                [
                    "class": "toast", "id": "toast", "role": "status",
                    "data-fragment": "toast",
                ]
            ) { page.toast }
        }
    }

    private func topics(of page: Page) -> String? {
        page.topics.isEmpty ? nil : page.topics.map(\.rawValue).joined(separator: " ")
    }

    private func head(of page: Page, _ chosen: Theme?) -> HTML {
        element("head") {
            element("meta", ["charset": "utf-8"])
            element(
                "meta",
                [
                    "name": "viewport",
                    "content": "width=device-width,initial-scale=1,viewport-fit=cover",
                ])
            title(of: page)
            for theme in Theme.allCases where chosen == nil || chosen == theme {
                element(
                    "meta",
                    [
                        "name": "theme-color", "content": theme.groundColor,
                        "media": chosen == nil
                            ? "(prefers-color-scheme:\(theme.rawValue))" : nil,
                    ])
            }
            element("link", ["rel": "stylesheet", "href": "\(assets)/dayline.css"])
            element(
                "link", ["rel": "icon", "href": "\(assets)/icon.svg", "type": "image/svg+xml"])
            element(
                "link", ["rel": "apple-touch-icon", "href": "\(assets)/apple-touch-icon.png"])
            element("link", ["rel": "manifest", "href": "\(assets)/manifest.webmanifest"])
            script("app")
            if let name = page.script { script(name) }
            script("waiting")
        }
    }

    private func script(_ name: String) -> HTML {
        element("script", ["type": "module", "src": "\(assets)/js/\(name).js"])
    }

    private func header(of page: Page, _ visitor: Visitor) -> HTML {
        element("header", ["class": page.hasNavigation ? "shell" : nil]) {
            element("a", ["class": "brand", "href": "/"]) {
                Drawing.mark
                "Dayline"
            }
            if page.hasNavigation {
                navigation(page)
                element("div", ["class": "shell-foot"]) {
                    element(
                        "a",
                        [
                            "class": "status", "id": "status", "href": "/offline",
                            "data-state": "loaded",
                        ]
                    ) { "Loaded" }
                    profile(of: visitor, on: page)
                }
            }
        }
    }

    /// The name of the profile; a menu if the session can open others.
    private func profile(of visitor: Visitor, on page: Page) -> HTML {
        let others = visitor.profiles.filter { $0 != visitor.profile }
        guard !others.isEmpty else {
            return element("span", ["class": "profile"]) { visitor.profile }
        }
        return element("details", ["class": "menu", "id": "profile-menu"]) {
            element("summary", ["class": "button quiet small"]) {
                element("span", ["class": "visually-hidden"]) { "Profile" }
                " "
                visitor.profile
            }
            // Without the script: the whole page belongs to the profile.
            element("form", ["class": "sheet", "method": "post", "action": "/profile"]) {
                formToken(visitor)
                if let section = page.section { hidden(Self.sectionField, section.rawValue) }
                for name in others {
                    button(name, name: "profile", value: name)
                }
            }
        }
    }

    /// The field of the profile menu with the entry of the navigation that its page belongs to.
    private static let sectionField = "section"

    /// The page to show after the form of the profile menu: the same entry of the navigation, or Today.
    package static func path(afterProfileChange form: [String: String]) -> String {
        entries.first { $0.section.rawValue == form[sectionField] }?.path ?? "/"
    }

    private struct Entry {
        var section: Page.Section
        var title: String
        var path: String
        /// The key after `g` that leads to the page.
        var key: String
    }

    private static let entries = [
        Entry(section: .today, title: "Today", path: "/", key: "t"),
        Entry(section: .health, title: "Health", path: "/health", key: "h"),
        Entry(section: .insights, title: "Insights", path: "/insights", key: "i"),
        Entry(section: .goals, title: "Goals", path: "/goals", key: "o"),
        Entry(section: .trends, title: "Trends", path: "/trends", key: "r"),
        Entry(section: .activities, title: "Activities", path: "/activities", key: "a"),
        Entry(section: .training, title: "Training", path: "/training", key: "p"),
        Entry(section: .timeline, title: "Timeline", path: "/timeline", key: "l"),
        Entry(section: .photos, title: "Photos", path: "/photos", key: "f"),
        Entry(section: .search, title: "Search", path: "/search", key: "q"),
        Entry(section: .imports, title: "Import", path: "/import", key: "m"),
        Entry(section: .settings, title: "Settings", path: "/settings", key: "s"),
    ]

    /// The number of entries that fit into the tab bar of a phone.
    private static let tabCount = 4

    private func navigation(_ page: Page) -> HTML {
        element("nav", ["aria-label": "Main"]) {
            element("ul", ["class": "tabs"]) {
                for entry in Self.entries.prefix(Self.tabCount) { item(entry, page) }
            }
            element("button", ["class": "tab-more", "type": "button", "popovertarget": "more"]) {
                Icon.more
                "More"
            }
            element("ul", ["class": "more", "id": "more", "popover": ""]) {
                for entry in Self.entries.dropFirst(Self.tabCount) { item(entry, page) }
            }
        }
    }

    private func item(_ entry: Entry, _ page: Page) -> HTML {
        element("li") {
            element(
                "a",
                [
                    "href": entry.path, "data-go": entry.key,
                    "aria-current": page.section == entry.section ? "page" : nil,
                ]
            ) {
                Icon.section(entry.section)
                entry.title
            }
        }
    }

    private static let keys: HTML = element(
        "dialog",
        ["class": "keys", "id": "keys", "aria-labelledby": "keys-title", "popover": ""]
    ) {
        element("h2", ["id": "keys-title"]) { "Keys" }
        element("dl") {
            key(["j", "k"], "Next or previous item")
            key(["x"], "Complete, or clear")
            key(["+"], "Add an amount")
            key(["s"], "Skip")
            key(["Alt", "↑", "↓"], "Move the item")
            key(["g", "t", "h", "r", "i"], "Go to Today, Health, Trends, Insights")
            key(["g", "a", "o", "l", "s"], "Go to Activities, Goals, Timeline, Settings")
            key(["g", "p", "f", "q", "m"], "Go to Training, Photos, Search, Import")
            key(["u"], "Undo the last change")
            key(["r"], "Read all parts of the page again")
            key(["?"], "Show this list")
        }
        element("h3") { "In a chart" }
        element("dl") {
            key(["←", "→"], "Day or period before or after")
            key(["Page Up", "Page Down"], "Seven forward or back")
            key(["Home", "End"], "First or last")
            key(["n"], "Today, or the newest")
            key(["t"], "Show or hide the table")
            key(["Esc"], "Select nothing")
        }
        element("label", ["class": "pick js-only"]) {
            element("input", ["type": "checkbox", "id": "single-keys", "checked": ""])
            element("span") { "Use keys of one character outside charts" }
        }
        element("form", ["method": "dialog", "class": "row"]) {
            button("Close", class: "button main")
        }
    }

    @HTMLBuilder private static func key(_ names: [String], _ meaning: String) -> HTML {
        element("dt") { for name in names { element("kbd") { name } } }
        element("dd") { meaning }
    }

    /// Sentences of the scripts.
    private static let texts: HTML = element("template", ["id": "texts"]) {
        for (name, text) in [
            ("live", "Live"), ("lost", "Offline, will send later"), ("page-of", "page of"),
            ("waiting-one", "1 waits"), ("waiting", "{n} wait"),
            ("queued", "Saved on this device. It is sent when Dayline answers."),
            ("failed", "The change was not saved: Dayline did not answer. Try again."),
            ("waits-already", "This change is saved on this device and waits to be sent."),
            (
                "day-over",
                "The change was not saved, because a new day has begun. The page shows the new day: make the change again."
            ),
            ("signed-out", "Signed out"), ("sign-in", "Sign in"),
            (
                "signed-out-message",
                "This browser is signed out, and nothing was saved. What you typed stays here: sign in in a new tab, and come back."
            ),
            ("sent", "All waiting changes are sent."),
            ("refused", "A waiting change was refused. See the list on the offline page."),
            ("moved", "{name}: {n} of {all} in {part}"),
            ("average", "average of {n} days, {from} to {to}"),
            ("average-one", "1 day, {from} to {to}"), ("selected-day", "{name}, selected day"),
            ("loading", "Loading."), ("refreshed", "All parts were read again."),
            ("not-refreshed", "The page was not read again: Dayline did not answer. Try again."),
            ("above", "{share} % above average"), ("below", "{share} % below average"),
            ("equal", "average"), ("not-over", "not over"), ("no-data", "no data"),
            ("no-days", "No data from {from} to {to}"),
            ("copied", "Copied."),
            (
                "copy-selected",
                "The text is selected. Copy it with the keys or the menu of the browser."
            ),
            ("passkey-cancelled", "No passkey was used. Try again, or sign in in another way."),
            ("push-denied", "This browser allows no notifications. Allow them in its settings."),
            ("push-failed", "The push service of this browser did not answer: {reason}"),
            ("progress", "{n} percent read"), ("sending", "Sending {name}: {n} percent"),
        ] {
            element("p", ["data-text": name]) { text }
        }
    }
}
