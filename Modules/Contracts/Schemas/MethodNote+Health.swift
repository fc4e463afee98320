import RPC

extension MethodNote {
    /// Methods of ingestion, of aggregation and of the supervisor.
    static let ofHealth: [MethodName: MethodNote] = [
        Checkups.ingestion.name: "Checks that every chunk of samples can be read.",
        Checkups.aggregation.name:
            "Folds all samples again and compares every day total with the stored one.",
        Imports.uploaded.name: "Returns the number of bytes of an upload that were received.",
        SampleEdits.edit.name: "Replaces the value of a sample by one entered by hand.",
        SampleEdits.delete.name: "Removes a sample, so that no import stores it again.",
        SampleEdits.restore.name: "Restores a sample that was removed or had its value replaced.",
        SampleEdits.revert.name: "Undoes or redoes the latest correction of a sample.",
        Imports.run.name: "Imports one file, streaming its progress.",
        Imports.upload.name: MethodNote(
            "Stores the bytes of a file for an import.",
            item: ColumnNotes.file),
        Imports.rollBack.name:
            "Restores the samples and rows that a reconciling import or an undo removed.",
        Imports.undo.name: "Removes the samples and rows that an import added.",
        Imports.running.name: "Lists the running and the waiting imports of all profiles.",
        Imports.cancel.name: "Cancels an import before it is published.",
        Imports.inspect.name: "Lists the files of a path that an import would read.",
        Imports.importers.name: "Lists the installed importers.",
        PhotoFiles.store.name: MethodNote(
            "Stores a photo from the bytes of a picture file, upright and without metadata.",
            item: ColumnNotes.file),
        PhotoFiles.read.name: MethodNote(
            "Streams the bytes of a stored photo or of its thumbnail.",
            item: ColumnNotes.file),
        Batches.push.name: MethodNote(
            "Accepts the batches of an importer.",
            item: ColumnNotes.samples),
        Insights.associations.name:
            "Returns the pairs of metrics and activities that move together.",
        Insights.beats.name: "Returns measurements of heart rate variability with their beats.",
        Insights.contributions.name:
            "Returns the samples that the value of a day is computed from, with the reason for the others.",
        Insights.coverage.name:
            "Returns the origin of the data of each day: single measurements or totals.",
        Insights.days.name: "Returns the day totals of a metric.",
        Insights.metrics.name: "Lists the metrics with their sources and first and last days.",
        Insights.recovery.name:
            "Returns a row for each day: workouts, the night before, vital signs.",
        Insights.report.name:
            "Returns the report of a week, month or year beside the period before.",
        Insights.sleep.name: "Returns the nights of a range of days.",
        Insights.sources.name: "Lists the sources of a metric in the order of their priority.",
        Insights.summaryDifferences.name:
            "Returns the days on which a total differs from Apple's own.",
        Insights.window.name: "Returns a page of the days of a metric, for a chart that scrolls.",
        Insights.workout.name: "Returns the workout with an identifier.",
        Insights.route.name: "Returns the line of a route of a workout, in pages.",
        Insights.workouts.name: "Returns the workouts that start in a range of days.",
        Insights.correlations.name: "Returns the correlations that start in a range of days.",
        Insights.setInterval.name: "Stores the interval of a trend for later requests.",
        Insights.trends.name: "Returns the trend of a metric or an activity by interval.",
        Readings.day.name: "Returns the samples of a metric on one day.",
        SampleStreams.read.name: MethodNote(
            "Streams the samples of a metric in a range of days, as columns.",
            item: ColumnNotes.run),
        Control.status.name: "Returns the state of every process.",
        Control.start.name: "Starts a stopped or failed worker, or all.",
        Control.stop.name: "Stops a worker, or the whole system.",
        Control.restart.name: "Restarts a worker, or all.",
        Control.restore.name:
            "Replaces the database with a backup and keeps the replaced database.",
        Control.scale.name: "Changes the number of processes of a worker.",
        Control.clearLogs.name: "Empties the logs of all processes.",
        WebAccess.eraseProfile.name:
            "Erases a profile with its data, channels, tokens, feeds, sessions, passkeys and pushes.",
        Pushes.failed.name: "Lists the pushed files that could not be imported, with the reasons.",
        Pushes.retry.name: "Imports pushed files again that could not be imported.",
        Pushes.remove.name: "Removes a pushed file that could not be imported.",
        HomeAssistant.connect.name: "Publishes the profile to an MQTT broker for Home Assistant.",
        HomeAssistant.disconnect.name: "Removes the profile from the MQTT broker.",
        HomeAssistant.state.name: "Returns the state of the connection to the MQTT broker.",
        Notifications.erase.name: "Removes the channels and deliveries of a profile.",
        Notifications.list.name: "Lists the channels, and the notifications of the next day.",
        Notifications.explain.name:
            "Returns the notifications of the next day, and why each is or is not sent.",
        Notifications.history.name: "Lists the latest deliveries, newest first.",
        Notifications.add.name: "Adds a channel.",
        Notifications.remove.name: "Removes a channel with its waiting deliveries.",
        Notifications.test.name: "Sends a test notification and waits for the result.",
        Notifications.find.name: "Returns the notification of a token.",
        Notifications.act.name: "Answers a notification once: done, later or skip.",
        Notifications.activityTimes.name: "Lists the reminder times of activities.",
        Notifications.setActivityTimes.name: "Changes the reminder times of an activity.",
        WebAccess.newLink.name: "Creates a login link of the web app, which works once.",
        WebAccess.sessions.name: "Lists the browsers that are signed in.",
        WebAccess.endSession.name: "Signs a browser out.",
        WebAccess.settings.name: "Returns the settings of the web app.",
        WebAccess.changeSettings.name: "Changes settings of the web app and listens again.",
        WebAccess.setPassword.name: "Stores or removes the password of the profile.",
        WebAccess.passkeys.name: "Lists the passkeys of the web app.",
        WebAccess.removePasskey.name: "Removes a passkey of the web app.",
        WebAccess.createCertificate.name:
            "Creates a certificate of the home's own authority and uses it.",
        WebAccess.newToken.name: "Creates a token of the web API, which is shown once.",
        WebAccess.tokens.name: "Lists the tokens of the web API.",
        WebAccess.revokeToken.name: "Revokes a token of the web API.",
        WebAccess.newFeed.name: "Creates a calendar feed, whose address is shown once.",
        WebAccess.feeds.name: "Lists the calendar feeds.",
        WebAccess.revokeFeed.name: "Revokes a calendar feed.",
        Control.logs.name: "Returns the last lines of a worker's log.",
    ]
}
