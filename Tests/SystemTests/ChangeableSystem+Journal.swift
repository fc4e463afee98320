import Testing

/// Changes of entries, vacations and annotations, and undo and redo.
extension ChangeableSystem {
    /// The name of a stored photo.
    private static let photo = String(repeating: "a", count: 64) + ".jpg"

    var journal: [Change] {
        [
            Change("tracker.Journal/Log") {
                #"{"activity":"\#(try await activity())","note":"x"}"#
            },
            Change("tracker.Journal/LogSeveral") {
                #"{"lines":[{"words":["\#(try await activity())"]}]}"#
            },
            Change("tracker.Journal/Skip") {
                #"{"activity":"\#(try await activity())","reason":"x"}"#
            },
            Change("tracker.Journal/Undo") {
                _ = try await entry()
                return "{}"
            },
            Change("tracker.Journal/Redo") {
                _ = try await entry()
                try await successfulCall("dayline.tracker.Journal/Undo", "{}")
                return "{}"
            },
            Change("tracker.Entries/Edit") { #"{"id":"\#(try await entry())","note":"new"}"# },
            Change("tracker.Entries/Delete") { #"{"id":"\#(try await entry())"}"# },
            Change("tracker.Photos/Add") {
                #"{"activity":"\#(try await activity())","file":"\#(Self.photo)"}"#
            },
            Change("tracker.Photos/Delete") {
                let added = try await successfulCall(
                    "dayline.tracker.Photos/Add",
                    #"{"activity":"\#(try await activity())","file":"\#(Self.photo)"}"#)
                return #"{"id":"\#(try #require(added["id"] as? String))"}"#
            },
            Change("tracker.Vacations/Add") { #"{"from":"2030-01-01","to":"2030-01-03"}"# },
            Change("tracker.Vacations/Remove") { #"{"from":"2030-01-02","to":"2030-01-03"}"# },
            Change("tracker.Statistics/Annotate") { #"{"text":"a remark"}"# },
            Change("tracker.Statistics/RemoveAnnotation") {
                let annotation = try await successfulCall(
                    "dayline.tracker.Statistics/Annotate", #"{"text":"y"}"#)
                return #"{"id":"\#(try #require(annotation["id"] as? String))"}"#
            },
        ]
    }
}
