extension SampleColumns {
    /// The indices of samples that `other` does not have: with equal times and a value equal within
    /// the tolerance. Both must be normal.
    package func indices(
        missingFrom other: Self, startingIn range: ClosedRange<Int64> = Int64.min...Int64.max
    ) -> Set<Int> {
        var missing: Set<Int> = []
        var first = 0
        for index in starts.indices where range.contains(starts[index]) {
            let key = (starts[index], ends[index])
            while first < other.count, (other.starts[first], other.ends[first]) < key { first += 1 }
            var candidate = first
            var isFound = false
            while candidate < other.count, (other.starts[candidate], other.ends[candidate]) == key {
                if SampleIdentity.areEqual(values[index], other.values[candidate]) {
                    isFound = true
                    break
                }
                candidate += 1
            }
            if !isFound { missing.insert(index) }
        }
        return missing
    }

    /// The indices of samples that `other` has: with equal times and a value equal within the tolerance. Both
    /// must be normal. The time is proportional to the samples of `other`.
    package func indices(sharedWith other: Self) -> Set<Int> {
        var shared: Set<Int> = []
        for position in other.starts.indices {
            let key = (other.starts[position], other.ends[position])
            var index = starts.indices.partitioningIndex { (starts[$0], ends[$0]) >= key }
            while index < count, (starts[index], ends[index]) == key {
                if SampleIdentity.areEqual(values[index], other.values[position]) {
                    shared.insert(index)
                }
                index += 1
            }
        }
        return shared
    }

    /// The samples at `indices`, in their order.
    package func selecting(_ indices: Set<Int>) -> Self {
        removing(Set(self.starts.indices).subtracting(indices))
    }
}
