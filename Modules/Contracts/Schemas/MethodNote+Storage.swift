import RPC

extension MethodNote {
    /// Methods of the storage worker.
    static let ofStorage: [MethodName: MethodNote] = [
        Telemetry.state.name:
            "Returns the address that telemetry is exported to, and the last export.",
        Telemetry.configure.name: "Changes the address that telemetry is exported to.",
        BusKeys.new.name: "Registers the public key of a program on another machine.",
        BusKeys.list.name: "Lists the keys of programs on other machines.",
        BusKeys.revoke.name: "Removes a key and ends its connections.",
        BusKeys.address.name: "Returns the address for connections over TCP.",
        BusKeys.listen.name: "Changes the address for connections over TCP.",
        Backups.configure.name:
            "Changes the folder, the time and the recipient of daily backups.",
        Backups.run.name: "Writes a backup to the chosen folder, and verifies it.",
        Backups.schedule.name:
            "Returns the settings of daily backups and the result of the last one.",
        Profiles.erase.name: "Removes all data of a profile from the database and its free space.",
        Backups.write.name:
            "Writes a consistent copy of the database to a file; other calls read and write meanwhile.",
        Backups.examine.name: "Checks a copy of the database and describes its content.",
        Changes.since.name: "Returns the changes of a profile after a number, oldest first.",
        Checkups.storage.name: "Checks the integrity of the database.",
        Checkups.state.name:
            "Reports pending folds and missing changes without reading the database.",
        Checkups.refold.name: "Marks all days of some metrics of the profile for folding.",
        Checkups.isolateChunk.name:
            "Isolates a damaged chunk, so that an import can store its samples again.",
        Cohorts.query.name:
            "Compares the people who consented, in groups of at least 20, and logs the query.",
        Cohorts.log.name: "Lists the queries of cohorts, newest first.",
        Cohorts.participation.name: "Returns a profile's consent, birth date, sex and label.",
        Cohorts.setConsent.name: "Gives or withdraws a profile's consent to queries of cohorts.",
        Cohorts.setPerson.name: "Changes the birth date and the sex of a profile's person.",
        Cohorts.setLabel.name: "Changes the label of a profile, by which queries group people.",
        Corrections.list.name: "Lists the corrections of samples by series and time.",
        Corrections.correct.name: "Corrects one sample in one transaction.",
        Corrections.revert.name: "Undoes or redoes the latest correction.",
        Days.read.name: MethodNote(
            "Reads the day totals of a metric as columns, ascending by day.",
            reply: ColumnNotes.days),
        Days.readPages.name: MethodNote(
            "Streams the day totals of a metric as columns, ascending by day.",
            item: ColumnNotes.days),
        Days.metrics.name:
            "Lists the metrics with their numbers of samples and first and last days.",
        Days.names.name: "Lists the names of the metrics that have samples.",
        Days.stamp.name: "Returns a stamp that differs after each change of the profile.",
        Folds.work.name:
            "Streams fold tasks, one at a time; closing the stream releases the lease of its task.",
        Folds.chunks.name: MethodNote(
            "Streams the chunks of a metric that overlap a range of time, as columns.",
            item: ColumnNotes.chunks),
        Folds.commit.name: MethodNote(
            "Stores the day totals of a task, as columns.",
            request: ColumnNotes.days),
        Folds.wait.name: "Waits until everything up to a data version is folded.",
        ImportLog.list.name: "Lists past imports, newest first.",
        ImportLog.get.name: "Returns the report of one import.",
        ImportLog.removed.name: MethodNote(
            "Streams the samples that an import removed, as columns of chunks.",
            item: ColumnNotes.chunks),
        ImportLog.removedRows.name:
            "Streams the workouts, correlations and activity summaries that an import removed.",
        ImportLog.added.name: MethodNote(
            "Streams the samples that an import and later ones added to chunks, as columns.",
            item: ColumnNotes.additions),
        ImportLog.addedRows.name:
            "Streams the workouts, correlations and activity summaries that an import added.",
        ImportLog.knownFiles.name:
            "Lists imports of files of one length since which the profile has not changed.",
        ImportLog.recordFile.name:
            "Stores the hash of an imported file, so that the same bytes are recognized.",
        Originals.store.name: MethodNote(
            "Stores the bytes of the file of an import.", item: ColumnNotes.file),
        Originals.read.name: MethodNote(
            "Streams the bytes of the stored file of an import.", item: ColumnNotes.file),
        Originals.remove.name: "Removes the stored file of an import.",
        Profiles.list.name: "Lists the profiles with their time zones.",
        Profiles.add.name: "Adds a profile.",
        Profiles.rename.name: "Renames a profile.",
        Profiles.renames.name: "Lists the renames of the present profiles.",
        Profiles.remove.name: "Removes a profile and everything in it.",
        Profiles.setZone.name:
            "Changes a profile's time zone from a day on, and marks the days to fold again.",
        Replication.begin.name:
            "Returns the state of the database for a replica, and records changed pages from now on.",
        Replication.hashes.name: MethodNote(
            "Streams the hashes of blocks of the database.", item: ColumnNotes.blockHashes),
        Replication.blocks.name: MethodNote(
            "Streams the bytes of blocks of the database.", item: ColumnNotes.file),
        Replication.changes.name: MethodNote(
            "Waits for a commit, and streams the pages that changed since a position.",
            item: ColumnNotes.pages),
        Replication.photoNames.name: "Lists the names of the stored photos.",
        Replication.photo.name: MethodNote(
            "Streams the bytes of a stored photo.", item: ColumnNotes.file),
        Replication.supersede.name:
            "Reports that a replica was promoted, after which the home refuses changes.",
        Replication.state.name:
            "Returns the role of the home and, of a replica, the time of its data.",
        StorageFigures.get.name:
            "Returns figures of a storage process for operators, without data of profiles.",
        StoredPhotos.store.name: MethodNote(
            "Stores the bytes of a photo, or of a picture that is made of a photo.",
            item: ColumnNotes.file),
        StoredPhotos.read.name: MethodNote(
            "Streams the bytes of a stored picture.", item: ColumnNotes.file),
        StoredPhotos.removeUnused.name: "Removes the photos that no record of any profile names.",
        Settings.inboxes.name: "Lists the inboxes of all profiles.",
        Settings.list.name: "Lists the settings that a profile has changed.",
        Settings.set.name: "Sets or removes one setting.",
        Sources.list.name: "Lists the sources of a metric in the order of their priority.",
        Sources.storedOrder.name: "Returns the chosen order of a metric's sources.",
        Sources.setOrder.name:
            "Changes the order of a metric's sources, and marks its days to fold again.",
        Staging.prepare.name:
            "Returns the version, the units and the time zones that an import needs to read a file.",
        Staging.begin.name: "Begins an import into which rows can be staged.",
        Staging.index.name: MethodNote(
            "Streams the hashes of the profile's published chunks, as columns.",
            item: ColumnNotes.index),
        Staging.declare.name: "Returns the numbers of series; new series are added.",
        Staging.read.name: MethodNote(
            "Reads chunks as the import sees them, as columns.",
            request: ColumnNotes.chunkPositions, reply: ColumnNotes.chunks),
        Staging.stage.name: MethodNote(
            "Stages chunks, given as columns; a chunk staged before is replaced.",
            request: ColumnNotes.chunks),
        Staging.storeRemoved.name: MethodNote(
            "Stores the samples that the import removes from published chunks, given as columns.",
            request: ColumnNotes.chunks),
        Staging.storeAdded.name: MethodNote(
            "Stores the samples that the import adds to published chunks, given as columns.",
            request: ColumnNotes.chunks),
        Staging.stageRows.name:
            "Stages workouts, correlations and activity summaries, and returns which were stored before.",
        Staging.findRows.name: "Finds the rows that are stored; stages none.",
        Staging.removeRows.name:
            "Removes published rows when the import is published, and stores them with the import.",
        Staging.publish.name: "Publishes everything that an import staged, in one transaction.",
        Staging.abort.name: "Ends an import and discards everything that it staged.",
        HealthRows.workout.name: "Returns the workout with an identifier.",
        HealthRows.workouts.name: "Streams the workouts of a range of time by start.",
        HealthRows.correlations.name:
            "Streams the correlations that start within a range of time by start.",
        HealthRows.summaries.name: "Streams the activity summaries by day.",
        TrackerRecords.documents.name: "Returns a page of a profile's documents of some kinds.",
        TrackerRecords.entries.name: MethodNote(
            "Returns a page of the entries in the order they were logged, as columns.",
            reply: ColumnNotes.entries),
        TrackerRecords.entry.name: "Returns one entry.",
        TrackerRecords.days.name: MethodNote(
            "Returns the numbers of an activity by day, as columns.",
            reply: ColumnNotes.days),
        TrackerRecords.answers.name: "Returns the last answers of an activity on some days.",
        TrackerRecords.apply.name:
            "Applies a change set, all of it or nothing, as one undo step.",
        TrackerRecords.findResult.name:
            "Returns the stored answer of a request with the same idempotency key.",
        TrackerRecords.nextStep.name: "Describes the next step of undo or redo.",
        TrackerRecords.undo.name: "Undoes the last step of the tracker.",
        TrackerRecords.redo.name: "Redoes the step that was undone last.",
        TrackerRecords.fill.name: MethodNote(
            "Stores very many entries and documents in one transaction, as one undo step.",
            item: ColumnNotes.entries),
    ]
}
