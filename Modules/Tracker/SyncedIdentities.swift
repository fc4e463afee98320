/// The identifiers after an incremental sync: existing ones in order, then new ones.
///
/// Existing identifiers are not added again, and a deletion takes precedence over an addition.
package func syncedIdentities<ID: Hashable>(
    existing: [ID], added: [ID], deleted: some Sequence<ID>
) -> [ID] {
    var excluded = Set(deleted)
    return (existing + added).filter { excluded.insert($0).inserted }
}
