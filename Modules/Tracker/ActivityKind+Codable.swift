extension ActivityKind: Codable {
    private enum Key: String, CodingKey {
        case type, quantity, accumulation, measurement, views, answer
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func quantity() throws -> Quantity {
            try container.decodeIfPresent(Quantity.self, forKey: .quantity) ?? Quantity()
        }
        switch try container.decode(ActivityType.self, forKey: .type) {
        case .checkbox:
            self = .checkbox
        case .value:
            self = .value(try quantity())
        case .cumulative:
            let accumulation = try container.decodeIfPresent(
                Accumulation.self, forKey: .accumulation)
            self = .cumulative(try quantity(), by: accumulation ?? .sum)
        case .container:
            self = .container
        case .metric:
            switch try container.decode(Measurement.Name.self, forKey: .measurement) {
            case .value:
                self = .metric(.value(try quantity()))
            case .photo:
                let views = try container.decodeIfPresent([String].self, forKey: .views)
                self = .metric(.photo(views: views ?? Measurement.defaultViews))
            case .checkbox:
                self = .metric(.checkbox)
            case .notes:
                self = .metric(.notes)
            }
        case .answer:
            self = .answer(try container.decode(AnswerForm.self, forKey: .answer))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(quantity, forKey: .quantity)
        switch self {
        case .cumulative(_, let accumulation):
            try container.encode(accumulation, forKey: .accumulation)
        case .metric(let measurement):
            try container.encode(measurement.name, forKey: .measurement)
            if case .photo(let views) = measurement {
                try container.encode(views, forKey: .views)
            }
        case .answer(let form):
            try container.encode(form, forKey: .answer)
        case .checkbox, .value, .container:
            break
        }
    }
}
