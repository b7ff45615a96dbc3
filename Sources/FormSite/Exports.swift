// The values of a submission are JSON: whoever takes submissions sees what that is.
@_exported public import enum Support.JSONValue
// Hosts tell who visits.
@_exported public import struct FormController.VisitorContext
