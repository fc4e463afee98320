extension Array where Element: Equatable {
    /// The list with `named` first, or with the first of them moved by a number of places.
    ///
    /// - Parameters:
    ///   - named: Different elements of the list, in their new order.
    ///   - distance: The number of places, less than 0 for an earlier place; the ends of the list
    ///     limit it. Nil: `named` are placed first.
    /// - Returns: The elements of the list in the new order.
    func moving(_ named: [Element], by distance: Int?) -> [Element] {
        var others = filter { !named.contains($0) }
        var index = 0
        if let distance, let first = named.first, let place = firstIndex(of: first) {
            let bounded = Swift.max(-count, Swift.min(distance, count))
            index = Swift.min(Swift.max(0, place + bounded), others.count)
        }
        others.insert(contentsOf: named, at: index)
        return others
    }
}
