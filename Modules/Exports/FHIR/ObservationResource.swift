/// `Observation` of FHIR R4 with the elements that are written.
struct ObservationResource: Encodable {
    struct Coding: Encodable {
        let system: String
        let code: String
        var display: String?
    }

    struct Concept: Encodable {
        let coding: [Coding]
    }

    struct Identifier: Encodable {
        let system = "urn:ietf:rfc:3986"
        let value: String
    }

    struct Reference: Encodable {
        var reference: String?
        var display: String?
    }

    struct Period: Encodable {
        let start: String
        let end: String
    }

    struct Quantity: Encodable {
        let value: Double
        let unit: String
        let system = "http://unitsofmeasure.org"
        let code: String
    }

    struct Component: Encodable {
        let code: Concept
        let valueQuantity: Quantity
    }

    struct Meta: Encodable {
        let profile: [String]
    }

    let resourceType = "Observation"
    let identifier: [Identifier]
    let meta: Meta?
    let status = "final"
    let category: [Concept]
    let code: Concept
    let subject: Reference
    var effectiveDateTime: String?
    var effectivePeriod: Period?
    /// The person, if they entered the value.
    var performer: [Reference]?
    var device: Reference?
    let valueQuantity: Quantity?
    let component: [Component]?

    /// - Parameters:
    ///   - observation: The measurement.
    ///   - patient: The address of the patient in the bundle.
    ///   - address: The address of the observation.
    init(_ observation: Observation, patient: String, address: String) {
        let kind = observation.code
        identifier = [Identifier(value: address)]
        meta = kind.profile.map {
            Meta(profile: ["http://hl7.org/fhir/StructureDefinition/\($0)"])
        }
        category = [
            Concept(coding: [
                Coding(
                    system: "http://terminology.hl7.org/CodeSystem/observation-category",
                    code: kind.category)
            ])
        ]
        code = kind.concept
        subject = Reference(reference: patient)
        valueQuantity = observation.value.map(kind.quantity)
        component =
            observation.components.isEmpty
            ? nil
            : observation.components.map {
                Component(code: $0.code.concept, valueQuantity: $0.code.quantity($0.value))
            }
        switch observation.time {
        case .point(let time): effectiveDateTime = time
        case .period(let start, let end): effectivePeriod = Period(start: start, end: end)
        }
        if observation.isEntered {
            performer = [subject]
        } else if !observation.source.isEmpty {
            device = Reference(display: observation.source)
        }
    }
}

extension ObservationCode {
    fileprivate var concept: ObservationResource.Concept {
        .init(
            coding: loinc.map { .init(system: "http://loinc.org", code: $0.code, display: $0.name) }
        )
    }

    /// The value with its unit in UCUM.
    /// - Parameter value: The value in the unit of the metric.
    /// - Returns: A quantity in `ucum`.
    fileprivate func quantity(_ value: Double) -> ObservationResource.Quantity {
        .init(value: self.value(value), unit: unit, code: ucum)
    }
}
