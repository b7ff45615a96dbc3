import FormCells
import FormController
import HTTPCore
import Assets
import Support

/// The JSON Schemas of what programs may send to the forms now served, each made when it is first asked for.
final class FormSchemas: Sendable {
  /// By the forms' versions.
  private let assets = AppendOnlyTable<String, Asset>(entryLimit: entryLimit)

  /// Forms whose schemas are kept; of further ones they are made each time.
  private static let entryLimit = 64

  func asset(of form: Form) -> Asset {
    let make = { Asset(schema: form.sentSchema.prettyBytes) }
    return assets.value(for: form.version, make: make) ?? make()
  }
}

extension Asset {
  init(schema: [UInt8]) {
    self.init(text: Response(contentType: "application/schema+json", body: schema).secured())
  }
}
