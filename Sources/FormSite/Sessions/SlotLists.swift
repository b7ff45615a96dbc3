/// One list of slots by number, the first to go in front.
struct SlotList {
  fileprivate(set) var first: Int32 = -1
  fileprivate(set) var last: Int32 = -1

  var isEmpty: Bool { first < 0 }
}

/// The links of lists of slots, of which a slot stands in one at most: two numbers a slot instead of objects.
struct SlotLists {
  private var links: ContiguousArray<(before: Int32, after: Int32)> = []

  /// Room for the slots up to this number.
  mutating func reserve(upTo slot: Int32) {
    while links.count <= slot { links.append((-1, -1)) }
  }

  func after(_ slot: Int32) -> Int32? {
    let next = links[Int(slot)].after
    return next < 0 ? nil : next
  }

  /// Puts a slot that is in no list to the end.
  mutating func append(_ slot: Int32, to list: inout SlotList) {
    links[Int(slot)] = (list.last, -1)
    if list.last < 0 { list.first = slot } else { links[Int(list.last)].after = slot }
    list.last = slot
  }

  mutating func remove(_ slot: Int32, from list: inout SlotList) {
    let (before, after) = links[Int(slot)]
    if before < 0 { list.first = after } else { links[Int(before)].after = after }
    if after < 0 { list.last = before } else { links[Int(after)].before = before }
    links[Int(slot)] = (-1, -1)
  }

  mutating func moveToEnd(_ slot: Int32, of list: inout SlotList) {
    guard list.last != slot else { return }
    remove(slot, from: &list)
    append(slot, to: &list)
  }
}
