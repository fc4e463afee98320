import Contracts
import RPC
import Testing

@testable import WebPages

/// The cards beside the settings: browsers, passkeys, tokens, backups and the state of storage.
extension SettingsPagesTests {
    @Test func `browsers are named and can be signed out`() {
        let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
        let page = Self.page(
            sessions: [
                WebAccess.Session(
                    id: "abc", device: agent, createdAt: "2026-10-18T10:00:00Z",
                    usedAt: "2026-10-19T10:00:00Z"),
                WebAccess.Session(
                    id: "def", device: Self.image, createdAt: "2026-10-18T10:00:00Z",
                    usedAt: "2026-10-19T10:00:00Z"),
            ]
        ).page

        #expect(page.markup.contains("Firefox, Linux"))
        #expect(page.values(of: "action").contains("/settings/sessions/abc/end"))
        #expect(!page.markup.contains("<img"))
        #expect(page.hasUniqueNames)
    }

    @Test func `the browser of the page is marked, and the version is shown`() throws {
        let sessions = ["abc", "def"].map {
            WebAccess.Session(
                id: $0, device: "", createdAt: "2026-10-18T10:00:00Z",
                usedAt: "2026-10-19T10:00:00Z")
        }

        let markup = Self.page(sessions: sessions, session: "def").page.markup

        let rows = markup.split(separator: "<li id=\"session-").dropFirst()
        #expect(rows.map { $0.contains("this browser") } == [false, true])
        #expect(markup.contains("id=\"version\">Dayline "))
    }

    @Test func `passkeys are listed with their last use and can be removed`() {
        let page = Self.page(
            passkeys: [
                WebAccess.Passkey(
                    name: "Phone", site: "localhost", createdAt: "2026-10-18T10:00:00Z",
                    usedAt: "2026-10-19T10:00:00Z"),
                WebAccess.Passkey(
                    name: Self.image, site: "localhost", createdAt: "2026-10-18T10:00:00Z",
                    usedAt: nil),
            ]
        ).page

        #expect(page.markup.contains("aria-label=\"Remove the passkey Phone\""))
        #expect(page.markup.contains("not used yet"))
        #expect(page.values(of: "action").contains("/settings/passkeys/remove"))
        #expect(!page.markup.contains("<img"))
        #expect(page.hasUniqueNames)
        #expect(Self.page(passkeys: nil).page.markup.contains("list of passkeys is not available"))
    }

    @Test func `tokens are listed with scopes and last use and can be revoked`() async throws {
        let page = Self.page(
            tokens: [
                WebAccess.APIToken(
                    name: "phone", scopes: [.read, .log], createdAt: "2026-10-18T10:00:00Z",
                    usedAt: "2026-10-19T10:00:00Z"),
                WebAccess.APIToken(
                    name: Self.image, scopes: [.admin], createdAt: "2026-10-18T10:00:00Z",
                    usedAt: nil),
            ]
        ).page
        let revoked = Received<String>()
        let bus = Self.bus(changes: revoked)

        for name in ["phone", "gone"] {
            let reply = try await bus.reply(
                .post, "/settings/tokens/revoke", in: TokenRoutes.routes,
                bus.request(form: ["name": name]))
            #expect(reply?.location == "/settings?done=token-revoked")
        }

        #expect(page.markup.contains("reads data, changes records, for the profile default"))
        #expect(page.markup.contains("used 19 Oct 2026"))
        #expect(page.markup.contains("aria-label=\"Revoke the token phone\""))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
        #expect(revoked.values == ["revoke phone"])
        #expect(Self.page(tokens: nil).page.markup.contains("list of tokens is not available"))
    }

    @Test func `the state of backups is shown, or how they are set up`() {
        let off = Backups.ScheduleResponse(time: "02:00", zone: "Europe/Berlin", isRunning: false)
        var daily = off
        daily.folder = "/mnt/drive"
        daily.verifiedAt = "2026-10-18T09:00:00Z"

        #expect(
            Self.page(backups: daily).page.markup.contains(
                "The last verified backup is 3 hours old, in /mnt/drive."))
        #expect(
            Self.page(backups: off).page.markup.contains(
                "<code>dayline backups to FOLDER</code>"))
        #expect(Self.page().page.markup.contains("state of backups is not available"))
    }

    @Test func `a passkey that is gone already counts as removed`() async throws {
        let bus = Self.bus()
        for name in ["Phone", "Other"] {
            let reply = try await bus.reply(
                .post, "/settings/passkeys/remove", in: SettingsRoutes.routes,
                bus.request(form: ["name": name]))
            #expect(reply?.location == "/settings?done=passkey-removed")
        }
        await #expect(throws: Status.self) {
            try await bus.reply(
                .post, "/settings/passkeys/remove", in: SettingsRoutes.routes,
                bus.request(form: ["name": "Last"]))
        }
    }

    @Test func `conditions of storage are shown as sentences`() {
        let state = Checkups.StateResponse(
            readOnlyReason: "The disk is full.", pendingFolds: [], missingChanges: [])

        #expect(Self.page(state: state).page.markup.contains("The disk is full."))
        #expect(Self.page().page.markup.contains("Storage is in order."))
        #expect(Self.page(state: nil).page.markup.contains("does not report its state"))
    }

    @Test(arguments: ["abc", "gone"])
    func `an ended session leads back to the settings`(id: String) async throws {
        let bus = Self.bus()

        let reply = try await bus.reply(
            .post, "/settings/sessions/:id/end", in: SettingsRoutes.routes,
            bus.request(["id": id]))

        #expect(reply?.location == "/settings?done=session")
    }
}
