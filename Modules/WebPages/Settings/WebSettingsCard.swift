import Contracts

/// The settings of the web app, which the command line changes: the app could not be reached after a
/// wrong one.
struct WebSettingsCard: HTMLPart {
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
            ("Address", response.address), ("Listens on", Self.listen(settings, response.address)),
            ("Public URL", settings.publicURL ?? "none"),
            ("Path prefix", settings.prefix.isEmpty ? "none" : settings.prefix),
            ("Trusted proxies", proxies.isEmpty ? "none" : proxies.joined(separator: ", ")),
            ("Identity header", settings.identityHeader ?? "none"),
            ("Password", response.hasPassword ? "set" : "none"),
        ]
    }

    /// The address and port in use, which an environment variable or a failure can change; with a public
    /// URL, only those of the settings are known.
    private static func listen(_ settings: WebAccess.Settings, _ address: String) -> String {
        guard settings.publicURL == nil, let used = port(address),
            let set = port(settings.listen), used != set
        else { return settings.listen }
        return "\(settings.listen.dropLast(set.count))\(used), instead of \(settings.listen)"
    }

    /// The digits after the last colon of the host; nil without a port.
    private static func port(_ address: String) -> Substring? {
        let host =
            address.split(separator: "/").first { !$0.hasSuffix(":") } ?? Substring(address)
        guard let colon = host.lastIndex(of: ":") else { return nil }
        let digits = host[host.index(after: colon)...]
        return !digits.isEmpty && digits.allSatisfy(\.isNumber) ? digits : nil
    }

    private func row(_ row: (title: String, value: String)) -> HTML {
        element("li") {
            element("div") { row.title }
            element("span") { row.value }
        }
    }
}
