import CivilTime
import Contracts
import RPC

/// The time zones of a profile, with a form that changes the zone from a day on.
struct ZonePage {
    let profile: Profiles.Profile
    /// The zone in the form.
    var zone: String
    /// The first day in the form.
    var from: String
    /// True if the zone is to hold for all days.
    var isForAllDays = false
    /// The reason why the form was refused; nil: it was not.
    var problem: Status?
    let visitor: Visitor

    var page: Page {
        Page(
            "Time zone", in: .settings, status: problem?.refusalCode ?? 200, topics: [.settings],
            content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Time zone", crumbs: [("Settings", "/settings")],
            lead:
                "A day begins at midnight of the zone in force on it. A change computes the totals of the days that it touches again."
        )
        card("zone", "Change the zone") { change }
        card("zones", "Zones so far") {
            rowList(
                profile.zones.map { change in
                    element("li") {
                        element("div") { change.zone }
                        element("span", ["class": "soft"]) { ZoneText.start(change) }
                    }
                })
        }
    }

    private var change: HTML {
        form("/settings/zone", visitor, class: "stack") {
            element("div", ["class": "fields"]) {
                labelled("Zone, such as Europe/Berlin", for: "zone-name") {
                    element(
                        "input",
                        [
                            "id": "zone-name", "name": "zone", "type": "text", "value": zone,
                            "autocomplete": "off", "required": "",
                            "aria-invalid": problem == nil ? nil : "true",
                            "aria-describedby": problem == nil ? nil : "zone-error",
                        ])
                    if let problem {
                        element("span", ["class": "error", "id": "zone-error"]) {
                            problem.description
                        }
                    }
                }
                labelled("First day in the zone", for: "zone-from") {
                    element(
                        "input",
                        ["id": "zone-from", "name": "from", "type": "date", "value": from])
                }
            }
            checkBox(id: "zone-all", name: "all", value: nil, isChecked: isForAllDays) {
                "For all days; earlier changes of the zone are removed"
            }
            buttonRow("Change", class: "button main", id: "zone-save")
        }
    }
}

/// The zones of a profile as texts.
enum ZoneText {
    static func current(_ profile: Profiles.Profile) -> String {
        guard let day = profile.zones.last?.from else { return profile.zone }
        return "\(profile.zone) since \(day.dayMonthAndYear). Earlier days keep their zone."
    }

    static func start(_ change: ZoneChange) -> String {
        change.from.map { "from \($0.dayMonthAndYear)" } ?? "since the beginning"
    }
}
