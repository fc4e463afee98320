extension ServerSession {
    /// What every server answers about itself.
    var busRouter: Router {
        var router = Router()
        router.handle(BusHealth.check, quick: true) { [weak self] _, _ in
            BusHealth.Report(
                state: self?.isDraining ?? true ? .draining : .ready,
                instance: self?.instance ?? "")
        }
        router.handle(BusStatistics.get, quick: true) { [weak self] _, _ in
            BusStatistics.Report(
                instance: self?.instance ?? "", load: self?.load ?? ServerLoad())
        }
        router.handle(BusReflection.describe) { [weak self] request, _ in
            BusReflection.Description(
                instance: self?.instance ?? "",
                services: self?.router.described(request.service) ?? [])
        }
        return router
    }
}
