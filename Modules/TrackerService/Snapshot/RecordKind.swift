/// The kinds of documents that are loaded into a snapshot. Raw values are the kinds in storage.
enum RecordKind: String, CaseIterable {
    case activity, category, goal, goalLink, vacation, annotation, deletedEntry
    case weight, weightGoal, milestone
    case dismissedWeightEntry = "dismissedWeighing"
    case weightSyncSource = "healthReader"
    case dismissedReading
    /// An `ActivityTemplate` of the profile.
    case template
    /// An `ImportedRecord`, which exports and no rule read; its identifier is that of the activity.
    case imported
}
