import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

@Suite struct SettingsPagesTests {
    static let image = "<img onerror=x>"

    private static func profile(_ name: String = "default") -> Profiles.Profile {
        Profiles.Profile(
            name: name, zone: "Europe/Berlin",
            zones: [
                ZoneChange(from: nil, zone: "America/New_York"),
                ZoneChange(from: CivilDate("2025-05-04"), zone: "Europe/Berlin"),
            ], samples: 1234, activities: 5)
    }

    static func page(
        stored: [String: String] = [:], sessions: [WebAccess.Session]? = [],
        passkeys: [WebAccess.Passkey]? = [], tokens: [WebAccess.APIToken]? = [],
        backups: Backups.ScheduleResponse? = nil,
        state: Checkups.StateResponse? = Checkups.StateResponse(
            readOnlyReason: nil, pendingFolds: [], missingChanges: []),
        address: String = "http://127.0.0.1:8420/dayline/", session: String? = nil
    ) -> SettingsPage {
        var visitor = FakeBus.visitor
        visitor.session = session
        return SettingsPage(
            profile: profile(), stored: stored, sessions: sessions,
            web: WebAccess.SettingsResponse(
                settings: WebAccess.Settings(
                    listen: "127.0.0.1:8420", publicURL: nil, prefix: "/dayline",
                    trustedProxies: ["10.0.0.1", "10.0.0.2"], identityHeader: nil),
                address: address, hasPassword: true, problem: "<b>"),
            passkeys: passkeys, tokens: tokens, backups: backups, state: state,
            now: 1_792_324_800_000, visitor: visitor)
    }

    @Test func `the settings of the web app are shown`() {
        let markup = Self.page().page.markup

        #expect(markup.contains("10.0.0.1, 10.0.0.2"))
        #expect(markup.contains("http://127.0.0.1:8420/dayline/"))
        #expect(markup.contains("&lt;b&gt;"))
    }

    @Test func `another port than that of the settings is shown`() {
        let moved = Self.page(address: "http://127.0.0.1:45123/dayline/").page.markup

        #expect(moved.contains("<span>127.0.0.1:45123, instead of 127.0.0.1:8420</span>"))
        #expect(Self.page().page.markup.contains("<span>127.0.0.1:8420</span>"))
    }

    @Test(arguments: [
        ("five", Settings.milestoneInterval, "2 kg, 5 lb"), ("avif", Settings.photoFormat, "AVIF"),
        ("us", Settings.units, "US"), ("monday", Settings.weekStart, "Monday"),
    ])
    func `values of settings have names for people`(value: String, key: String, title: String) {
        #expect(SettingText.value(value, of: key) == title)
    }

    @Test(arguments: Removal.allCases)
    func `a removal needs the exact name of the profile`(removal: Removal) async throws {
        let removed = Received<String>()
        let bus = FakeBus { router in
            router.answer(Profiles.remove) { request, _ in
                removed.add(request.name)
                return Empty()
            }
        }

        let refused = try await bus.reply(
            .post, removal.path, in: SettingsRoutes.routes,
            bus.request(form: ["name": "Default", "key": "k"]))
        let accepted = try await bus.reply(
            .post, removal.path, in: SettingsRoutes.routes,
            bus.request(form: ["name": " default ", "key": "k"]))

        let page = try #require(refused?.page)
        #expect(page.status == 422)
        #expect(page.markup.contains(#"value="Default""#))
        #expect(page.markup.contains("&quot;Default&quot; is not the name of the profile"))
        switch removal {
        case .profile:
            #expect(removed.values == ["default"])
            #expect(accepted?.location == "/login")
        case .records:
            // The bus has no tracker, so the page states its failure.
            #expect(accepted?.page?.status == 422)
            #expect(removed.values.isEmpty)
        }
    }

    /// A bus with the stored settings, which records each change as `key=value`.
    static func bus(
        stored: [String: String] = [:], changes: Received<String> = Received()
    ) -> FakeBus {
        FakeBus { router in
            router.answer(Profiles.list) { _, _ in Profiles.ListResponse(profiles: [profile()]) }
            router.answer(Settings.list) { _, _ in Settings.ListResponse(values: stored) }
            router.answer(Settings.set) { request, context in
                changes.add(
                    "\(request.key)=\(request.value ?? "") \(context.metadata.idempotencyKey ?? "")"
                )
                return Empty()
            }
            router.answer(WebAccess.sessions) { _, _ in WebAccess.SessionsResponse(sessions: []) }
            router.answer(WebAccess.passkeys) { _, _ in WebAccess.PasskeysResponse(passkeys: []) }
            router.answer(WebAccess.removePasskey) { request, _ in
                switch request.name {
                case "Phone": Empty()
                case "Last": throw Status(.failedPrecondition, "It is the last credential.")
                default: throw Status(.notFound, "No such passkey.")
                }
            }
            router.answer(WebAccess.revokeToken) { request, _ in
                guard request.name == "phone" else { throw Status(.notFound, "No such token.") }
                changes.add("revoke \(request.name)")
                return Empty()
            }
            router.answer(WebAccess.endSession) { request, _ in
                guard request.id == "abc" else { throw Status(.notFound, "No such session.") }
                return Empty()
            }
            router.answer(Profiles.setZone) { request, _ in
                guard request.change.zone != "Mars/Olympus" else {
                    throw Status(.invalidArgument, "\"Mars/Olympus\" is not a time zone.")
                }
                changes.add("\(request.change.from.map { "\($0)" } ?? "-") \(request.change.zone)")
                return Profiles.SetZoneResponse(profile: profile(), version: 2)
            }
        }
    }

