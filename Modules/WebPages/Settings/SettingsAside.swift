import Contracts
import HostFiles
import Presentation
import RPC

/// The cards beside the settings: the profile, browsers, data, the state of the system and this browser.
struct SettingsAside: HTMLPart {
    let profile: Profiles.Profile
    let sessions: [WebAccess.Session]?
    let web: WebAccess.SettingsResponse?
    let passkeys: [WebAccess.Passkey]?
    let tokens: [WebAccess.APIToken]?
    let backups: Backups.ScheduleResponse?
    let backupProblem: Status?
    let state: Checkups.StateResponse?
    /// Milliseconds since 1970.
    let now: Int64
    let visitor: Visitor

    @HTMLBuilder var html: HTML {
        profileCard
        browsers
        WebSettingsCard(response: web)
        PasskeyCard(passkeys: passkeys, visitor: visitor)
        TokenCard(tokens: tokens, visitor: visitor)
        data
        BackupCard(schedule: backups, problem: backupProblem, now: now, visitor: visitor)
        system
        signOut
    }

    private var profileCard: HTML {
        card("profile", "Profile") {
            rowList([
                row("Name", profile.name),
                row("Activities", NumberText.count(profile.activities)),
                row("Health samples", NumberText.count(profile.samples)),
            ])
            element("div", ["class": "row"]) {
                link(ProfileRoutes.path, "profiles", "Profiles")
                link("/trends", "sources", "Sources of metrics")
                link("/welcome", "welcome", "First steps")
            }
        }
    }

    private func row(_ title: String, _ value: String) -> HTML {
        element("li") {
            element("div") { title }
            element("span") { value }
        }
    }

    private func link(_ path: String, _ name: String, _ text: String) -> HTML {
        anchor(text, to: path, class: "button small", id: "settings-\(name)")
    }

    private var browsers: HTML {
        card("browsers", "Browsers") {
            if let sessions {
                rowList(sessions.map(row))
            } else {
                element("p", ["class": "soft"]) { "The list of browsers is not available." }
            }
            element("p", ["class": "soft small"]) {
                "A link for another browser of this computer: "
                element("code") { "dayline web" }
            }
        }
    }

    private func row(_ session: WebAccess.Session) -> HTML {
        let name = BrowserName.name(session.device)
        return element("li", ["id": "session-\(session.id)"]) {
            element("div") {
                name
                if session.id == visitor.session {
                    " "
                    element("span", ["class": "badge"]) { "this browser" }
                }
                element("p", ["class": "soft small"]) {
                    "signed in \(InstantText.shortDay(session.createdAt)), used \(InstantText.shortDay(session.usedAt))"
                }
            }
            form("/settings/sessions/\(session.id)/end", visitor) {
                button(
                    "Sign out", class: "button small bad", id: "end-\(session.id)",
                    label: "Sign out \(name), signed in \(InstantText.day(session.createdAt))")
            }
        }
    }

    private var data: HTML {
        card("data", "Data") {
            element("p", ["class": "soft small"]) {
                "A copy of all profiles, while Dayline runs: "
                element("code") { "dayline backup FILE" }
            }
            element("div", ["class": "row"]) {
                link("/settings/downloads", "downloads", "Download everything")
                link(CategoryRoutes.path, "categories", "Categories")
                link(TemplateRoutes.path, "templates", "Templates")
                link(VacationRoutes.path, "vacations", "Vacations")
                link(HealthLinkRoutes.path, "health", "Activities and health data")
                link("/settings/notifications", "notifications", "Notifications")
                link("/settings/feeds", "feeds", "Calendar feeds")
                link("/import", "import", "Import")
                removal(.records)
                // The default profile cannot be removed.
                if profile.name != CallMetadata.defaultProfile { removal(.profile) }
            }
        }
    }

    private func removal(_ removal: Removal) -> HTML {
        anchor(
            removal.title, to: removal.path, class: "button small bad",
            id: "settings-\(removal.rawValue)")
    }

    private var system: HTML {
        card("system", "System") {
            if let state {
                if state.sentences.isEmpty {
                    element("p") {
                        element("span", ["class": "good"]) { "Storage is in order." }
                        " All day totals are computed."
                    }
                }
                for sentence in state.sentences { note(.warn, sentence) }
            } else {
                note(.bad, "Storage does not report its state.")
            }
            element("p", ["class": "soft small", "id": "version"]) {
                "Dayline \(ProductVersion.text)"
            }
            element("p", ["class": "soft small"]) {
                "All workers: "
                element("code") { "dayline status" }
                ". A check of the data: "
                element("code") { "dayline doctor" }
            }
        }
    }

    /// A form without the script, since its answer belongs to no session.
    private var signOut: HTML {
        card("this-browser", "This browser") {
            ThemeForm(visitor: visitor)
            element("form", ["method": "post", "action": "/logout"]) {
                formToken(visitor)
                button("Sign out", id: "sign-out")
            }
            smallText("A new login link is needed to sign in again.")
        }
    }
}
