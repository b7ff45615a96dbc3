/// A view's slots as the compiler sees them: names to accesses, with the type's name for diagnostics.
@usableFromInline
struct Schema: Sendable {
  let typeName: String
  let slots: [String: Access]
  /// Names that the type declares more than once.
  let duplicates: [String]
  let needs: [Need]

  /// - `further`: what the template needs besides what the view does.
  init<V: View>(_ type: V.Type, needs further: [Need] = []) {
    typeName = String(describing: type)
    var slots: [String: Access] = [:]
    var duplicates: [String] = []
    for slot in type.slots {
      if slots[slot.name] == nil { slots[slot.name] = slot.access } else { duplicates.append(slot.name) }
    }
    self.slots = slots
    self.duplicates = duplicates
    needs = type.needs + further
  }

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
