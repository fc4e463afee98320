import Contracts

/// The settings of the web app, which the command line changes: the app could not be reached after a
/// wrong one.
struct WebSettingsCard {
    /// Nil: unknown.
    let response: WebAccess.SettingsResponse?

    var html: HTML {
        card("web-settings", "Web access") {
            if let response {
                if let problem = response.problem { note(.warn, problem) }
                rowList(rows(response).map(row))
            } else {
                element("p", ["class": "soft"]) { "The settings of the web app are not available." }
            }
            element("p", ["class": "soft small"]) {
                "Changed on the computer that runs Dayline: "
                element("code") { "dayline web settings" }
            }
        }
    }

    private func rows(_ response: WebAccess.SettingsResponse) -> [(title: String, value: String)] {
        let settings = response.settings
        let proxies = settings.trustedProxies
        return [
            ("Address", response.address), ("Listens on", settings.listen),
            ("Public URL", settings.publicURL ?? "none"),
            ("Path prefix", settings.prefix.isEmpty ? "none" : settings.prefix),
            ("Trusted proxies", proxies.isEmpty ? "none" : proxies.joined(separator: ", ")),
            ("Identity header", settings.identityHeader ?? "none"),
            ("Password", response.hasPassword ? "set" : "none"),
        ]
    }

    private func row(_ row: (title: String, value: String)) -> HTML {
        element("li") {
            element("div") { row.title }
            element("span") { row.value }
        }
    }
}
