import Testing

/// Changes of what was done, planned and noted.
extension ChangeableSystem {
    var journal: [Change] {
        [
            Change("schedule.Journal/Log") { #"{"activity":"\#(try activity())","note":"x"}"# },
            Change("schedule.Journal/Skip") { #"{"activity":"\#(try activity())","reason":"x"}"# },
            Change("schedule.Journal/Undo") {
                _ = try entry()
                return "{}"
            },
            Change("schedule.Journal/Redo") {
                _ = try entry()
                try made("dayline.schedule.Journal/Undo", "{}")
                return "{}"
            },
            Change("schedule.Entries/Edit") { #"{"id":"\#(try entry())","note":"new"}"# },
            Change("schedule.Entries/Delete") { #"{"id":"\#(try entry())"}"# },
            Change("schedule.Vacations/Add") { #"{"from":"2030-01-01","to":"2030-01-03"}"# },
            Change("schedule.Vacations/Remove") { #"{"from":"2030-01-02","to":"2030-01-03"}"# },
            Change("schedule.Boards/Annotate") { #"{"text":"a remark"}"# },
            Change("schedule.Boards/RemoveAnnotation") {
                let made = try made("dayline.schedule.Boards/Annotate", #"{"text":"y"}"#)
                return #"{"id":"\#(try #require(made["id"] as? String))"}"#
            },
        ]
    }
}
