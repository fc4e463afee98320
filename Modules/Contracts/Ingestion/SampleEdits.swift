import Memberwise
package import RPC

/// Correcting single samples by hand. Served by the ingestion worker, which knows what is in a chunk.
///
/// Each call returns when the change is durable and its day is folded, if an aggregation worker runs.
/// A repeated idempotency key changes nothing and returns the first response; ABORTED can be retried.
package enum SampleEdits {
    package static let service = "dayline.ingestion.SampleEdits"

    /// Puts another value in the place of a sample: a sample entered by hand, of the same times. The
    /// one from the device is taken out, and no import brings it back.
    package static let edit = Method<EditRequest, Corrections.Outcome>(service, "Edit")
    /// Takes a sample out, so that no import brings it back.
    package static let delete = Method<SampleRequest, Corrections.Outcome>(service, "Delete")
    /// Brings a sample back that was taken out or had its value changed.
    package static let restore = Method<SampleRequest, Corrections.Outcome>(service, "Restore")
    /// Takes back the correction that was made last, where ``TrackerRecords/nextStep`` says that it is the last
    /// change, or makes it again.
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
