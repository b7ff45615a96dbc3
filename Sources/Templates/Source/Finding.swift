/// A message at a byte of a file not named here.
struct Finding: Error {
  let offset: Int
  let message: String
}
