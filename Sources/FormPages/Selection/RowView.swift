import FormCells
import Markup

/// One value in a selection view, `Templates/selection/row.html` (features LV18 to LV26).
struct RowView: View {
  enum Control { case radio, checkbox, button }

  let control: Control
  /// The control's form name: which of two lists a box belongs to.
  let name: String
  let id: String
  let value: String
  let label: String
  var description: String?
  var footnote: String?
  var status: String?
  var picture: Picture?
  var isChecked: Bool
  var isDisabled = false

  /// What stands beside the text of an object or contact row (LV24, LV25). It says nothing that the text does not.
  enum Picture {
    /// The address of an image.
    case image(String, isContact: Bool)
    case initials(String)
  }

  private var hasDetails: Bool { description != nil || footnote != nil }

  private var describedBy: String? {
    switch (hasDetails, status != nil) {
    case (false, false): nil
    case (true, false): "\(id)_details"
    case (false, true): "\(id)_status"
    case (true, true): "\(id)_details \(id)_status"
    }
  }

  private var image: String? {
    if case .image(let link, _) = picture { link } else { nil }
  }

  private var initials: String? {
    if case .initials(let initials) = picture { initials } else { nil }
  }

  /// People are round, things are not.
  private var shape: String {
    if case .image(_, isContact: false) = picture { "square" } else { "round" }
  }

  static let slots: [Slot<RowView>] = [
    .flag("isButton") { $0.control == .button },
    .text("type") { $0.control == .radio ? "radio" : "checkbox" },
    .text("name") { $0.name },
    .text("id") { $0.id },
    .text("value") { $0.value },
    .text("label") { $0.label },
    .flag("hasDetails") { $0.hasDetails },
    .optionalText("description") { $0.description },
    .optionalText("footnote") { $0.footnote },
    .optionalText("status") { $0.status },
    .optionalURL("image") { $0.image },
    .optionalText("initials") { $0.initials },
    .text("shape") { $0.shape },
    .flag("isChecked") { $0.isChecked },
    .flag("isDisabled") { $0.isDisabled },
    .optionalText("describedBy") { $0.describedBy },
  ]
}

/// A value list: header, its button, rows (features LV1 to LV4), `Templates/selection/value-list.html`.
struct ValueListView: View {
  struct Button {
    let value: String
    let label: String
  }

  let id: String
  /// Nil: a list without a header, named by the view's prompt.
  let title: String?
  var button: Button?
  var rows: [RowView]
  /// "50 of 10000 shown", and the button for more.
  var more: Button?
  var moreText: String?

  static let slots: [Slot<ValueListView>] = [
    .text("id") { $0.id },
    .optionalText("title") { $0.title },
    .text("labelledBy") { $0.title == nil ? "_prompt" : $0.id },
    .flag("hasButton") { $0.button != nil },
    .text("buttonValue") { $0.button?.value ?? "" },
    .text("buttonLabel") { $0.button?.label ?? "" },
    .list("rows") { $0.rows },
    .flag("hasMore") { $0.more != nil },
    .text("moreValue") { $0.more?.value ?? "" },
    .text("moreLabel") { $0.more?.label ?? "" },
    .optionalText("moreText") { $0.moreText },
  ]
}
