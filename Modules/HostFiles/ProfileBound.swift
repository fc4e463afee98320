/// A credential or setting of a profile in a file of the home. The name alone does not identify the profile:
/// after a removal or rename another profile can have the name.
package protocol ProfileBound {
    /// The name of the profile; nil: all profiles.
    var boundProfile: String? { get }
    /// The time of the profile's first change; nil: not compared with the profiles yet, or all profiles.
    var profileCreatedAt: String? { get set }
}

extension StoredList where Element: ProfileBound {
    /// Removes the elements of profiles that do not exist any more or have lost their name, and stores in new
    /// elements which profile has their name.
    /// - Returns: The removed elements.
    @discardableResult
    package func bind(to profiles: ExistingProfiles) throws -> [Element] {
        let needsChange = all.contains { element in
            guard let name = element.boundProfile else { return false }
            return profiles.owner(named: name, createdAt: element.profileCreatedAt)
                != .present(createdAt: element.profileCreatedAt)
        }
        guard needsChange else { return [] }
        return try change { elements in
            var removed: [Element] = []
            elements = elements.compactMap { element in
                guard let name = element.boundProfile else { return element }
                switch profiles.owner(named: name, createdAt: element.profileCreatedAt) {
                case .present(let createdAt):
                    var bound = element
                    bound.profileCreatedAt = createdAt
                    return bound
                case .absent:
                    removed.append(element)
                    return nil
                }
            }
            return removed
        }
    }
}
