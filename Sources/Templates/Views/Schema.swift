/// A view's slots as the compiler sees them: names to accesses, with the type's name for diagnostics.
@usableFromInline
struct Schema: Sendable {
  private let type: Any.Type
  let slots: [String: Access]
  /// Names that the type declares more than once.
  let duplicates: [String]
  let needs: [Need]

  /// - `further`: what the template needs besides what the view does.
  init<V: View>(_ type: V.Type, needs further: [Need] = []) {
    self.type = type
    var slots: [String: Access] = [:]
    var duplicates: [String] = []
    for slot in type.slots {
      if slots[slot.name] == nil { slots[slot.name] = slot.access } else { duplicates.append(slot.name) }
    }
    self.slots = slots
    self.duplicates = duplicates
    needs = type.needs + further
  }

  /// For messages.
  var typeName: String { String(describing: type) }

  /// A schema still to be asked for: a view may contain its own type.
  @usableFromInline
  struct Reference: Sendable {
    let resolve: @Sendable () -> Schema

    @usableFromInline
    init<V: View>(_ type: V.Type) {
      resolve = { Schema(type) }
    }
  }
}
