import FormCells
import FormController
import FormSite
public import FoundationEssentials
import Templates
import Options
import Support
import Localization

// `localizedDescription` belongs to Foundation. In a host that uses Foundation, the products' errors return their `description` there;
// the program `formcells` is built without this file.

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
