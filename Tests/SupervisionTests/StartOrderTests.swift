import HostFiles
import Testing

@testable import Supervision

struct StartOrderTests {
    @Test
    func `the broker starts first, and each worker after its dependencies`() throws {
        let order = StartOrder(
            try [
                SimulatedProcesses.plugin("tracker", after: ["storage"]),
                SimulatedProcesses.plugin("aggregation", after: ["storage", "tracker"], count: 3),
                SimulatedProcesses.plugin("storage"), SimulatedProcesses.plugin("broker"),
            ])

        #expect(order.groups.map(\.name) == ["broker", "storage", "tracker", "aggregation"])
        #expect(order.groups.last?.dependencies == ["broker", "storage", "tracker"])
        #expect(order.groups.map(\.count) == [1, 1, 1, 3])
        #expect(order.problems == [])
    }

    @Test
    func `the user's count applies to scalable workers only`() throws {
        let order = StartOrder(
            try [
                SimulatedProcesses.plugin("storage"),
                SimulatedProcesses.plugin("aggregation", count: 2),
            ],
            counts: ["storage": 5, "aggregation": 4])

        #expect(order.groups.map(\.count) == [1, 4])
    }

    @Test
    func `workers with cyclic or missing dependencies are left out with a problem`() throws {
        let order = StartOrder(
            try [
                SimulatedProcesses.plugin("storage"), SimulatedProcesses.plugin("a", after: ["b"]),
                SimulatedProcesses.plugin("b", after: ["a"]),
                SimulatedProcesses.plugin("c", after: ["storage", "d"]),
            ])

        #expect(order.groups.map(\.name) == ["storage"])
        #expect(
            order.problems.map(\.problem) == [
                "names b, which never starts before it", "names a, which never starts before it",
                "names d, which never starts before it",
            ])
    }

    @Test
    func `the notifier of a replica is left out with a reason for its callers`() throws {
        let plugins = try [
            SimulatedProcesses.plugin("storage"), SimulatedProcesses.plugin("notifier"),
        ]

        let primary = StartOrder(plugins)
        let replica = StartOrder(plugins, isReplica: true)
        let table = ProcessTable(groups: replica.groups, absences: replica.absences)

        #expect(primary.groups.map(\.name) == ["storage", "notifier"])
        #expect(primary.absences == [:])
        #expect(replica.groups.map(\.name) == ["storage"])
        #expect(
            table.absences["dayline.notifier.Test"]
                == "notifier runs on the primary only, and this home is a replica. Use it there, or "
                + "accept changes here with: dayline promote")
    }
}
