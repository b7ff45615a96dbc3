/// Names of types and keys in other form systems. Authors who write them from habit get the right name as advice.
enum EverydayNames {
  /// The advice for the name of a type, with the keys that it needs; `nil` if unknown.
  static func type(_ name: String) -> String? { types[plain(name)] }

  /// The keys that a name may mean, the likeliest first; empty if unknown.
  static func keys(_ name: String) -> [String] { keys[plain(name)] ?? [] }

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private static let types: [String: String] = {
    let rows: [([String], String)] = [
      (["string", "input", "textfield", "textinput", "textbox", "shorttext", "line", "singleline"], "write \"text\""),
      (["email", "mail"], "write \"type\": \"text\" with \"format\": \"email\""),
      (["url", "uri", "link", "website"], "write \"type\": \"text\" with \"format\": \"url\""),
      (["tel", "phone", "telephone", "mobile"], "write \"type\": \"text\" with \"format\": \"tel\""),
      (["integer", "int", "long"], "write \"number\", or \"text\" with \"format\": \"integer\""),
      (["decimal", "float", "double", "real", "numeric"], "write \"number\" with \"decimals\""),
      (["stars", "starrating", "likert", "nps", "score", "opinionscale", "linearscale"], "write \"rating\""),
      (["range"], "write \"slider\", \"date-range\" for days"),
      (["stepper", "spinner", "quantity", "counter"], "write \"number\""),
      (["grid", "matrixgrid", "radiogrid", "likertscale", "table", "survey", "surveygrid"], "write \"matrix\""),
      (["barcode", "qrcode", "qr", "scanner"], "write \"type\": \"text\" with \"scan\": true"),
      (["pin", "secret", "passcode"], "write \"password\""),
      (["money", "amount", "price", "cost"], "write \"type\": \"currency\" with the key \"currency\""),
      (["textarea", "multiline", "longtext", "memo", "comment", "comments"], "write \"note\""),
      (
        ["checkbox", "boolean", "bool", "toggle", "yesno", "flag", "consent"],
        "one box is a \"switch\"; several are a \"checkbox-group\""
      ),
      (
        ["checkboxes", "checkboxgroup", "checklist", "multiselect", "multiplechoice", "multichoice", "tags", "chips"],
        "write \"checkbox-group\", or \"type\": \"list-picker\" with \"selection\": \"multiple\" for many options"
      ),
      (
        ["dropdown", "combobox", "combo", "droplist", "selectbox", "choice", "enum"],
        "write \"select\", or \"list-picker\" for a list to search in"
      ),
      (["radio", "radios", "radiobutton", "radiobuttons", "radiobox"], "write \"radio-group\""),
      (
        ["picker", "list", "lookup", "autocomplete", "typeahead", "search", "reference", "datalist"],
        "write \"list-picker\""
      ),
      (["datepicker", "calendar", "day", "birthday"], "write \"date\""),
      (["timepicker", "hour", "clock"], "write \"time\""),
      (["datetime", "datetimelocal", "timestamp", "datetimepicker"], "write \"date-time\""),
      (["timespan", "elapsed", "hours", "minutes"], "write \"duration\""),
      (["daterange", "period", "daterangepicker", "datespan"], "write \"date-range\""),
      (["sort", "sorting", "order", "ordering", "rank", "ranking", "sortable"], "write \"order-picker\""),
      (
        ["file", "files", "upload", "fileupload", "image", "photo", "picture", "attachments", "document", "camera"],
        "write \"attachment\"; a code in a photo can be read by \"type\": \"text\" with \"scan\": true"
      ),
      (
        ["signature", "signaturepad"],
        "nothing is drawn on a form; a picture of it can be added to an \"attachment\""
      ),
      (
        [
          "html", "static", "statictext", "info", "infotext", "paragraph", "markdown", "richtext", "display", "label",
          "disclaimer", "notice", "callout", "alert", "details", "accordion",
        ],
        "write \"content\" with its \"text\""
      ),
      (
        ["heading", "header", "title", "divider", "separator"],
        "write a section's \"title\"; a text among the cells is a \"content\""
      ),
      (
        ["section", "group", "fieldset", "panel", "page", "step", "tab", "container", "row", "column"],
        "cells cannot be nested: write another element of \"sections\""
      ),
      (["submit", "button", "reset", "action"], "buttons are not cells: the form's key \"submit\" names its button"),
      (
        ["hidden"],
        "write \"type\": \"text\" with \"readOnly\": true and its \"value\": that is recorded, and shown; what nobody is to see "
          + "does not belong on a page"
      ),
    ]
    return Dictionary(uniqueKeysWithValues: rows.flatMap { names, meant in names.map { ($0, meant) } })
  }()

  private static let keys: [String: [String]] = {
    let rows: [([String], [String])] = [
      (["name", "key", "field", "identifier"], ["id", "label", "title"]),
      (["caption", "text", "question", "displayname", "prompt"], ["label", "title"]),
      (["title", "heading", "header", "legend"], ["title", "label"]),
      (["label"], ["label", "title"]),
      (["kind", "widget", "control", "component", "inputtype", "fieldtype"], ["type"]),
      (
        ["hint", "help", "helptext", "helpertext", "tooltip", "description", "info", "instructions"],
        ["helper", "description", "footer"]
      ),
      (["mandatory", "isrequired", "obligatory", "notnull", "optional"], ["required"]),
      (["default", "defaultvalue", "initial", "initialvalue", "selected", "checked"], ["value"]),
      (["min", "minvalue", "minimumvalue", "from", "lowerbound", "minitems"], ["minimum", "minLength"]),
      (["max", "maxvalue", "maximumvalue", "to", "upperbound", "maxitems"], ["maximum", "maxLength"]),
      (["length", "size", "maxlen", "maxcharacters", "maxchars", "limit"], ["maxLength"]),
      (["regex", "regexp", "validation", "validate", "mask", "expression"], ["pattern"]),
      (
        ["choices", "values", "items", "enum", "entries", "data", "list", "rows"], ["options", "minLines", "criteria"]
      ),
      (["multiple", "multi", "multiselect", "allowmultiple", "many"], ["selection"]),
      (["src", "datasource", "url", "path", "csv", "optionsfile"], ["source", "file"]),
      (
        [
          "visible", "visibleif", "showif", "showwhen", "displayif", "condition", "conditions", "dependson", "hidden",
          "if",
        ],
        ["visibleWhen"]
      ),
      (["requiredif"], ["requiredWhen"]), (["readonlyif", "lockedif"], ["readOnlyWhen"]),
      (["locked", "editable"], ["readOnly"]), (["enabled", "inactive"], ["disabled"]),
      (["error", "errors", "errormessage", "errormessages", "message"], ["messages"]),
      (["units"], ["unit"]), (["precision", "digits", "scale"], ["decimals"]),
      (["fields", "questions", "cells", "elements", "controls", "inputs", "components"], ["cells", "sections"]),
      (["pages", "steps", "groups"], ["sections"]),
      (["language", "lang"], ["locale"]), (["button", "submitlabel", "submittext", "submitbutton"], ["submit"]),
    ]
    return Dictionary(uniqueKeysWithValues: rows.flatMap { names, meant in names.map { ($0, meant) } })
  }()
}
