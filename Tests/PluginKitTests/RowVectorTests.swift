import Contracts
import Foundation
import Testing

@testable import PluginKit

/// The rows of Vectors/rows.json, with which both kits are tested: both accept the same rows and reject
/// the others with the same reasons.
struct RowVectorTests {
    /// Fields that a vector leaves out.
    private let defaults: [String: [String: Any]] = [
        "workout": [
            "type": "Running", "source": "Watch", "sourceKey": "Watch", "device": "",
            "statistics": [String: Any](), "events": [Any](), "activities": [Any](),
            "routes": [Any](), "metadata": [String: Any](),
        ],
        "correlation": [
            "type": "Food", "source": "Diary", "sourceKey": "Diary", "metadata": [String: Any](),
        ],
        "activitySummary": ["unit": "kcal"],
    ]

    @Test func `an invalid row has the reason of its vector and the others have none`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Vectors/rows.json")
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let vectors = try #require((document as? [String: Any])?["rows"] as? [[String: Any]])
        #expect(vectors.count > 20)

        for (index, vector) in vectors.enumerated() {
            let kind = try #require(vector["kind"] as? String)
            let fields = try #require(vector["row"] as? [String: Any])
            let row = try #require(defaults[kind]).merging(fields) { $1 }
            let data = try JSONSerialization.data(withJSONObject: [kind: ["_0": row]])
            let decoded = try JSONDecoder().decode(HealthRow.self, from: data)

            let reason = RowValidation.rejectionReason(decoded)

            #expect(reason == vector["reason"] as? String, "vector \(index)")
        }
    }
}
