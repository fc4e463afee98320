import ArgumentParser
import CivilTime
import Contracts

extension ActivityCommand {
    struct ListTemplates: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "templates", abstract: "List templates of activities.",
            discussion: .examples("activity templates", "activity templates --json"))
        static let method = Templates.list

        @OptionGroup var globals: GlobalOptions
    }

    struct ApplyTemplate: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "template", abstract: "Add the activities of a template.",
            discussion: .examples(
                "activity template \"Morning routine\"",
                "activity template \"Morning routine\" --on mon"))
        static let method = Templates.apply

        @Argument(
            help: "Name of the template, from dayline activity templates.",
            completion: .custom(NameCompletion.templates))
        var name: String

        @Option(help: ArgumentHelp("Create on DATE (default: today).", valueName: "date"))
        var on: CivilDate?

        @OptionGroup var globals: GlobalOptions

        var request: Templates.ApplyRequest { Templates.ApplyRequest(name: name, on: on) }
    }

    struct AddTemplate: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "template-add",
            abstract: "Add a template with the settings of an activity or a container.",
            discussion: .examples(
                "activity template-add Gym", "activity template-add Bedtime --name \"My evening\""))
        static let method = Templates.add

        @Argument(
            help: "Name of the activity or container.",
            completion: .custom(NameCompletion.activities))
        var activity: String

        @Option(help: "Name the template (default: the name of the activity).")
        var name: String?

        @Option(help: "Describe the template.")
        var summary: String?

        @OptionGroup var globals: GlobalOptions

        var request: Templates.AddRequest {
            Templates.AddRequest(activity: activity, name: name, summary: summary)
        }

        func text(_ template: Templates.Template, _ output: Output) -> String {
            "Added the template \(template.name): \(template.activities.joined(separator: ", "))."
        }
    }

    struct EditTemplate: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "template-edit", abstract: "Change a template that you added.",
            discussion: .examples(
                "activity template-edit Gym --summary \"Three days of strength.\"",
                "activity template-edit Bedtime --activities \"Floss,Tidy up\""))
        static let method = Templates.edit

        @Argument(help: "Name of the template.", completion: .custom(NameCompletion.templates))
        var name: String

        @Option(
            name: .customLong("name"), help: ArgumentHelp("Rename the template.", valueName: "name")
        )
        var newName: String?

        @Option(help: "Describe the template.")
        var summary: String?

        @Option(
            help: ArgumentHelp(
                "Keep these activities in this order, such as Floss,Read.", valueName: "names"))
        var activities: TextList?

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard newName != nil || summary != nil || activities != nil else {
                throw NoChangesError.error
            }
        }

        var request: Templates.EditRequest {
            Templates.EditRequest(
                name: name, newName: newName, summary: summary, activities: activities?.values)
        }

        func text(_ template: Templates.Template, _ output: Output) -> String {
            "Changed the template \(template.name): "
                + "\(template.activities.joined(separator: ", "))."
        }
    }

    struct DeleteTemplate: UnaryCommand {
        static let configuration = CommandConfiguration(
            name: "template-delete",
            abstract: "Delete a template that you added; activities stay.",
            discussion: .examples(
                "activity template-delete Gym", "activity template-delete \"My evening\""))
        static let method = Templates.delete

        @Argument(help: "Name of the template.", completion: .custom(NameCompletion.templates))
        var name: String

        @OptionGroup var globals: GlobalOptions

        var request: Templates.DeleteRequest { Templates.DeleteRequest(name: name) }

        func text(_ template: Templates.Template, _ output: Output) -> String {
            "Deleted the template \(template.name)."
        }
    }
}
