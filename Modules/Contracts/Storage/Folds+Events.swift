import CivilTime

extension Folds {
    /// The topic of the progress of folding, with an event for each finished task.
    package static let progressTopic = "fold.progress"
}

extension Folds.Progress {
    /// The fields of the event of a finished task.
    package func fields(of task: Folds.FoldTask) -> [String: String] {
        [
            "profile": task.profile, "metric": task.metric, "from": "\(task.from)",
            "to": "\(task.to)", "done": String(done), "tasks": String(tasks),
        ]
    }
}
