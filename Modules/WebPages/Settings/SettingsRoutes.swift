import CivilTime
import Contracts
import HostFiles
import RPC

/// The routes of settings, time zones, login sessions, passkeys and backups.
package enum SettingsRoutes {
    package static let routes =
        [
            WebRoute(.get, "/settings") { try await show($0) },
            WebRoute(.post, "/settings") { try await save($0) },
            WebRoute(.get, "/settings/zone") { try await showZone($0) },
            WebRoute(.post, "/settings/zone") { try await setZone($0) },
            WebRoute(.post, "/settings/sessions/:id/end") { try await endSession($0) },
            WebRoute(.post, "/settings/passkeys/remove") { try await removePasskey($0) },
            WebRoute(.post, "/settings/backup") { try await backUp($0) },
        ]
        + Removal.allCases.flatMap { removal in
            [
                WebRoute(.get, removal.path) { request in
                    .page(RemovalPage(removal: removal, visitor: request.visitor).page)
                },
                WebRoute(.post, removal.path) { try await remove(removal, $0) },
            ]
        }

    /// The profile of the visitor.
    static func profile(_ request: WebRequest) async throws -> Profiles.Profile {
        let list = try await request.call(Profiles.list, Empty())
        guard let profile = list.profiles.first(where: { $0.name == request.visitor.profile })
        else {
            throw Status(
                .notFound, "There is no profile \"\(request.visitor.profile)\" any more.",
                hint: "Print a link for another one with: dayline --profile NAME web")
        }
        return profile
    }

    // MARK: Settings

    private static func settingsPage(_ request: WebRequest) async throws -> SettingsPage {
        async let stored = request.call(Settings.list, Empty())
        async let profile = self.profile(request)
        async let sessions = try? request.call(WebAccess.sessions, Empty())
        async let web = try? request.call(WebAccess.settings, Empty())
        async let passkeys = try? request.call(WebAccess.passkeys, Empty())
        async let tokens = try? request.call(WebAccess.tokens, Empty())
        async let backups = try? request.call(Backups.schedule, Backups.ScheduleRequest())
        async let state = try? request.call(Checkups.state, Empty())
        return SettingsPage(
            profile: try await profile, stored: try await stored.values,
            sessions: await sessions?.sessions, web: await web,
            passkeys: await passkeys?.passkeys, tokens: await tokens?.tokens,
            backups: await backups, state: await state, now: WallClock.milliseconds(),
            visitor: request.visitor)
    }

    private static func show(_ request: WebRequest) async throws -> WebReply {
        async let toast = Toast.html(request, sentences: sentences)
        var page = try await settingsPage(request).page
        page.toast = await toast
        return .page(page)
    }

    /// The sentences of results without a step, by the mark of the request.
    private static let sentences = [
        "several": "The settings are saved.",
        "none": "No setting was changed.",
        "zone": "The time zone is changed. Day totals are computed again.",
        "passkey": "The passkey is added.",
        "passkey-removed": "The passkey is removed.",
        "token-revoked": "The token is revoked. Its requests are refused.",
        "backup": "A backup is written and verified.",
        "backup-runs": "The backup is being written. Its result is shown on this page.",
        "session": "The browser is signed out.",
    ]

    private static func save(_ request: WebRequest) async throws -> WebReply {
        let form = SettingsForm(request.form)
        guard form.problems.isEmpty else {
            var settingsPage = try await settingsPage(request)
            settingsPage.typed = form.values
            settingsPage.typedRevision = request.form[Revision.field]
            settingsPage.problems = form.problems
            return .page(settingsPage.page)
        }
        let stored = try await request.call(Settings.list, Empty()).values
        let changes = form.changes(to: stored)
        let revision = SettingsForm.revision(of: stored)
        if Revision.isStale(request.form, current: revision), !changes.isEmpty {
            return .page(
                ConflictPage(
                    name: "Settings", section: .settings, back: "/settings", action: "/settings",
                    fields: request.form, revision: revision,
                    differences: try form.differences(from: stored), fragment: "settings",
                    visitor: request.visitor
                ).page)
        }
        for change in changes {
            // Each setting is a change of its own, with a key of its own.
            var single = request
            single.form["key"] = request.form["key"].map { "\($0)-\(change.key)" }
            _ = try await single.call(
                Settings.set, Settings.SetRequest(key: change.key, value: change.value))
        }
        switch changes.count {
        case 0: return .redirect("/settings?done=none")
        case 1: return .redirect("/settings?done=1")
        default: return .redirect("/settings?done=several")
        }
    }

    // MARK: Backups

    /// The time limit for the answer with the result of a backup, which may take hours.
    private static let backupTimeout = Duration.seconds(20)

    /// Writes a backup to the folder of daily backups. A backup that takes longer continues.
    private static func backUp(_ request: WebRequest) async throws -> WebReply {
        do throws(Status) {
            _ = try await request.call(Backups.run, Empty(), timeout: backupTimeout)
            return .redirect("/settings?done=backup")
        } catch {
            guard error.code != .deadlineExceeded else {
                return .redirect("/settings?done=backup-runs")
            }
            var settingsPage = try await settingsPage(request.withoutKey)
            settingsPage.backupProblem = error
            return .page(settingsPage.page)
        }
    }

    // MARK: Removals

    private static func remove(
        _ removal: Removal, _ request: WebRequest
    ) async throws -> WebReply {
        let name = request.visitor.profile
        let typed = (request.form["name"] ?? "").trimmingSpaces
        var page = RemovalPage(removal: removal, typed: typed, visitor: request.visitor)
        guard typed == name else {
            page.problem =
                "\"\(typed)\" is not the name of the profile, so nothing was removed. Enter \(name)."
            return .page(page.page)
        }
        do {
            try await removal.apply(request)
        } catch {
            page.problem = error.description
            return .page(page.page)
        }
        return .redirect(removal.next)
    }

    // MARK: Time zone

    private static func showZone(_ request: WebRequest) async throws -> WebReply {
        let profile = try await profile(request)
        return .page(
            ZonePage(profile: profile, zone: profile.zone, from: "", visitor: request.visitor).page)
    }

    private static func setZone(_ request: WebRequest) async throws -> WebReply {
        let zone = (request.form["zone"] ?? "").trimmingSpaces
        let from = request.form["from"] ?? ""
        let isForAllDays = request.form["all"] != nil
        do throws(Status) {
            let day = CivilDate(from)
            guard !zone.isEmpty else { throw Status(.invalidArgument, "The form has no zone.") }
            guard day != nil || isForAllDays else {
                throw Status(
                    .invalidArgument, "The first day in the zone is missing or is not a day.",
                    hint: "Enter a day, or choose all days.")
            }
            _ = try await request.call(
                Profiles.setZone,
                Profiles.SetZoneRequest(
                    name: request.visitor.profile,
                    change: ZoneChange(from: isForAllDays ? nil : day, zone: zone)))
        } catch {
            return .page(
                ZonePage(
                    profile: try await profile(request), zone: zone, from: from,
                    isForAllDays: isForAllDays, problem: error, visitor: request.visitor
                ).page)
        }
        return .redirect("/settings?done=zone")
    }

    // MARK: Sessions

    private static func endSession(_ request: WebRequest) async throws -> WebReply {
        let id = request.parameters["id"] ?? ""
        do {
            _ = try await request.call(WebAccess.endSession, WebAccess.EndSessionRequest(id: id))
        } catch {
            // A session that is not found has ended in the meantime.
            guard error.code == .notFound else { throw error }
        }
        return .redirect("/settings?done=session")
    }

    // MARK: Passkeys

    private static func removePasskey(_ request: WebRequest) async throws -> WebReply {
        let name = request.form["name"] ?? ""
        do {
            _ = try await request.call(
                WebAccess.removePasskey, WebAccess.PasskeyRequest(name: name))
        } catch {
            // Another browser has removed the passkey in the meantime.
            guard error.code == .notFound else { throw error }
        }
        return .redirect("/settings?done=passkey-removed")
    }
}
