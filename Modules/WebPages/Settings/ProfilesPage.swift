import Contracts

/// The profiles that a session can open, with a form that adds one.
struct ProfilesPage {
    /// The name of the form in the posted fields.
    static let formName = "profile"

    /// The profiles of the session, by name.
    let profiles: [Profiles.Profile]
    /// The form of a new profile, as typed if it was refused.
    var input = FormInput(Self.formName)
    let visitor: Visitor

    func page(isAdded: Bool) -> Page {
        var page = Page("Profiles", in: .settings, content: content)
        if isAdded {
            page.toast = element("p") {
                "The profile is added. The menu with the name of the profile leads to it."
            }
        }
        if !input.isValid { page.status = 422 }
        return page
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Profiles", crumbs: [("Settings", "/settings")],
            lead: "The data of a profile is separate from that of all others.")
        card("profiles", "Profiles of this browser") {
            rowList(
                profiles.map { profile in
                    element("li") {
                        rowText(HTML.text(profile.name), profile.zone)
                        if profile.name == visitor.profile {
                            element("span", ["class": "badge"]) { "shown" }
                        }
                    }
                })
        }
        card("profile-new", "New profile") {
            if visitor.canAddProfiles {
                addition
            } else {
                element("p", ["class": "soft"]) {
                    "This browser opens its own profile only. A link for all profiles, which can also add some: "
                    element("code") { "dayline web --all-profiles" }
                }
            }
        }
    }

    private var addition: HTML {
        // The menu of profiles, which scripts do not replace, changes.
        form(ProfileRoutes.path, visitor, class: "stack", isEnhanced: false) {
            input.note
            element("div", ["class": "fields"]) {
                InputField(
                    "Name", id: "profile-name", name: "name", isRequired: true, in: input)
                InputField(
                    "Time zone", id: "profile-zone", name: "zone", value: ownZone,
                    isRequired: true, hint: "Such as Europe/Berlin.", in: input)
            }
            buttonRow("Add", class: "button main", id: "profile-add")
        }
    }

    private var ownZone: String? { profiles.first { $0.name == visitor.profile }?.zone }
}
