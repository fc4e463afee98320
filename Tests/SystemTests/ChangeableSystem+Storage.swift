import Testing

/// Changes through storage and ingestion, and of whole tracker documents.
extension ChangeableSystem {
    var stored: [Change] {
        [
            Change("storage.Profiles/Add") { #"{"name":"\#(name().lowercased())","zone":"UTC"}"# },
            Change("storage.Profiles/Rename") {
                #"{"name":"\#(try await profile())","newName":"\#(name().lowercased())"}"#
            },
            Change("storage.Profiles/Remove") { #"{"name":"\#(try await profile())"}"# },
            Change("storage.Profiles/Erase") { #"{"name":"\#(try await profile())"}"# },
            Change("storage.Profiles/SetZone") {
                #"{"name":"\#(try await profile())","change":{"zone":"Europe/Berlin"}}"#
            },
            Change("storage.Sources/SetOrder") {
                let sources = try system.json("sources", "stepCount")["sources"]
                let names = try #require(sources as? [[String: Any]])
                    .compactMap { $0["name"] as? String }.sorted().map { #""\#($0)""# }
                return #"{"metric":"stepCount","order":[\#(names.joined(separator: ","))]}"#
            },
            Change("storage.TrackerRecords/Apply") {
                #"{"summary":"x","changes":[{"kind":"scratch","id":"\#(name())","body":"{}"}]}"#
            },
            Change("storage.TrackerRecords/Undo") {
                _ = try await entry()
                return "{}"
            },
            Change("storage.TrackerRecords/Redo") {
                _ = try await entry()
                try await successfulCall("dayline.tracker.Journal/Undo", "{}")
                return "{}"
            },
            Change("storage.Checkups/Refold") { #"{"metrics":["stepCount"]}"# },
            Change("storage.TrackerRecords/Fill") {
                #"{"summary":"x","replacedKinds":["scratch"]}"#
            },
            Change("storage.Corrections/Correct") {
                #"{"action":"edit","sample":"\#(try sample())","value":70}"#
            },
            Change("storage.Corrections/Revert") {
                _ = try await correctedSample()
                return #"{"direction":"undo"}"#
            },
            Change("ingestion.SampleEdits/Edit") { #"{"ref":"\#(try sample())","value":71}"# },
            Change("ingestion.SampleEdits/Delete") { #"{"ref":"\#(try sample())"}"# },
            Change("ingestion.SampleEdits/Restore") {
                #"{"ref":"\#(try await correctedSample())"}"#
            },
            Change("ingestion.SampleEdits/Revert") {
                _ = try await correctedSample()
                return #"{"direction":"undo"}"#
            },
            Change("tracker.Documents/Clear") { "{}" },
        ]
    }
}
