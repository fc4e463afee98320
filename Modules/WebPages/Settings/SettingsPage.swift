import Contracts
import Presentation
import RPC
import Tracker

/// The settings of the profile, the browsers with access, and the state of the system.
struct SettingsPage {
    let profile: Profiles.Profile
    /// The stored values by key.
    let stored: [String: String]
    /// The values of a refused form by key; empty: no form was refused.
    var typed: [String: String] = [:]
    /// The state of the settings when a refused form was rendered; nil: no form was refused.
    var typedRevision: String?
    /// The refused values by key.
    var problems: [String: Status] = [:]
    /// The login sessions, newest first; nil: unknown.
    let sessions: [WebAccess.Session]?
    /// The settings of the web app; nil: unknown.
    let web: WebAccess.SettingsResponse?
    /// The passkeys of the profile; nil: unknown.
    let passkeys: [WebAccess.Passkey]?
    /// The API tokens of the profile; nil: unknown.
    let tokens: [WebAccess.APIToken]?
    /// The state of daily backups; nil: unknown.
    let backups: Backups.ScheduleResponse?
    /// The reason why no backup was written; nil: none was asked for.
    var backupProblem: Status?
    /// The state of storage; nil: unknown.
    let state: Checkups.StateResponse?
    /// Milliseconds since 1970.
    let now: Int64
    let visitor: Visitor

    var page: Page {
        Page(
            "Settings", in: .settings,
            status: backupProblem?.refusalCode ?? (problems.isEmpty ? 200 : 422),
            topics: [.settings, .imports, .workers], script: "passkeys", content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Settings",
            lead: "Stored in the profile. The command line reads and writes the same values.")
        element("p", ["class": "row"]) {
            anchor("Guide", to: "/help/")
            element(
                "button",
                [
                    "class": "button quiet", "type": "button", "id": "show-keys",
                    "popovertarget": "keys",
                ]
            ) { "Keys" }
        }
        element("div", ["class": "with-aside"]) {
            element("div", ["data-fragment": "settings"]) { settings }
            element("div", ["class": "stack"]) {
                SettingsAside(
                    profile: profile, sessions: sessions, web: web,
                    passkeys: passkeys, tokens: tokens, backups: backups,
                    backupProblem: backupProblem, state: state,
                    now: now, visitor: visitor)
            }
        }
    }

    private var settings: HTML {
        form("/settings", visitor, class: "stack wide") {
            Revision.input(typedRevision ?? SettingsForm.revision(of: stored))
            if !problems.isEmpty {
                note(
                    .bad, strong: "Nothing is saved.",
                    "\(NumberText.count(problems.count, "value")) below cannot be used.")
            }
            for section in SettingGroup.allCases where !section.definitions.isEmpty {
                card("settings-\(section.rawValue)", section.title, isFragment: false) {
                    element("div") {
                        for definition in section.definitions { row(definition) }
                        if section == .display { zone }
                    }
                }
            }
            reminders
            buttonRow("Save", class: "button main", id: "settings-save")
        }
    }

    private func value(_ definition: SettingDefinition) -> String {
        typed[definition.key] ?? stored[definition.key] ?? definition.defaultValue
    }

    private func row(_ definition: SettingDefinition) -> HTML {
        SettingRow(
            definition: definition, value: value(definition), problem: problems[definition.key]
        ).html
    }

    private var reminders: HTML {
        card(
            "settings-reminders", "Parts of the day and reminders", isFragment: false
        ) {
            DayPartsRow(
                value: typed[Settings.dayParts] ?? Settings.partsOfDay(stored).text,
                problem: problems[Settings.dayParts])
            for part in DayPartReminder.allCases {
                let key = Settings.reminder(part)
                let value =
                    typed[key] ?? stored[key] ?? DayPartReminderSetting(part).text
                ReminderRow(part: part, value: value, problem: problems[key])
            }
        }
    }

    private var zone: HTML {
        element("div", ["class": "setting"]) {
            element("div") {
                element("span", ["class": "plain-label"]) { "Time zone" }
                element("span") { ZoneText.current(profile) }
            }
            anchor("Change from a day", to: "/settings/zone", class: "button", id: "s-zone")
        }
    }
}
