import Templates

/// `Templates/device.html`: the page "This Device", the same page after clearing, and the offline page, which the
/// browser shows for a page that it cannot fetch. Scripts fill in the lists.
struct DeviceView: View {
  let words: Words
  let page: Pages.DevicePage
  let home: String
  /// The address that "Clear This Device" posts to.
  let action: String

  private var offline: OfflineWords { words.offline }

  var title: String {
    switch page {
    case .offline: offline.title
    case .kept: offline.device
    case .cleared: offline.cleared
    }
  }

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("text", or: "nothing would say what the page is about"),
    .attribute("action", "action", where: "offersClearing", or: "nobody could clear the device"),
  ]

  static let slots: [Slot<DeviceView>] = [
    .url("home") { $0.home },
    .text("homeWord") { $0.words[.forms] },
    .text("title") { $0.title },
    .text("text") { view in
      switch view.page {
      case .offline: view.offline.text
      case .kept: view.offline.deviceText
      case .cleared: view.offline.clearedText
      }
    },
    .flag("offersTrying") { $0.page == .offline },
    .text("tryAgain") { $0.words.errors.tryAgain },
    .flag("offersClearing") { $0.page == .kept },
    .url("action") { $0.action },
    .text("kept") { $0.offline.kept },
    .text("noneKept") { $0.offline.noneKept },
    .text("unsentTitle") { $0.offline.unsentTitle },
    .text("refused") { $0.offline.refused("{form}") },
    .text("remove") { $0.words[.remove] },
    .text("removed") { $0.words.itemRemoved("{label}") },
    .text("undo") { $0.words[.undo] },
    .text("notSent") { $0.words.availability.notSent },
    .text("clear") { $0.offline.clear },
    .text("clearText") { $0.offline.clearText },
    .text("alsoUnsent") { $0.offline.alsoUnsent("{count}") },
  ]
}

extension Pages {
  /// The three pages of `Templates/device.html`.
  package enum DevicePage: Sendable {
    case offline, kept, cleared
  }

  /// - Parameter action: the address that "Clear This Device" posts to.
  package func device(
    _ page: DevicePage, home: String, action: String, words: Words, assets: PageAssets, viewport: ViewportClass
  ) -> [UInt8] {
    let view = DeviceView(words: words, page: page, home: home, action: action)
    return finish(
      device.fragment(view), title: view.title,
      in: DocumentContext(language: words.language, words: words, assets: assets), viewport: viewport)
  }
}
