import CivilTime

extension Folds {
    /// The topic of how far folding is; an event for each task that is done.
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
