import RPC

extension MethodNote {
    /// Methods of the tracker worker.
    static let ofSchedule: [MethodName: MethodNote] = [
        Activities.add.name: "Adds an activity.",
        Activities.edit.name: "Changes an activity from a day on, or on all days.",
        Activities.list.name: "Lists the activities of a profile in their order.",
        Activities.show.name: "Shows one activity.",
        Activities.pause.name: "Pauses an activity.",
        Activities.resume.name: "Resumes a paused activity.",
        Activities.move.name: "Moves an activity into a container, or out of it.",
        Activities.reorder.name: "Changes the order of activities.",
        Activities.group.name: "Moves activities into a new container.",
        Activities.convert.name: "Converts an activity to a container.",
        Activities.dissolve.name:
            "Converts a container to a plain activity; its children move to the top level.",
        Activities.delete.name: "Moves an activity to the trash.",
        Activities.suggest.name: "Suggests the fields of a new activity from its name.",
        Statistics.bars.name: "Returns the bars of an activity by day or week, with its streaks.",
        Statistics.streaks.name:
            "Returns the streaks of all activities, the longest current one first.",
        Statistics.heatMap.name:
            "Returns the heat map of up to 53 weeks, of all activities or of one.",
        Statistics.period.name:
            "Returns the tracker in a week, month or year beside the period before.",
        Statistics.recentDays.name: "Returns the last days of all activities.",
        Statistics.streakHistory.name:
            "Returns the completion rate of an activity and the runs of its completed days.",
        Statistics.unfinished.name:
            "Returns the days of an activity that were completed in part.",
        Statistics.insights.name: "Returns the insights of a profile as cards.",
        Statistics.annotations.name: "Lists annotations of days, newest first.",
        Statistics.annotate.name: "Adds an annotation to a day.",
        Statistics.removeAnnotation.name: "Removes an annotation.",
        Categories.list.name: "Lists the categories of a profile.",
        Categories.add.name: "Adds a category.",
        Categories.edit.name: "Changes a category.",
        Categories.reorder.name: "Changes the order of categories.",
        Categories.delete.name:
            "Moves a category to the trash; its activities stay, without a category.",
        Categories.restoreDefaults.name: "Adds the default categories that are missing.",
        Entries.list.name: "Lists an activity's entries, newest day first.",
        Entries.show.name: "Shows one entry.",
        Entries.edit.name: "Changes an entry.",
        Entries.delete.name: "Moves an entry to the trash.",
        Goals.add.name: "Adds a goal.",
        Goals.edit.name: "Changes a goal.",
        Goals.list.name: "Lists the goals of a profile with their progress.",
        Goals.show.name: "Shows one goal with its progress.",
        Goals.link.name: "Links an activity to a goal.",
        Goals.unlink.name: "Removes the link of an activity from a goal.",
        Goals.pause.name: "Pauses a goal.",
        Goals.resume.name: "Resumes a paused goal.",
        Goals.delete.name: "Moves a goal to the trash.",
        HealthLinks.sync.name:
            "Synchronizes the entries of linked activities, and weights, with health data.",
        HealthLinks.outbox.name: MethodNote(
            "Streams the entries of activities that write health data, as a file.",
            item: ColumnNotes.file),
        Journal.resolveDays.name: "Returns the days that words such as mon..fri refer to.",
        Journal.logSeveral.name:
            "Logs several activities, or one activity on several days: all of them, or none.",
        Journal.search.name: "Finds a text in names, notes and answers, newest first.",
        Journal.day.name:
            "Returns a day as a page shows it: agenda, times, week and streaks at risk.",
        Photos.add.name: "Adds a stored photo to the entry of an activity on a day.",
        Photos.list.name: "Lists the stored photos of entries, newest day first.",
        Photos.show.name: "Shows one photo.",
        Photos.delete.name: "Moves a photo to the trash.",
        Journal.today.name:
            "Returns the agenda of a day: open, completed and skipped items, reminders and progress.",
        Journal.log.name: "Completes an activity, or adds a value to it.",
        Journal.skip.name: "Skips an activity on a day.",
        Journal.undo.name: "Undoes the last step, of the tracker or of a sample correction.",
        Journal.redo.name: "Redoes the step that was undone last.",
        Journal.explain.name:
            "Explains the state of an activity on a day by the rules that decided it.",
        Journal.reminders.name: "Returns the three reminders of a day.",
        Documents.importDocument.name: MethodNote(
            "Imports a tracker document, all of it or nothing, as one undo step.",
            item: ColumnNotes.file),
        Documents.importParts.name: MethodNote(
            "Stores the activities and entries of an importer as one undo step.",
            item: ColumnNotes.entries),
        Documents.export.name: MethodNote(
            "Streams the tracker of a profile as a file.",
            item: ColumnNotes.file),
        Documents.calendar.name: MethodNote(
            "Streams the plans of a profile as a calendar in its time zone.",
            item: ColumnNotes.file),
        Documents.clear.name:
            "Removes everything that a tracker document can contain, as one undo step.",
        Templates.list.name: "Lists the templates of activities.",
        Templates.apply.name: "Adds the activities of a template as one undo step.",
        Templates.add.name: "Adds a template with the settings of an activity or container.",
        Templates.edit.name: "Changes a template of the profile.",
        Templates.delete.name: "Deletes a template of the profile.",
        Training.activatePlan.name:
            "Activates a training plan instead of the active one of its type.",
        Training.addExercise.name: "Adds an exercise.",
        Training.addPlan.name: "Adds a training plan as a draft.",
        Training.delete.name: "Deletes a training session, or one of its sets.",
        Training.deletePlan.name: "Deletes a training plan.",
        Training.edit.name: "Changes a training session.",
        Training.editPlan.name: "Renames a training plan.",
        Training.editSet.name: "Replaces a set of a training session.",
        Training.exercises.name: "Lists the exercises.",
        Training.finish.name: "Ends the open training session.",
        Training.log.name:
            "Adds sets to a training session, and returns the personal records that they improve.",
        Training.session.name: "Returns a training session with its sets.",
        Training.setPlanDays.name: "Adds, changes or removes days of a training plan.",
        Training.setPlanExercise.name:
            "Adds, changes or removes an exercise of a day of a training plan.",
        Training.start.name: "Starts a training session.",
        Training.plans.name: "Lists the training plans.",
        Training.sessions.name: "Lists the training sessions.",
        Training.records.name: "Lists the personal records of exercises.",
        Training.volume.name: "Returns the effective sets of each muscle in the week of a day.",
        Training.adherence.name: "Returns the share of planned training that was done.",
        Trash.list.name: "Lists the deleted records.",
        Trash.restore.name: "Restores one record from the trash.",
        Trash.purge.name:
            "Permanently removes records older than 30 days from the trash, or one record.",
        Vacations.list.name: "Lists the vacation days.",
        Vacations.add.name: "Marks days as vacation, and skips their open occurrences.",
        Vacations.remove.name: "Removes vacation marks, and the skips that were added with them.",
        Weights.add.name: "Adds a weight entry, and records the milestones that it reaches.",
        Weights.list.name: "Lists the weight entries.",
        Weights.edit.name: "Changes a weight entry.",
        Weights.delete.name: "Deletes a weight entry.",
        Weights.setGoal.name: "Sets the goal weight.",
        Weights.trend.name: "Returns the weight trend with its forecast.",
        Weights.values.name: "Returns the weight log as values of body mass, oldest first.",
        Weights.milestones.name: "Returns the milestones on the way to the goal weight.",
        Weights.setInterval.name: "Sets the interval between milestones.",
        Weights.acknowledge.name: "Acknowledges the celebration of a milestone.",
    ]
}
