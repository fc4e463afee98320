import Synchronization

extension ServerSession {
    /// The services that every server provides about itself.
    var busRouter: Router {
        busServices.withLock { cached in
            if let cached { return cached }
            let router = makeBusRouter()
            cached = router
            return router
        }
    }

    private func makeBusRouter() -> Router {
        var router = Router()
        router.answer(BusHealth.check) { [weak self] _, _ in
            BusHealth.CheckResponse(
                state: self?.isDraining ?? true ? .draining : .ready,
                instance: self?.instance ?? "")
        }
        router.answer(BusStatistics.get) { [weak self] _, _ in
            BusStatistics.GetResponse(
                instance: self?.instance ?? "", load: self?.load ?? ServerLoad())
        }
        router.answer(BusTraces.spans) { [weak self] request, _ in
            try BusTraces.SpansResponse(request, of: .process, instance: self?.instance ?? "")
        }
        router.answer(BusLogging.level) { [weak self] request, _ in
            if let level = request.level { LogThreshold.process.level = level }
            return BusLogging.LevelResponse(
                instance: self?.instance ?? "", level: LogThreshold.process.level)
        }
        router.handle(BusReflection.describe) { [weak self] request, _ in
            let routers = self.map { [$0.router, $0.busRouter] } ?? []
            // A bus service that the server registers itself replaces the general one.
            let services = routers.flatMap { $0.described(request) }
            let names = Set(services.map(\.name))
            return BusReflection.DescribeResponse(
                instance: self?.instance ?? "",
                services: names.sorted().compactMap { name in
                    services.first { $0.name == name }
                })
        }
        return router
    }
}
