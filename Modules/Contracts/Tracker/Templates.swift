package import CivilTime
package import RPC

/// Activities that go together, for those who begin. Served by the tracker worker.
package enum Templates {
    package static let service = "dayline.tracker.Templates"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Adds a template's activities, as one step; those whose names are taken are left as they are.
    package static let apply = Method<ApplyRequest, ApplyResponse>(service, "Apply")

    package struct ListResponse: Codable, Hashable, WireValue {
        package var templates: [Template]

        package init(templates: [Template]) {
            self.templates = templates
        }
    }

    package struct Template: Codable, Hashable, Sendable {
        package var name: String
        package var summary: String
        /// Their container, if they have one.
        package var container: String?
        package var activities: [String]

        package init(name: String, summary: String, container: String?, activities: [String]) {
            self.name = name
            self.summary = summary
            self.container = container
            self.activities = activities
        }
    }

    package struct ApplyRequest: Codable, Hashable, WireValue {
        package var name: String
        /// The day that they are created on; nil: today in the profile's zone.
        package var on: CivilDate?

        package init(name: String, on: CivilDate? = nil) {
            self.name = name
            self.on = on
        }
    }

    package struct ApplyResponse: Codable, Hashable, WireValue {
        package var added: [String]
        /// Those that there were already.
        package var existing: [String]

        package init(added: [String], existing: [String]) {
            self.added = added
            self.existing = existing
        }
    }
}
