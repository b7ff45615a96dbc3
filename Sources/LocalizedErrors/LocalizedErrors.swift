import FormCells
import FormController
import FormSite
public import FoundationEssentials
import Templates
import Options
import Support
import Localization

// `localizedDescription` is Foundation's. In a host that has it, the errors of the products say by it what their `description`
// says; the program `formcells` is built without this file.

extension Diagnostic: LocalizedError {}
extension DefinitionErrors: LocalizedError {}
extension OptionFileErrors: LocalizedError {}
extension TemplateErrors: LocalizedError {}
extension UnknownTimeZone: LocalizedError {}
extension SubmissionError: LocalizedError {}
extension OptionProviderError: LocalizedError {}
extension VisitorValueError: LocalizedError {}
extension RequestFailure: LocalizedError {}

extension LocalizedError where Self: CustomStringConvertible {
  /// The error's `description`.
  public var errorDescription: String? { description }
}
