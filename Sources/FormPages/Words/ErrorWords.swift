/// Pages that say why there is no other: a title, and what a person can do about it.
package struct ErrorWords: Sendable {
  package struct Page: Sendable {
    package let title: String
    package let text: String

    init(_ reader: inout WordReader) {
      title = reader.text("title")
      text = reader.text("text")
    }
  }

  package let badRequest: Page
  package let notUTF8: Page
  package let otherCharset: Page
  package let forbidden: Page
  package let notFound: Page
  package let methodNotAllowed: Page
  package let requestTimeout: Page
  package let contentTooLarge: Page
  /// In the place of the text of `contentTooLarge` where the limit is known.
  package let contentTooLargeFor: Phrase
  package let uriTooLong: Page
  package let unsupportedMediaType: Page
  package let misdirectedRequest: Page
  package let requestHeaderFieldsTooLarge: Page
  package let notImplemented: Page
  package let serviceUnavailable: Page
  package let httpVersionNotSupported: Page
  package let internalServerError: Page
  package let requestID: Phrase
  /// Where entries are that did not arrive.
  let pageBefore: String
  let tryAgain: String
  let backToForm: String

  init(_ reader: inout WordReader) {
    badRequest = reader.group("badRequest") { Page(&$0) }
    notUTF8 = reader.group("notUTF8") { Page(&$0) }
    otherCharset = reader.group("otherCharset") { Page(&$0) }
    forbidden = reader.group("forbidden") { Page(&$0) }
    notFound = reader.group("notFound") { Page(&$0) }
    methodNotAllowed = reader.group("methodNotAllowed") { Page(&$0) }
    requestTimeout = reader.group("requestTimeout") { Page(&$0) }
    contentTooLarge = reader.group("contentTooLarge") { Page(&$0) }
    contentTooLargeFor = reader.phrase("contentTooLargeFor", "size")
    uriTooLong = reader.group("uriTooLong") { Page(&$0) }
    unsupportedMediaType = reader.group("unsupportedMediaType") { Page(&$0) }
    misdirectedRequest = reader.group("misdirectedRequest") { Page(&$0) }
    requestHeaderFieldsTooLarge = reader.group("requestHeaderFieldsTooLarge") { Page(&$0) }
    notImplemented = reader.group("notImplemented") { Page(&$0) }
    serviceUnavailable = reader.group("serviceUnavailable") { Page(&$0) }
    httpVersionNotSupported = reader.group("httpVersionNotSupported") { Page(&$0) }
    internalServerError = reader.group("internalServerError") { Page(&$0) }
    requestID = reader.phrase("requestId", "id")
    pageBefore = reader.text("pageBefore")
    tryAgain = reader.text("tryAgain")
    backToForm = reader.text("backToForm")
  }
}
