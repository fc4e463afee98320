/// The kinds of documents that the service keeps in memory, as storage knows them.
enum RecordKind: String, CaseIterable {
    case activity, category, goal, goalLink, vacation, annotation, deletedEntry
    case weight, weightGoal, milestone, dismissedWeighing, healthReader, dismissedReading
}
