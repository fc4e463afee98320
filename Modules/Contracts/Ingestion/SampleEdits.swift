import Memberwise
package import RPC

/// Corrections of single samples by hand. Served by the ingestion worker, which decodes chunks.
///
/// Each call returns when the change is durable and its day is folded, if an aggregation worker
/// runs. A repeated idempotency key changes nothing and returns the first response; ABORTED can be
/// retried.
package enum SampleEdits {
    package static let service = "dayline.ingestion.SampleEdits"

    /// Replaces the value of a sample: a sample entered by hand with the same times is stored, and
    /// the imported sample is removed, so that no import stores it again.
    package static let edit = Method<EditRequest, Corrections.Outcome>(service, "Edit")
    /// Removes a sample, so that no import stores it again.
    package static let delete = Method<SampleRequest, Corrections.Outcome>(service, "Delete")
    /// Restores a sample that was removed or had its value replaced.
    package static let restore = Method<SampleRequest, Corrections.Outcome>(service, "Restore")
    /// Undoes or redoes the latest correction, if ``TrackerRecords/nextStep`` says that it is the
    /// latest change.
    package static let revert = Method<TrackerRecords.UndoRequest, TrackerRecords.ApplyResponse>(
        service, "Revert", access: .onlyBus)

    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        /// The reference of the sample, as in a list of samples.
        package var ref: SampleReference
        /// The new value, in `unit`; not negative except for temperatures, sound levels and
        /// differences.
        package var value: Double
        /// The unit of `value`; nil: the unit that the metric is shown in.
        package var unit: String? = nil
    }

    @Message
    package struct SampleRequest: Codable, Hashable, WireValue {
        /// The reference of the sample, as in a list of samples.
        package var ref: SampleReference
    }
}
