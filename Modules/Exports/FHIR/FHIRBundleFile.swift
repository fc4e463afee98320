import JSON

/// A file with a `Bundle` of a patient and observations.
actor FHIRBundleFile {
    private let file: OutputFile
    private let patient: String
    private var count = 0

    /// - Parameters:
    ///   - path: The file; `-` is standard output.
    ///   - patient: The address of the patient in the bundle.
    /// - Throws: FAILED_PRECONDITION if the file cannot be created.
    init(path: String, patient: String) throws {
        file = try OutputFile(path)
        self.patient = patient
        try file.append(#"{"resourceType":"Bundle","type":"collection","entry":["#.utf8)
        try file.append(SortedJSONEncoder.encode(Entry(fullUrl: patient, resource: Patient())))
    }

    func append(_ observations: [Observation]) throws {
        for observation in observations {
            let address = observation.address(of: patient)
            try file.append(",\n".utf8)
            let resource = ObservationResource(observation, patient: patient, address: address)
            try file.append(SortedJSONEncoder.encode(Entry(fullUrl: address, resource: resource)))
        }
        count += observations.count
    }

    /// Replaces the destination.
    /// - Returns: The number of observations.
    func finish() throws -> Int {
        try file.append("]}\n".utf8)
        try file.finish()
        return count
    }

    func discard() { file.discard() }

    private struct Entry<Resource: Encodable>: Encodable {
        let fullUrl: String
        let resource: Resource
    }

    /// `Patient` of FHIR R4 without a name or other data of the person.
    private struct Patient: Encodable {
        let resourceType = "Patient"
    }
}
