/// The names of workers on the bus.
package enum WorkerName {
    private static let storage = "storage"

    /// True for the storage worker, and for one of several, such as `storage-2`.
    package static func isStorage(_ name: String) -> Bool {
        name == storage || name.hasPrefix("\(storage)-")
    }
}
