package import TestKit
package import Testing

extension Trait where Self == TestCleanup {
    /// Removes the storage of the tests after each.
    package static var temporaryStorage: TestCleanup { .cleanup }
}
