/// The shifts of profiles that are moved into an engine that numbers all profiles together.
package enum NumberShifts {
    /// The shifts of the profiles by identifier: none if no two of them have a number in common.
    package static func between(
        _ profiles: [MovedProfile], in source: some MovableRows
    ) async throws -> [Int64: NumberShift] {
        var shifts: [Int64: NumberShift] = [:]
        for space in NumberSpace.allCases {
            var used: Set<Int64> = []
            var greatest: Int64 = 0
            for profile in profiles {
                let numbers = try await source.numbers(in: space, of: profile.id)
                let hasCollision = !used.isDisjoint(with: numbers)
                let offset = hasCollision ? greatest + 1 - (numbers.min() ?? 0) : 0
                if offset > 0 { shifts[profile.id, default: NumberShift()].offsets[space] = offset }
                used.formUnion(numbers.map { $0 + offset })
                greatest = max(greatest, (numbers.max() ?? 0) + offset)
            }
        }
        var keys: Set<String> = []
        for profile in profiles {
            let own = try await source.requestKeys(of: profile.id)
            let used = keys.intersection(own)
            if !used.isEmpty { shifts[profile.id, default: NumberShift()].usedKeys = used }
            keys.formUnion(own)
        }
        return shifts
    }
}
