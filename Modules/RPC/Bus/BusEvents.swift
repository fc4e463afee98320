import Memberwise

/// Best-effort notifications to current subscribers. Events are not stored: no answer may depend on
/// having received one.
package enum BusEvents {
    package static let service = "dayline.bus.Events"

    /// Streams the events of some topics until the call ends: events of the caller's profile and events
    /// without a profile. A slow subscriber loses events.
    package static let subscribe = StreamMethod<SubscribeRequest, Event, Empty>(
        service, "Subscribe", access: .scope(.read))
    /// Topic of the first event of every subscription, which confirms that the subscription is active.
    package static let subscribed = "bus.subscribed"
    package static let publish = Method<Event, Empty>(service, "Publish")

    @Message
    package struct SubscribeRequest: Codable, Hashable, WireValue {
        /// Prefixes of topics: `change` also matches `change.storage`. An empty list matches all topics.
        package var topics: [String]
    }

    /// The field with the profile of an event.
    package static let profileField = "profile"

    @Message
    package struct Event: Codable, Hashable, WireValue {
        package var topic: String
        /// The publisher of the event.
        package var publisher: String
        /// The sequence number of the event at its publisher. A gap in the sequence means lost
        /// events.
        package var number: Int64
        /// Values by key. An event with a `profile` is sent to subscribers of that profile only.
        package var fields: [String: String]
    }
}
