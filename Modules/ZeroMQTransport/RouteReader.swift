/// Reads the routes of requests: most are for the method that the one before was for, whose text is
/// then used again.
package struct RouteReader {
    private var latest = ""

    package init() {}

    package mutating func route(_ bytes: UnsafeRawBufferPointer) -> String {
        if !bytes.elementsEqual(latest.utf8) { latest = String(decoding: bytes, as: UTF8.self) }
        return latest
    }
}
