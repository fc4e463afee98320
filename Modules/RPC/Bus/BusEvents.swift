/// What happens, told to whoever listens at the time. Nothing is kept: no answer may depend on having
/// received an event.
package enum BusEvents {
    package static let service = "dayline.bus.Events"

    /// The events of some topics from now on, until the call is ended: those of the caller's profile,
    /// and those of none. A subscriber that does not keep up misses some.
    package static let subscribe = StreamMethod<SubscribeRequest, Event, Empty>(
        service, "Subscribe")
    /// The topic of the first event of every subscription: it is in force from then on.
    package static let subscribed = "bus.subscribed"
    package static let publish = Method<Event, Empty>(service, "Publish")

    package struct SubscribeRequest: Codable, Hashable, WireValue {
        /// `change` also stands for `change.storage`; none stands for all.
        package var topics: [String]

        package init(topics: [String]) {
            self.topics = topics
        }
    }

    /// The field that says whose event it is.
    package static let profileField = "profile"

    package struct Event: Codable, Hashable, WireValue {
        package var topic: String
        /// Whoever published it, and the how many-eth event of that it is: a gap was missed.
        package var publisher: String
        package var number: Int64
        /// What there is to say, by key. With a `profile` it is for subscribers of that profile only.
        package var fields: [String: String]

        package init(topic: String, publisher: String, number: Int64, fields: [String: String]) {
            self.topic = topic
            self.publisher = publisher
            self.number = number
            self.fields = fields
        }
    }
}
