import Contracts
import RPC

/// The routes of the first page of a profile.
package enum WelcomeRoutes {
    package static let routes = [
        WebRoute(.get, "/welcome") { .page(try await welcomePage($0).page) },
        WebRoute(.post, "/welcome") { try await submit($0) },
    ]

    private static func welcomePage(_ request: WebRequest) async throws -> WelcomePage {
        async let stored = request.call(Settings.list, Empty())
        async let templates = request.call(Templates.list, Empty())
        let profile = try await SettingsRoutes.profile(request)
        let definition = try SettingDefinition.named(Settings.units)
        return WelcomePage(
            profile: profile, templates: try await templates.templates,
            units: try await stored.values[Settings.units] ?? definition.defaultValue,
            unitChoices: definition.allowed, zone: profile.zone, visitor: request.visitor)
    }

    private static func submit(_ request: WebRequest) async throws -> WebReply {
        var welcomePage = try await welcomePage(request)
        let prefix = WelcomePage.templatePrefix
        let chosen = request.form.keys.filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
        welcomePage.chosen = Set(chosen)
        welcomePage.zone = (request.form["zone"] ?? welcomePage.zone).trimmingSpaces
        // The zone is the only field that can be refused, so nothing else changes before it.
        do throws(Status) {
            try await setZone(of: welcomePage, request)
        } catch {
            welcomePage.problem = error
            return .page(welcomePage.page)
        }
        var hasStep = false
        if let units = request.form["units"], units != welcomePage.units {
            let value = try SettingDefinition.named(Settings.units).value(of: units)
            _ = try await keyed(request, "units").call(
                Settings.set, Settings.SetRequest(key: Settings.units, value: value))
            hasStep = true
        }
        for template in welcomePage.templates where welcomePage.chosen.contains(template.name) {
            let reply = try await keyed(request, "template-\(template.name)").call(
                Templates.apply, Templates.ApplyRequest(name: template.name))
            if !reply.added.isEmpty { hasStep = true }
        }
        return .redirect(hasStep ? "/?done=1" : "/")
    }

    private static func setZone(
        of page: WelcomePage, _ request: WebRequest
    ) async throws(Status) {
        guard page.hasOneZone, page.zone != page.profile.zone else { return }
        guard !page.zone.isEmpty else {
            throw Status(
                .invalidArgument, "The form has no time zone.", hint: "Enter it as Europe/Berlin.")
        }
        _ = try await keyed(request, "zone").call(
            Profiles.setZone,
            Profiles.SetZoneRequest(
                name: request.visitor.profile, change: ZoneChange(from: nil, zone: page.zone)))
    }

    /// The request with an idempotency key of its own for one of its changes.
    private static func keyed(_ request: WebRequest, _ change: String) -> WebRequest {
        var single = request
        single.form["key"] = request.form["key"].map { "\($0)-\(change)" }
        return single
    }
}
