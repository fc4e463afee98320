/// A role for a task that concerns all profiles.
package enum GlobalRole: String, CaseIterable, Hashable, Sendable {
    /// Queries cohorts.
    case researcher
    /// Lists profiles and workers, sets the labels of profiles, and reads the log of cohort queries.
    case `operator`

    /// The methods that the role allows.
    package var calls: [String] {
        switch self {
        case .researcher: ["dayline.storage.Cohorts/Query"]
        case .operator:
            [
                "dayline.bus.Broker/List", "dayline.bus.Health/Check",
                "dayline.bus.Reflection/Describe", "dayline.bus.Statistics/Get",
                "dayline.storage.Cohorts/Log", "dayline.storage.Cohorts/SetLabel",
                "dayline.storage.Profiles/List",
            ]
        }
    }
}
