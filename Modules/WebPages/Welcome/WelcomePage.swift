import Contracts
import Presentation
import RPC

/// The first page of a new profile: a tour, the zone, the units and templates of activities.
struct WelcomePage {
    let profile: Profiles.Profile
    let templates: [Templates.Template]
    /// The value of the setting of units.
    let units: String
    let unitChoices: [String]
    var zone: String
    /// The names of the chosen templates.
    var chosen: Set<String> = []
    /// The reason why the form was refused; nil: it was not.
    var problem: Status?
    let visitor: Visitor

    /// The names of the fields of templates begin with this text.
    static let templatePrefix = "template."

    /// True if the profile has had one zone only. Setting a zone for all days then removes no zone change.
    var hasOneZone: Bool { profile.zones.count <= 1 }

    var page: Page {
        Page("Welcome", status: problem?.refusalCode ?? 200, hasNavigation: false, content: content)
    }

    @HTMLBuilder private var content: HTML {
        element("div", ["class": "stack tight"]) {
            Drawing.sun
            element("h1") { "Welcome" }
            element("p", ["class": "lead"]) {
                "Dayline stores days, activities and health samples on the computer that runs it, and sends them nowhere unless you set that up."
            }
        }
        tour
        setup
    }

    private var tour: HTML {
        card("tour", "In four steps") {
            element("ol", ["class": "stack tight numbered"]) {
                step(
                    title: "Today", path: "/",
                    text: "lists what is due. One tap on the circle completes an item.")
                step(
                    title: "Activities", path: "/activities",
                    text: "are what you plan: yes or no, an amount, or an answer.")
                step(
                    title: "Import", path: "/import",
                    text:
                        "reads the export of a phone, watch or habit app, for trends, nights and workouts."
                )
                step(
                    title: "Insights", path: "/insights",
                    text: "says what goes well, with the numbers it is based on.")
            }
            smallText("Changes of days and activities can be undone.")
        }
    }

    private func step(title: String, path: String, text: String) -> HTML {
        element("li") {
            element("p") {
                anchor(title, to: path, id: "tour-\(title.lowercased())")
                " \(text)"
            }
        }
    }

    private var setup: HTML {
        card("setup", "Your profile") {
            if profile.activities > 0 {
                element("p", ["class": "soft small"]) {
                    "The profile \(profile.name) has \(NumberText.count(profile.activities, "activity", "activities")). Templates add to them."
                }
            }
            form("/welcome", visitor, class: "stack") {
                if hasOneZone { zoneField }
                unitField
                if !templates.isEmpty { templateField }
                element("div", ["class": "row"]) {
                    button("Open Today", class: "button main", id: "welcome-open")
                    anchor("Import first", to: "/import", class: "button", id: "welcome-import")
                }
            }
        }
    }

    private var zoneField: HTML {
        labelled("Time zone", for: "welcome-zone") {
            element(
                "input",
                [
                    "id": "welcome-zone", "name": "zone", "type": "text", "value": zone,
                    "autocomplete": "off", "required": "",
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : "welcome-error",
                ])
            if let problem {
                element("span", ["class": "error", "id": "welcome-error"]) { problem.description }
            }
        }
    }

    private var unitField: HTML {
        element("fieldset", ["class": "stack tight"]) {
            element("legend", ["class": "soft small"]) { "Units" }
            element("div", ["class": "segments"]) {
                for choice in unitChoices {
                    element("label") {
                        radio(
                            id: "welcome-units-\(choice)", name: "units", value: choice,
                            isChecked: choice == units)
                        SettingText.value(choice)
                    }
                }
            }
        }
    }

    private var templateField: HTML {
        element("fieldset", ["class": "stack tight", "id": "templates"]) {
            element("legend", ["class": "soft small"]) { "Start with" }
            for (number, template) in templates.enumerated() {
                checkBox(
                    id: "template-\(number)", name: Self.templatePrefix + template.name,
                    isChecked: chosen.contains(template.name)
                ) {
                    element("b") { "\(TemplatesPage.title(template)):" }
                    " \(template.summary) "
                    element("span", ["class": "soft small"]) {
                        template.activities.joined(separator: ", ")
                    }
                }
            }
        }
    }
}
