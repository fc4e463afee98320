package import RPC

/// What the broker wants sent. A parcel is a message's frames from the route on, unread.
package enum BrokerAction<Parcel> {
    case forward(Preamble, CallID, Parcel, to: UInt64)
    case signal(Preamble, CallID, to: UInt64)
    /// A final that the broker makes itself.
    case fail(Status, CallID, to: UInt64)
    /// An event of the broker's own.
    case tell(topic: String, [String: String])
    /// Something for the broker's own services.
    case serve(Preamble, CallID, Parcel?, from: UInt64)
}
