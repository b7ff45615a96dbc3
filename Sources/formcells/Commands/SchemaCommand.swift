import FormCells

/// `formcells schema`: the JSON Schema of the definition format, for editors and validators.
struct SchemaCommand {
  init(_ arguments: Arguments) throws(UsageError) { try arguments.refuseArgument() }

  func run() throws(Failure) { try Terminal.print(FormSchema.json) }
}
