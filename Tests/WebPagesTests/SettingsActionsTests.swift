import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

/// Actions of the settings: tokens, backups, downloads and the theme.
@Suite struct SettingsActionsTests {
    private static func bus(
        received: Received<String> = Received(), backup: Status? = nil
    ) -> FakeBus {
        FakeBus { router in
            router.answer(Profiles.list) { _, _ in
                Profiles.ListResponse(profiles: [
                    Profiles.Profile(
                        name: "default", zone: "UTC", zones: [ZoneChange(from: nil, zone: "UTC")],
                        samples: 0, activities: 0)
                ])
            }
            router.answer(Settings.list) { _, _ in Settings.ListResponse(values: [:]) }
            router.answer(Backups.schedule) { _, _ in
                Backups.ScheduleResponse(
                    folder: "/mnt/drive", time: "02:00", zone: "UTC", isRunning: false)
            }
            router.answer(Backups.run) { _, _ in
                received.add("backup")
                if let backup { throw backup }
                return Backups.Snapshot(
                    at: "2026-10-18T09:00:00Z", verifiedAt: "2026-10-18T09:01:00Z", bytes: 1,
                    addedBytes: 1, schema: 1, profiles: ["default"], samples: 0, imports: 0,
                    photos: 0)
            }
            router.answer(WebAccess.newToken) { request, _ in
                guard request.name != "phone" else {
                    throw Status(.alreadyExists, "There is a token \"phone\" already.")
                }
                let scopes = request.scopes.map(\.rawValue).joined(separator: ",")
                received.add("\(request.name) \(scopes)")
                return WebAccess.NewTokenResponse(
                    name: request.name, token: "0123abcd", scopes: request.scopes,
                    address: "http://127.0.0.1:8420/api/v1/")
            }
        }
    }

    // MARK: Tokens

    @Test func `a new token is shown with its scopes`() async throws {
        let received = Received<String>()
        let bus = Self.bus(received: received)

        let reply = try await bus.reply(
            .post, NewTokenPage.path, in: TokenRoutes.routes,
            bus.request(form: [
                "name": " watch ", "scope-log": "1", "scope-read": "1", "key": "k",
            ]))

        let page = try #require(reply?.page)
        #expect(page.status == 200)
        #expect(received.values == ["watch read,log"])
        #expect(page.markup.contains(">0123abcd</textarea>"))
        #expect(page.values(of: "data-copy") == ["token-text", "token-address"])
        #expect(page.markup.contains("http://127.0.0.1:8420/api/v1/"))
        #expect(page.markup.contains("reads data, changes records"))
    }

    @Test(
        arguments: [
            (["scope-read": "1"], "token-name-error", "needs a name"),
            (["name": "watch"], "token-scopes-error", "Choose at least one"),
            (["name": "phone", "scope-read": "1"], "token-name-error", "already"),
        ] as [([String: String], String, String)])
    func `a refused token is explained beside its field`(
        form: [String: String], field: String, sentence: String
    ) async throws {
        let received = Received<String>()
        let bus = Self.bus(received: received)

        let reply = try await bus.reply(
            .post, NewTokenPage.path, in: TokenRoutes.routes, bus.request(form: form))

        let page = try #require(reply?.page)
        #expect(page.status == 422)
        #expect(page.values(of: "aria-describedby") == [field])
        #expect(page.markup.contains(sentence))
        #expect(page.markup.contains("checked=\"\"") == (form["scope-read"] != nil))
        #expect(page.hasUniqueNames)
        #expect(received.values.isEmpty)
    }

    // MARK: Backups

    @Test func `a backup is written by a button`() async throws {
        let received = Received<String>()
        let bus = Self.bus(received: received)

        let reply = try await bus.reply(
            .post, "/settings/backup", in: SettingsRoutes.routes, bus.request(form: ["key": "k"]))

        #expect(reply?.location == "/settings?done=backup")
        #expect(received.values == ["backup"])
    }

    @Test func `a failed backup is explained in its card`() async throws {
        let bus = Self.bus(backup: Status(.failedPrecondition, "The folder is not mounted."))

        let reply = try await bus.reply(
            .post, "/settings/backup", in: SettingsRoutes.routes, bus.request(form: ["key": "k"]))

        let page = try #require(reply?.page)
        #expect(page.status == 409)
        #expect(page.markup.contains("The folder is not mounted."))
        #expect(page.markup.contains("id=\"backup-now\""))
    }

    @Test func `a backup that takes longer continues`() async throws {
        let bus = Self.bus(backup: Status(.deadlineExceeded, "The call took too long."))

        let reply = try await bus.reply(
            .post, "/settings/backup", in: SettingsRoutes.routes, bus.request(form: ["key": "k"]))

        #expect(reply?.location == "/settings?done=backup-runs")
    }

    // MARK: Downloads

    @Test func `every download has a link`() {
        let page = DownloadsPage().page

        #expect(Set(Download.allCases.map(\.path)).isSubset(of: page.values(of: "href")))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test(arguments: Download.allCases)
    func `a download has the format of its name`(download: Download) {
        let ending = download.rawValue.split(separator: ".").last.map(String.init)

        switch download.content {
        case .document(let request): #expect(request.format.rawValue == ending)
        case .outbox(let request): #expect(request.format.rawValue == ending)
        case .database, .tables: break
        }
        #expect(download.fileName(of: "kim") == "dayline-kim-\(download.rawValue)")
    }

    // MARK: Theme

    @Test(arguments: [nil] + Theme.allCases.map(Optional.some))
    func `a page has the theme of its browser`(theme: Theme?) {
        var visitor = FakeBus.visitor
        visitor.theme = theme

        let form = ThemeForm(visitor: visitor).html.markup
        let bytes = Shell(assets: "/assets/x").document(
            of: Page("Settings", in: .settings, content: .empty), for: visitor)
        let document = String(decoding: bytes, as: UTF8.self)

        #expect(form.contains("value=\"\(theme?.rawValue ?? "system")\" checked=\"\""))
        #expect(document.contains("data-theme=") == (theme != nil))
        #expect(document.contains("prefers-color-scheme") == (theme == nil))
    }
}
