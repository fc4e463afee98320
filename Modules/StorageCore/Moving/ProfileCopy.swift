import RPC

/// Copies a profile from one engine to another and compares the copy with the original.
package struct ProfileCopy: Sendable {
    /// The number of copies that are made of a profile whose rows change meanwhile.
    private static let attempts = 2

    private let source: any MovableRows
    private let target: any MovableRows

    package init(from source: any MovableRows, to target: any MovableRows) {
        self.source = source
        self.target = target
    }

    /// Copies the rows of `original` to `copy`, unless the target has equal rows from an earlier run.
    ///
    /// - Parameters:
    ///   - original: The profile in the source.
    ///   - copy: The profile in the target.
    ///   - shift: The change of numbers.
    /// - Returns: The compared digests, and true if the target had the rows already.
    /// - Throws: DATA_LOSS if the copy differs from the original.
    package func copy(
        _ original: MovedProfile, as copy: MovedProfile, _ shift: NumberShift
    ) async throws -> (digests: [MovedTable: RowDigest], wasPresent: Bool) {
        var differing: [String] = []
        for attempt in 0...Self.attempts {
            let expected = try await source.digests(of: original.id, shift)
            if try await target.profile(copy.id) == copy {
                let present = try await target.digests(of: copy.id)
                differing = MovedTable.all.filter { present[$0] != expected[$0] }.map(\.name)
                if differing.isEmpty { return (expected, attempt == 0) }
            }
            if attempt < Self.attempts { try await write(original, as: copy, shift) }
        }
        throw Status(
            .dataLoss,
            "The copy of the profile \(original.name) differs from its data"
                + (differing.isEmpty ? "." : " in: \(differing.joined(separator: ", "))."),
            hint:
                "Nothing was changed. Check the data with dayline doctor, and see that no other home "
                + "uses the profile.")
    }

    private func write(
        _ original: MovedProfile, as copy: MovedProfile, _ shift: NumberShift
    ) async throws {
        try await target.replace(copy) { writer in
            for table in MovedTable.all {
                try await source.read(table, of: original.id) { rows in
                    try await writer.append(
                        try rows.map { try shift.applied(to: $0, of: table) }, to: table)
                }
            }
        }
    }
}
