import CivilTime

/// A measurement of one moment or interval.
struct Observation: Sendable {
    let code: ObservationCode
    let time: Time
    /// The value in the unit of the metric; nil: only the components have values.
    var value: Double?
    var components: [(code: ObservationCode, value: Double)] = []
    /// The application or device; empty: unknown.
    var source = ""
    /// True if the person entered it.
    var isEntered = false

    enum Time: Sendable {
        /// A day as `YYYY-MM-DD`, or an instant as RFC 3339.
        case point(String)
        /// Instants as RFC 3339.
        case period(start: String, end: String)

        /// - Parameters:
        ///   - start: Milliseconds since 1970.
        ///   - end: Milliseconds since 1970.
        init(start: Int64, end: Int64) {
            self =
                start == end
                ? .point(instantText(start))
                : .period(start: instantText(start), end: instantText(end))
        }
    }

    /// The address in the bundle. It is the same in each export, so that a receiver recognises an
    /// observation that it has.
    func address(of patient: String) -> String {
        let values = ([value] + components.map(\.value)).map { $0?.description ?? "" }
        return ResourceAddress.urn(
            [patient, code.loinc[0].code, "\(time)", source, "\(isEntered)"] + values)
    }
}
