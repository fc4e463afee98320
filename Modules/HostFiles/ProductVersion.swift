/// The version of all programs of this tree.
package enum ProductVersion {
    /// A semantic version. It ends with `-dev` until the changes under "Unreleased" of CHANGELOG.md are
    /// released.
    package static let text = "1.0.0-dev"
}
