import Contracts
import Presentation
import Tracker

/// The activities that are linked with health data, and the weight log, with a button that reads them.
struct HealthLinksPage {
    /// The activities with a link, in list order.
    let activities: [Activities.Item]
    /// True if weights are read from health data.
    let readsWeights: Bool
    /// The result of the form of the page; nil: not posted.
    let synced: HealthLinks.SyncResponse?
    let visitor: Visitor

    var page: Page {
        var page = Page("Activities and health data", in: .settings, content: content)
        // Reading changes entries, after which the results remain on the page.
        page.topics = [.activities, .settings]
        return page
    }

    private var canRead: Bool {
        readsWeights || activities.contains { $0.health?.mode.canRead == true }
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page"]) {
            pageHead(
                "Activities and health data", crumbs: [("Settings", "/settings")],
                lead: "Activities that read their values from a metric, or are written to it.")
            card("health-links", "Linked activities") {
                if activities.isEmpty {
                    element("p", ["class": "soft"]) {
                        "No activity is linked. The form of an activity links it with a metric."
                    }
                    element("div", ["class": "row"]) {
                        anchor("Activities", to: "/activities", class: "button")
                    }
                } else {
                    rowList(activities.map(row))
                }
            }
            weights
            if canRead { reading }
            writing
        }
    }

    private func row(_ activity: Activities.Item) -> HTML {
        let result = synced?.activities.first { $0.activity == activity.name }
        return element("li", ["id": "link-\(activity.id.rawValue)"]) {
            element("div") {
                activityLink(activity.id, activity.name)
                if let link = activity.health {
                    element("p", ["class": "soft small"]) { Self.direction(link) }
                }
                if let result {
                    element("p", ["class": result.problem == nil ? "small" : "small bad"]) {
                        result.problem.map(ServiceSentence.localized)
                            ?? HealthSyncText.counts(result)
                    }
                }
            }
        }
    }

    /// `Reads Steps`.
    private static func direction(_ link: HealthLink) -> String {
        let metric = MetricTitle.title(link.metric)
        return switch link.mode {
        case .read: "Reads \(metric)"
        case .write: "Is written to \(metric)"
        case .both: "Reads \(metric), and is written to it"
        }
    }

    private var weights: HTML {
        card("health-weights", "Weights") {
            element("p") {
                readsWeights
                    ? "Weights are read from health data."
                    : "Weights are not read from health data. Change “Weights from health data” in Settings."
            }
            if let weight = synced?.weight {
                element("p", ["class": "soft small", "id": "health-weights-read"]) {
                    HealthSyncText.counts(weight)
                }
            }
        }
    }

    private var reading: HTML {
        card("health-read", "Read again") {
            smallText(
                "Every import reads health data. After you have linked an activity, read the data now. "
                    + "What you enter, change or delete by hand takes precedence.")
            form(HealthLinkRoutes.path, visitor) {
                button("Read now", class: "button main", id: "health-read-now")
            }
        }
    }

    private var writing: HTML? {
        guard activities.contains(where: { $0.health?.mode.canWrite == true }) else { return nil }
        return card("health-write", "Written entries") {
            element("p", ["class": "soft small"]) {
                "Entries of activities that are written to health data are files for other programs."
            }
            element("div", ["class": "row"]) {
                for download in [Download.outbox, .outboxTable] {
                    anchor(
                        download.title, to: download.path, class: "button", id: "write-\(download)",
                        download: "")
                }
            }
        }
    }
}