    @Test func `every defined setting has a control`() {
        let page = Self.page().page

        let names = Set(page.values(of: "name"))
        for definition in SettingDefinition.all {
            #expect(
                ["", ".time", ".morning"].contains { names.contains(definition.key + $0) },
                "\(definition.key)")
        }
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `stored values are chosen and defaults apply without them`() {
        let page = Self.page(stored: ["weekStart": "sunday", "reminderEvening": "off"]).page

        #expect(page.markup.contains("value=\"sunday\" checked=\"\""))
        #expect(page.markup.contains("value=\"metric\" checked=\"\""))
        #expect(page.markup.contains("name=\"reminderMorning.on\" checked=\"\""))
        #expect(!page.markup.contains("name=\"reminderEvening.on\" checked=\"\""))
    }

    private static func dayParts(_ times: [String]) -> [String: String] {
        let names = DayPartReminder.allCases.map { "\(Settings.dayParts).\($0.rawValue)" }
        return Dictionary(uniqueKeysWithValues: zip(names, times))
    }

    @Test(arguments: [
        (["06:00", "13:00:00", "18:30"], ["dayParts=06:00 13:00 18:30 k-dayParts"]),
        (["05:00", "12:00", "17:00"], []),
    ])
    func `the hours of the parts of the day are stored`(
        times: [String], expected: [String]
    ) async throws {
        let changes = Received<String>()
        let bus = Self.bus(changes: changes)
        var form = Self.dayParts(times)
        form["key"] = "k"

        _ = try await bus.reply(
            .post, "/settings", in: SettingsRoutes.routes, bus.request(form: form))

        #expect(changes.values == expected)
    }

    @Test(arguments: [
        (["06:00", "05:00", "18:30"], "The afternoon begins at 05:00"),
        (["06:00", "", "18:30"], "2 of 3 times"),
    ])
    func `hours of parts that are out of order are shown again with their reason`(
        times: [String], sentence: String
    ) async throws {
        let changes = Received<String>()
        let bus = Self.bus(changes: changes)

        let page = try await bus.reply(
            .post, "/settings", in: SettingsRoutes.routes,
            bus.request(form: Self.dayParts(times)))?.page

        #expect(page?.status == 422)
        #expect(page?.markup.contains(sentence) == true)
        #expect(page?.values(of: "aria-describedby").count { $0 == "s-dayParts-error" } == 3)
        #expect(page?.markup.contains("value=\"18:30\"") == true)
        #expect(changes.values.isEmpty)
    }

    @Test func `only changed settings are stored, each with a key of its own`() async throws {
        let changes = Received<String>()
        let bus = Self.bus(stored: ["units": "us"], changes: changes)

        let reply = try await bus.reply(
            .post, "/settings", in: SettingsRoutes.routes,
            bus.request(form: [
                "weekStart": "sunday", "units": "us", "importLimit": " 9 ", "key": "k",
            ]))

        #expect(reply?.location == "/settings?done=several")
        #expect(
            changes.values == ["weekStart=sunday k-weekStart", "importLimit=9 k-importLimit"])
    }

    @Test func `an invalid value is shown with its reason and nothing is stored`() async throws {
        let changes = Received<String>()
        let bus = Self.bus(changes: changes)

        let page = try await bus.reply(
            .post, "/settings", in: SettingsRoutes.routes,
            bus.request(form: ["weekStart": "sunday", "importLimit": Self.image]))?.page

        #expect(page?.status == 422)
        #expect(page?.values(of: "aria-describedby") == ["s-importLimit-error"])
        #expect(page?.markup.contains("value=\"&lt;img onerror=x&gt;\"") == true)
        #expect(changes.values.isEmpty)
    }

    @Test(
        arguments: [
            (["time": "07:30", "on": "on", "condition": "always", "every": ""], "07:30"),
            (
                ["time": "07:30:00", "on": "on", "condition": "behind", "every": "2"],
                "07:30 behind every 2h"
            ),
            (["time": "07:30"], "off"),
            ([:], nil),
        ] as [([String: String], String?)])
    func `the fields of a reminder are one value`(fields: [String: String], value: String?) {
        let form = [String: String](
            uniqueKeysWithValues: fields.map { ("reminderMorning.\($0.key)", $0.value) })

        #expect(SettingsForm(form).values["reminderMorning"] == value)
    }

    @Test func `a zone is changed from a day or for all days`() async throws {
        let changes = Received<String>()
        let bus = Self.bus(changes: changes)

        for form in [
            ["zone": "Asia/Tokyo", "from": "2026-11-01"],
            ["zone": "Asia/Tokyo", "from": "2026-11-01", "all": "on"],
        ] {
            let reply = try await bus.reply(
                .post, "/settings/zone", in: SettingsRoutes.routes, bus.request(form: form))
            #expect(reply?.location == "/settings?done=zone")
        }

        #expect(changes.values == ["2026-11-01 Asia/Tokyo", "- Asia/Tokyo"])
    }

    @Test(arguments: [
        ["zone": "Mars/Olympus", "from": "2026-11-01"], ["zone": "Asia/Tokyo", "from": ""],
        ["zone": "Asia/Tokyo", "from": "soon"], ["zone": "", "from": "2026-11-01"], [:],
    ])
    func `a refused zone is shown with its reason`(form: [String: String]) async throws {
        let bus = Self.bus()

        let page = try await bus.reply(
            .post, "/settings/zone", in: SettingsRoutes.routes, bus.request(form: form))?.page

        #expect(page?.status == 422)
        #expect(page?.values(of: "aria-describedby") == ["zone-error"])
        #expect(page?.hasUniqueNames == true)
    }
}
