import Memberwise
package import RPC

/// Health rows: workouts, correlations and activity summaries. Served by the storage worker.
package enum HealthRows {
    package static let service = "dayline.storage.HealthRows"

    /// Streams the workouts that start within a range, ascending by start.
    package static let workouts = StreamMethod<RangeRequest, WorkoutPage, Empty>(
        service, "Workouts", repeatable: true)
    /// Returns the workout with an identifier. NOT_FOUND if the profile has no such workout.
    package static let workout = Method<WorkoutRequest, WorkoutPage>(
        service, "Workout", repeatable: true)
    /// Streams the correlations that start within a range, ascending by start.
    package static let correlations = StreamMethod<RangeRequest, CorrelationPage, Empty>(
        service, "Correlations", repeatable: true)
    /// Streams all activity summaries by day.
    package static let summaries = StreamMethod<Empty, SummaryPage, Empty>(
        service, "Summaries", repeatable: true)

    @Message
    package struct RangeRequest: Codable, Hashable, WireValue {
        /// The earliest start in milliseconds since 1970 UTC, inclusive; nil: no lower bound.
        package var from: Int64? = nil
        /// The latest start in milliseconds since 1970 UTC, exclusive; nil: no upper bound.
        package var to: Int64? = nil
        /// A time in milliseconds since 1970 UTC: rows that start earlier are returned only if they
        /// end later; nil: all rows.
        package var lastingFrom: Int64? = nil
    }

    @Message
    package struct WorkoutRequest: Codable, Hashable, WireValue {
        /// The identifier of the workout: 16 hexadecimal digits.
        package var id: String
    }

    /// A page of workouts. The workouts are stored as JSON, which storage sends without decoding
    /// it.
    package struct WorkoutPage: WireValue {
        private let body: Bytes

        @Described
        package struct Identified: Codable, Hashable, Sendable {
            /// The identifier of the workout: 16 hexadecimal digits, the same after each import and
            /// in every profile.
            package var id: String
            /// The workout.
            package var workout: Workout
        }

        private struct Content: Codable {
            var workouts: [Identified]
        }

        private struct Outlines: Decodable {
            struct Element: Decodable {
                var workout: WorkoutOutline
            }

            var workouts: [Element]
        }

        /// Creates a page; `written` are workouts as JSON, and `ids` their identifiers of letters
        /// and digits.
        package init(ids: [String], written: [Bytes]) {
            var text = Array(#"{"workouts":["#.utf8)
            for (index, (id, workout)) in zip(ids, written).enumerated() {
                text += "\(index == 0 ? "" : ","){\"id\":\"\(id)\",\"workout\":".utf8
                workout.withUnsafeBytes { text += $0 }
                text.append(UInt8(ascii: "}"))
            }
            text += "]}".utf8
            body = Bytes(text)
        }

        package init(wireContent: WireContent) {
            body = wireContent.body
        }

        package func workouts() throws -> [Identified] {
            try JSONBody.decode(Content.self, from: body).workouts
        }

        package func outlines() throws -> [WorkoutOutline] {
            try JSONBody.decode(Outlines.self, from: body).workouts.map(\.workout)
        }

        package func wireContent() -> WireContent { WireContent(body: body) }
        package static var bodyType: any Codable.Type { Content.self }
    }

    @Message
    package struct CorrelationPage: Codable, Hashable, WireValue {
        /// The correlations of the page, ascending by start.
        package var correlations: [Correlation]
    }

    @Message
    package struct SummaryPage: Codable, Hashable, WireValue {
        /// The activity summaries of the page, ascending by day.
        package var summaries: [ActivitySummary]
    }
}
