import Contracts
import RPC

/// The figures of the storage processes.
struct StorageMetrics {
    /// The figures with the instance of each process at the broker.
    let processes: [(instance: String, figures: StorageFigures.GetResponse)]

    /// Reads the figures of the storage workers among `workers`. A worker that does not answer is left out.
    init(of workers: [BusBroker.Worker], bus: Client, _ options: CallOptions) async {
        var processes: [(instance: String, figures: StorageFigures.GetResponse)] = []
        for worker in workers where worker.services.contains(StorageFigures.service) {
            var options = options
            options.target = worker.instance
            // Its absence from the page is what a monitor sees of a worker that has ended.
            guard let figures = try? await bus.call(StorageFigures.get, Empty(), options) else {
                continue
            }
            processes.append((worker.instance, figures))
        }
        self.processes = processes
    }

    init(_ processes: [(instance: String, figures: StorageFigures.GetResponse)]) {
        self.processes = processes
    }

    var families: [MetricFamily] { [commits] + folds + [owners] + standbys }

    private var commits: MetricFamily {
        var commits = MetricFamily(
            "dayline_commit_seconds", kind: .histogram, unit: "seconds", "Times of commits.")
        for (instance, figures) in processes {
            for bucket in figures.commits.buckets {
                commits.add(
                    Double(bucket.count), ["process": instance, "le": "\(bucket.upTo)"],
                    suffix: "_bucket")
            }
            let count = Double(figures.commits.count)
            commits.add(count, ["process": instance, "le": "+Inf"], suffix: "_bucket")
            commits.add(count, ["process": instance], suffix: "_count")
            commits.add(figures.commits.seconds, ["process": instance], suffix: "_sum")
        }
        return commits
    }

    private var folds: [MetricFamily] {
        var tasks = MetricFamily("dayline_fold_tasks", "Ranges of days to fold by state.")
        var oldest = MetricFamily(
            "dayline_oldest_fold_seconds", unit: "seconds",
            "Time since the oldest change whose days are not folded; 0 without one.")
        var lease = MetricFamily(
            "dayline_oldest_lease_seconds", unit: "seconds",
            "Time since the start of the oldest fold in progress; 0 without one.")
        for (instance, figures) in processes {
            tasks.add(figures.waitingFolds, ["process": instance, "state": "waiting"])
            tasks.add(figures.leasedFolds, ["process": instance, "state": "leased"])
            oldest.add(figures.oldestFoldSeconds ?? 0, ["process": instance])
            lease.add(figures.oldestLeaseSeconds ?? 0, ["process": instance])
        }
        return [tasks, oldest, lease]
    }

    private var owners: MetricFamily {
        var owners = MetricFamily(
            "dayline_profile_owner_changes", kind: .counter,
            "Profiles that a storage process took over, and that others took over from it.")
        for (instance, figures) in processes {
            if let gained = figures.gainedProfiles {
                owners.add(gained, ["process": instance, "change": "gained"])
            }
            if let lost = figures.lostProfiles {
                owners.add(lost, ["process": instance, "change": "lost"])
            }
        }
        return owners
    }

    /// The standbys as the first process sees them, since all use one server.
    private var standbys: [MetricFamily] {
        var known = MetricFamily(
            "dayline_standbys_known",
            "1 if the role of the storage workers can see the standbys of the server, else 0.")
        var bytes = MetricFamily(
            "dayline_standby_lag_bytes", unit: "bytes", "Log that a standby has not replayed.")
        var seconds = MetricFamily(
            "dayline_standby_lag_seconds", unit: "seconds",
            "Time by which a standby replayed a recent commit later.")
        guard let first = processes.first(where: { $0.figures.gainedProfiles != nil }) else {
            return []
        }
        known.add(first.figures.standbys == nil ? 0 : 1)
        for standby in first.figures.standbys ?? [] {
            let labels: KeyValuePairs = ["standby": standby.name, "sync": standby.sync]
            if let lag = standby.lagBytes { bytes.add(Double(lag), labels) }
            if let lag = standby.lagSeconds { seconds.add(lag, labels) }
        }
        return [known, bytes, seconds]
    }
}
