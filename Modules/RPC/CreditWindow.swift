/// The greatest credit of a stream, and the credit that an item needs.
///
/// Streams between programs of one machine count items, those over TCP count bytes: a window of items has
/// any number of bytes, which a slow link transmits in any time.
struct CreditWindow: Hashable, Sendable {
    enum Unit: Sendable {
        case items
        case kibibytes
    }

    /// Part of a window in KiB for each item of the request's window.
    private static let kibibytesPerItem: UInt32 = 64
    /// Least credit of an item, so that a window has at most as many items as one that counts items.
    private static let leastKibibytes = WireLimits.windowKibibytes / WireLimits.window

    let unit: Unit
    /// In items or KiB, limited by ``limit``.
    let size: UInt32

    private init(_ unit: Unit, _ size: UInt32) {
        self.unit = unit
        self.size = size
    }

    static func items(_ count: UInt32) -> Self { Self(.items, min(count, WireLimits.window)) }

    static func kibibytes(_ count: UInt32) -> Self {
        Self(.kibibytes, min(count, WireLimits.windowKibibytes))
    }

    /// The window of the first credit for a stream.
    init(firstCredit preamble: Preamble) {
        self =
            preamble.flags.contains(.byteCredit)
            ? .kibibytes(preamble.number) : .items(preamble.number)
    }

    /// The window that counts bytes, instead of one that counts items; nil if the receiver wants one item at
    /// a time.
    var inKibibytes: Self? {
        guard unit == .items, size > 1 else { return nil }
        return .kibibytes(size * Self.kibibytesPerItem)
    }

    /// Upper limit of the credit at any time.
    var limit: UInt32 { unit == .items ? WireLimits.window : WireLimits.windowKibibytes }

    /// The flag of items and credits of the stream.
    var flags: MessageFlags { unit == .items ? [] : .byteCredit }

    /// The credit that an item needs.
    ///
    /// An item of more than half of the window needs half: a receiver that has consumed all items has granted
    /// more than that again, so that an item of any size can be sent.
    func cost(of bytes: Int) -> UInt32 {
        guard unit == .kibibytes else { return 1 }
        let kibibytes = UInt32(clamping: bytes / 1024 + (bytes % 1024 > 0 ? 1 : 0))
        return min(max(kibibytes, Self.leastKibibytes), max(size / 2, Self.leastKibibytes))
    }
}

extension Preamble {
    /// The message with its number limited to the greatest credit, if it grants any.
    package var withLimitedCredit: Self {
        guard kind == .credit else { return self }
        var limited = self
        limited.number = min(number, CreditWindow(firstCredit: self).limit)
        return limited
    }
}
