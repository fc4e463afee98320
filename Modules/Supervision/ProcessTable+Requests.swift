/// Requests to start, stop, restart and scale.
extension ProcessTable {
    /// Starts the processes of a group, or all. A failed process starts without its crash history.
    mutating func start(_ group: String?) {
        for index in slots.indices where slots[index].isInGroup(group) {
            if slots[index].phase.isAlive {
                // A process that is stopping starts again after its end.
                if slots[index].desiredState == .stop { slots[index].desiredState = .restart }
            } else {
                if slots[index].desiredState != .remove { slots[index].desiredState = .run }
                slots[index].crashes = CrashHistory()
                if case .backoff = slots[index].phase { continue }
                transition(index, to: .waiting)
            }
        }
    }

    /// Stops the processes of a group, or all.
    mutating func stop(_ group: String?) {
        for index in slots.indices where slots[index].isInGroup(group) {
            if slots[index].desiredState != .remove { slots[index].desiredState = .stop }
            if !slots[index].phase.isAlive { transition(index, to: .stopped) }
        }
    }

    /// Restarts the processes of a group one after the other, so that the group stays available.
    /// Everything is restarted by stopping all processes first, because dependents should not lose
    /// their dependencies.
    mutating func restart(_ group: String?) {
        guard group != nil else {
            shouldRestartAll = true
            return stop(nil)
        }
        for index in slots.indices
        where slots[index].isInGroup(group) && slots[index].desiredState == .run {
            if slots[index].phase.isAlive { slots[index].desiredState = .restart }
        }
        start(group)
    }

    /// Changes the number of processes of a group: removes the slots beyond `count`, and adds missing ones.
    mutating func scale(_ name: String, to count: Int) {
        guard let position = groups.firstIndex(where: { $0.name == name }) else { return }
        groups[position].count = count
        let names = (1...max(1, count)).map { groups[position].processName($0) }
        for index in slots.indices.reversed()
        where slots[index].group == name && !names.contains(slots[index].name) {
            slots[index].desiredState = .remove
            if !slots[index].phase.isAlive { slots.remove(at: index) }
        }
        for process in names where !slots.contains(where: { $0.name == process }) {
            let end = slots.lastIndex { $0.group == name }.map { $0 + 1 } ?? slots.endIndex
            var slot = ProcessSlot(name: process, group: name)
            slot.desiredState = .run
            slot.phase = .waiting
            slots.insert(slot, at: end)
        }
        for index in slots.indices where names.contains(slots[index].name) {
            // A slot that was to be removed is used again.
            if slots[index].desiredState == .remove { slots[index].desiredState = .restart }
        }
    }
}
