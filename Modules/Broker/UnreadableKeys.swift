import Contracts
import RPC

/// The service of keys in a home whose keys cannot be read: each method fails with the reason.
struct UnreadableKeys: Service {
    let problem: Status

    func register(on router: inout Router) {
        let problem = problem
        router.handle(BusKeys.new) { _, _ in throw problem }
        router.handle(BusKeys.list) { _, _ in throw problem }
        router.handle(BusKeys.revoke) { _, _ in throw problem }
        router.handle(BusKeys.address) { _, _ in throw problem }
        router.handle(BusKeys.listen) { _, _ in throw problem }
    }
}
