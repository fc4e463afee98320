/// What is there after an incremental sync, in order: what was there, then what is new.
///
/// What was added before is not added again, and a deletion wins over an addition.
package func syncedIdentities<ID: Hashable>(
    existing: [ID], added: [ID], deleted: some Sequence<ID>
) -> [ID] {
    var gone = Set(deleted)
    return (existing + added).filter { gone.insert($0).inserted }
}
