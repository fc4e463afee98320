/// The routes of all pages that need a session.
package enum WebRoutes {
    package static let all: [WebRoute] =
        DayRoutes.routes
        + ImportRoutes.routes
        + SettingsRoutes.routes
        + [DownloadsPage.route]
        + TokenRoutes.routes
        + ProfileRoutes.routes
        + CategoryRoutes.routes
        + TemplateRoutes.routes
        + VacationRoutes.routes
        + HealthLinkRoutes.routes
        + CalendarFeedRoutes.routes
        + NotificationRoutes.routes
        + TrainingRoutes.routes
        + TrainingSessionRoutes.routes
        + TrainingPlanRoutes.routes
        + PlannedExerciseRoutes.routes
        + WelcomeRoutes.routes
        + GoalRoutes.routes
        + WeightRoutes.routes
        + InsightsRoutes.routes
        + ReportRoutes.routes
        + HealthRoutes.routes
        + RecoveryRoutes.routes
        + CorrelationRoutes.routes
        + RingsRoutes.routes
        + TrendRoutes.routes
        + SampleDayRoutes.routes
        + CoverageRoutes.routes
        + TimelineRoutes.routes
        + PhotoRoutes.routes
        + SearchRoutes.routes
        + ActivityRoutes.routes
}
