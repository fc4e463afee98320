/// The summary of a step, such as `log Water 1,240 ml on 2026-11-28`, as a sentence.
enum StepText {
    private static let verbs = [
        "abandon": "Abandoned", "activate": "Activated", "add": "Added", "annotate": "Annotated",
        "clear": "Removed", "create": "Created", "delete": "Deleted", "edit": "Changed",
        "empty": "Emptied", "finish": "Finished", "import": "Imported", "link": "Linked",
        "log": "Logged", "mark": "Marked", "move": "Moved", "read": "Read", "remove": "Removed",
        "rename": "Renamed", "reorder": "Reordered", "restore": "Restored", "skip": "Skipped",
        "unlink": "Unlinked",
        "weight": "Logged the weight",
    ]

    /// The sentence, such as `Logged Water 1,240 ml on 28 November 2026.`
    static func sentence(_ summary: String) -> String {
        var words = summary.split(separator: " ", omittingEmptySubsequences: false)
            .map(String.init)
        // A correction of samples is a noun, such as `edit of stepCount`.
        guard let verb = words.first.flatMap({ verbs[$0] }), words.dropFirst().first != "of" else {
            return "Done: \(ServiceSentence.localized(summary))."
        }
        words[0] = verb
        return ServiceSentence.localized(words.joined(separator: " ")) + "."
    }
}
