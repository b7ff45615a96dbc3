import HTTPCore
import Support
import TestSupport
import Testing

@testable import Assets

/// How the files under `Public` are read and served.
@Suite("Assets")
struct AssetTests {
  /// The assets of a folder with these files.
  /// - `files`: texts by path.
  private func assets(_ files: [String: String], inlining inlined: [String] = []) throws -> Assets {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var folders: Set<Substring> = []
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      for end in name.indices where name[end] == "/" && folders.insert(name[..<end]).inserted {
        folder.makeFolder(String(name[..<end]))
      }
      folder.write(name, Array(text.utf8))
    }
    return try Assets(directory: folder.path, inlining: inlined, prefix: "/assets/")
  }

  /// The name under which a file is served, without the prefix `/assets/`.
  private func name(of file: String, in assets: Assets) throws -> String {
    String(try assets.link(to: file).dropFirst("/assets/".count))
  }

  private func text(of file: String, in assets: Assets) throws -> String {
    let asset = try #require(assets[try name(of: file, in: assets)])
    return String(decoding: asset.response(to: Fields()).body, as: UTF8.self)
  }

  /// The mistakes in these files, without the folder's name.
  private func error(_ files: [String: String]) -> String? {
    do {
      _ = try assets(files)
      return nil
    } catch let error as Diagnostic {
      return String(error.description.drop { $0 != "/" }.dropFirst("/tmp/formcells-test-XXXXXX/".count))
    } catch {
      return "\(error)"
    }
  }

  @Test("a generated file is made once, when it or its address is first asked for")
  func made() throws {
    let calls = Calls()
    let assets = try assets(["a.txt": "a"]).adding([
      "parts/de.txt": {
        calls.count.withLock { $0 += 1 }
        return Array("Teile".utf8)
      }
    ])
    #expect(assets.missing("parts/de.txt") == nil && assets.address(of: "a.txt") != nil)
    #expect(assets["parts/fr.0123456789abcdef.txt"] == nil && assets["a.txt"] == nil)
    #expect(calls.count.withLock { $0 } == 0)
    #expect(assets["parts/de.0123456789abcdef.txt"] == nil)
    #expect(try text(of: "parts/de.txt", in: assets) == "Teile")
    #expect(calls.count.withLock { $0 } == 1)
  }

  @Test("a module is joined with its imports, and refers to later modules relative to itself")
  func imports() throws {
    let files = [
      "js/main.mjs": """
      import { b, c } from "./modules/b.mjs";
      import { title } from "./side.mjs";
      export const start = b + c;
      addEventListener("x", () => import("./modules/late.mjs"));

      """,
      "js/side.mjs": "export const title = \"./modules/b.mjs\";\n",
      "js/modules/late.mjs": """
      import { title } from "../side.mjs";
      export default class Late {
        show() { document.title = title; }
      }

      """,
      "js/modules/b.mjs": """
      import { title } from "../side.mjs";
      export const b = title;
      export async function c() {
        const title = 1;
      }

      """,
    ]
    let assets = try assets(files)
    #expect(
      try text(of: "js/modules/late.mjs", in: assets) == """
        const title = "./modules/b.mjs";
        export default class Late {
        show() { document.title = title; }
        }

        """)
    #expect(
      try text(of: "js/main.mjs", in: assets) == """
        const title = "./modules/b.mjs";
        const b = title;
        async function c() {
        const title = 1;
        }
        export const start = b + c;
        addEventListener("x", () => import("./\(try name(of: "js/modules/late.mjs", in: assets).dropFirst("js/".count))"));

        """)
    #expect(throws: Diagnostic.self, "nothing asks for it") { try assets.link(to: "js/side.mjs") }
    let main = try #require(assets[try name(of: "js/main.mjs", in: assets)])
    #expect(main.response(to: Fields()).fields[.contentType] == "text/javascript; charset=utf-8")
  }

  @Test("inlined style sheets and modules have addresses that begin at the site's root")
  func inlined() throws {
    let files = [
      "css/a.css": "@import \"b.css\"; p { color: red }", "css/b.css": "i { fill: url(\"data:,</svg>\") }",
      "js/a.mjs": "import { b } from \"./b.mjs\";\nb(() => import(\"./late/c.mjs\"));\n",
      "js/b.mjs": "export function b(f) { f(); }\n", "js/late/c.mjs": "export const c = 1;\n",
    ]
    let assets = try assets(files, inlining: ["css/a.css", "js/a.mjs"])
    let style = try #require(assets.text(of: "css/a.css"))
    #expect(try String(decoding: style, as: UTF8.self) == text(of: "css/a.css", in: assets))
    let script = String(decoding: try #require(assets.text(of: "js/a.mjs")), as: UTF8.self)
    let late = try assets.link(to: "js/late/c.mjs")
    #expect(script.contains("import(\"\0\(late)\")"))
    #expect(script.contains("function b(f)"))
    #expect(assets.text(of: "js/late/c.mjs") == nil, "nobody asked for it")
  }

  @Test(
    "a file that would end its element, or depends on its own address, is not inlined",
    arguments: [
      ("a.css", "p { content: \"</StYle>\" }"), ("a.css", "p { background: url(\"b.svg\") }"),
      ("a.mjs", "f(\"</SCRIPT>\");"), ("a.mjs", "f(\"<!--\");"), ("a.mjs", "f(import.meta.url);"),
    ])
  func notInlined(_ file: String, _ source: String) throws {
    #expect(try assets([file: source, "b.svg": "<svg/>"], inlining: [file]).text(of: file) == nil)
    #expect(try assets([file: "a", "b.svg": "<svg/>"], inlining: [file]).text(of: file)?.first == UInt8(ascii: "a"))
  }

  @Test("a custom file replaces the built-in one, wherever that is named")
  func overrides() throws {
    let (own, builtIn) = (try TemporaryFolder(), try TemporaryFolder())
    defer { for folder in [own, builtIn] { folder.remove() } }
    builtIn.makeFolder("css")
    builtIn.write("css/site.css", Array("@import \"a.css\";@import \"b.css\";".utf8))
    builtIn.write("css/a.css", Array("a{b:url(\"../x.svg\")}".utf8))
    builtIn.write("css/b.css", Array("b{}".utf8))
    builtIn.write("x.svg", Array("<svg/>".utf8))
    own.makeFolder("css")
    own.write("css/b.css", Array("own{c:url(own.svg)}".utf8))
    own.write("css/own.svg", Array("<svg>own</svg>".utf8))
    own.write("x.svg", Array("<svg>x</svg>".utf8))
    let assets = try Assets(directory: own.path, builtIn: builtIn.path, prefix: "/assets/")
    let (x, svg) = (try name(of: "x.svg", in: assets), try name(of: "css/own.svg", in: assets))
    #expect(
      try text(of: "css/site.css", in: assets)
        == "a{b:url(\"../\(x)\")}own{c:url(\"./\(svg.dropFirst("css/".count))\")}")
    #expect(try text(of: "x.svg", in: assets) == "<svg>x</svg>")
    #expect(Assets.mistakes(in: own.path, builtIn: builtIn.path, needed: ["css/site.css", "x.svg"]).isEmpty)
    #expect(Assets.mistakes(in: own.path, needed: ["css/site.css"]).count == 1)
    #expect(Assets.missing("csss/own.svg", in: own.path)?.hasSuffix("did you mean “css/own.svg”?") == true)
    #expect(Assets.missing("css/site.css", in: own.path, builtIn: builtIn.path) == nil)
  }

  @Test("a reference from one file to another resolves to the other's path")
  func references() {
    let places = ["a.mjs", "js/a.mjs", "js/b/a.mjs", "js/b/c/a.mjs", "css/a.css", "x/b/a.mjs"]
    for from in places {
      for target in places {
        let reference = AssetPath.reference(to: target, from: from)
        #expect(AssetPath.resolve(reference, from: from) == target, "\(reference) from \(from)")
        #expect(reference.hasPrefix("./") || reference.hasPrefix("../"))
      }
    }
  }

  @Test("a change in a module changes its name and the names of all modules that lead to it, but no others")
  func hashes() throws {
    var files = [
      "main.mjs": "import { b } from \"./a.mjs\";\n", "other.mjs": "export const c = 1;\n",
      "a.mjs": "export const b = () => import(\"./b.mjs\");\n", "b.mjs": "export const b = 1;\n",
    ]
    let before = try assets(files)
    files["b.mjs"] = "export const b = 2;\n"
    let after = try assets(files)
    for (file, changes) in [("main.mjs", true), ("b.mjs", true), ("other.mjs", false)] {
      #expect((try before.link(to: file) != after.link(to: file)) == changes, "\(file)")
    }
    files["b.mjs"] = "// For developers.\n\nexport const b = 2;\n"
    #expect(try assets(files).link(to: "main.mjs") == after.link(to: "main.mjs"), "what is not served does not count")
  }

  @Test("an import that names nothing, and circular imports, are errors with their position")
  func wrongImports() throws {
    #expect(
      error(["js/a.mjs": "\nimport { b } from \"./b.mjs\";\n"])
        == "js/a.mjs:2:20: error: \"./b.mjs\" names no file; paths are relative to this file's folder")
    for specifier in ["lit", "/js/b.mjs", "https://cdn.example/b.mjs", "../../b.mjs", "./", "./js/b.mjs", ".//b.mjs"] {
      let found = error(["js/a.mjs": "import(\"\(specifier)\");", "js/b.mjs": ""])
      #expect(found?.hasPrefix("js/a.mjs:1:9: error: \"\(specifier)\" names no file") == true, "\(specifier)")
    }
    let b = "export const b = 1;\nconst hidden = 2;\n"
    #expect(error(["js/a.mjs": "import { b } from \"./b.mjs\";", "js/b.mjs": b]) == nil)
    #expect(
      error(["js/a.mjs": "import { hidden } from \"./b.mjs\";", "js/b.mjs": b])
        == "js/a.mjs:1:25: error: js/b.mjs exports no `hidden`")
    #expect(
      error([
        "a.mjs": "import { b } from \"./b.mjs\";", "b.mjs": "import { c } from \"./c.mjs\";\nexport const b = 1;",
        "c.mjs": "1;\nimport { a } from \"./a.mjs\";",
      ]) == "c.mjs:2:20: error: modules import each other in a circle: a.mjs, b.mjs, c.mjs, a.mjs")
    #expect(
      error(["a.mjs": "import(\"./a.mjs\");"])
        == "a.mjs:1:9: error: modules import each other in a circle: a.mjs, a.mjs")
  }

  @Test(
    "imports and exports that cannot be joined are errors",
    arguments: [
      "import \"./b.mjs\";", "import b from \"./b.mjs\";", "import * as b from \"./b.mjs\";",
      "import { b as c } from \"./b.mjs\";", "import {\n  b,\n} from \"./b.mjs\";", "  import { b } from \"./b.mjs\";",
      "import { b } from \"./b.mjs\"; run();", "export { b } from \"./b.mjs\";", "export * from \"./b.mjs\";",
    ])
  func unjoinable(_ text: String) {
    let found = error(["a.mjs": text, "b.mjs": "export const b = 1;\n"])
    #expect(found?.contains("write `import { name } from \"./file.mjs\";` on a separate line") == true)
  }

  @Test("names that two joined files declare, and exports without a declaration, are errors with their position")
  func names() {
    let a = "import { b } from \"./b.mjs\";\nfunction f() {}\n"
    #expect(
      error(["a.mjs": a, "b.mjs": "export const b = 1;\nconst f = 2;\n"])
        == "a.mjs:2:1: error: b.mjs declares `f` too, and both become one file: rename one")
    #expect(error(["a.mjs": a, "b.mjs": "export const b = () => {\n  const f = 2;\n};\n"]) == nil)
    #expect(
      error(["a.mjs": "const a = 1;\nexport { a };\n"])
        == "a.mjs:2:1: error: export a declaration, such as `export function name() {`")
    #expect(
      error(["a.mjs": "const a = 1;\n  export { a };\n"])
        == "a.mjs:2:3: error: export a declaration, such as `export function name() {`")
    #expect(
      error(["a.mjs": "const a = 1;\nexport default class {}\nexport { a };\n"])
        == "a.mjs:3:1: error: export a declaration, such as `export function name() {`")
    #expect(
      error(["a.mjs": a, "b.mjs": "export default class b {}\n"])
        == "b.mjs:1:1: error: a.mjs imports this file, and can only import what has a name: `export class Name {`")
  }

  @Test("a module is served without full-line comments, indentation and blank lines")
  func strippedModule() throws {
    let source = """
      /**
       * For developers: don't `quote`.
       */
      export class Sheet { // stays

        /* one */ /* two */ open(a, b) {
          // "gone"
          return /[/"'`]/.test(a) ? `${a + `-${b}`} // ${{ c: "}" }.c}` : a / b / 2; /* stays */
        }\t\r
      }
      """
    let served = """
      export class Sheet { // stays
      open(a, b) {
      return /[/"'`]/.test(a) ? `${a + `-${b}`} // ${{ c: "}" }.c}` : a / b / 2; /* stays */
      }
      }

      """
    #expect(try text(of: "a.mjs", in: assets(["a.mjs": source])) == served)
    #expect(try text(of: "a.mjs", in: assets(["a.mjs": "\n // nothing\n"])) == "")
    let division = "let n = i++ / 2; // it's\nlet m = (n) / a[1] / f() / 2; // `\n"
    #expect(try text(of: "a.mjs", in: assets(["a.mjs": division])) == division)
  }

  @Test("a directive in the first line of a module stays first after joining")
  func engineLine() throws {
    let files = [
      "a.mjs": "//# allFunctionsCalledOnLoad\r\n// Not served.\nimport { b } from \"./b.mjs\";\nb();\n",
      "b.mjs": "//# is said by a\nexport function b() {}\n//# sourceMappingURL=x\n",
    ]
    #expect(try text(of: "a.mjs", in: assets(files)) == "//# allFunctionsCalledOnLoad\r\nfunction b() {}\nb();\n")
  }

  @Test(
    "a module in which a line begins inside a literal or a comment is refused with its position",
    arguments: [
      ("let a = `one\n  two`;", "1:9: error: a template literal"), ("`a` + `\n`", "1:7: error: a template literal"),
      ("`a \\`\n`", "1:1: error: a template literal"), ("'`' + `\n`", "1:7: error: a template literal"),
      ("\n `${a}${\nb}`", "2:2: error: a template literal"), ("f(`${a // b\n}`)", "1:3: error: a template literal"),
      ("let a = \"one \\\n  two\";", "1:9: error: a string"), ("let a = 'one", "1:9: error: a string"),
      ("a(); /* one\n two */", "1:6: error: a block comment"), ("/* one\n *", "1:1: error: this comment does not end"),
      ("let a = /one", "1:9: error: a regular expression"),
    ])
  func refusedModule(_ source: String, _ expected: String) {
    let found = error(["a.mjs": source])
    #expect(found?.hasPrefix("a.mjs:\(expected)") == true, "\(found ?? "no error")")
  }

  @Test(
    "a style sheet is served without comments and unnecessary blanks",
    arguments: [
      ("/* one */\n.a ,\n.b > .c {\n  color : red ;\n  margin: 0 auto;\n}\n", ".a,.b > .c{color :red;margin:0 auto}"),
      (".a :hover, .a:hover .b {}", ".a :hover,.a:hover .b{}"), ("a/**/.b c/**/{}", "a/**/.b c{}"),
      (".a /* x */ .b/* x */ .c { d: e/* x */; }", ".a .b .c{d:e}"),
      ("a { width: calc( 1px  +  2px * (3 - 1) ) ; }", "a{width:calc( 1px + 2px * (3 - 1) )}"),
      ("a { --x: ; --y: a , b;--z:  }", "a{--x: ;--y:a,b;--z: }"), ("a{--x:;}", "a{--x:}"),
      ("a{;; b:c; /* d */ ;;}\n;e\\;;{}", "a{;b:c};e\\;;{}"),
      ("a::before { content: \" { : /* \\\" ; } \" ; }", "a::before{content:\" { : /* \\\" ; } \"}"),
      ("a { content: '\\\n x' }", "a{content:'\\\n x'}"),
      ("a { b: URL( data:;b{c }.png\\) ) , url( \"#, \" ) }", "a{b:URL( data:;b{c }.png\\) ),url( \"#, \" )}"),
      (".a\\:\\, b, .\\26  .c, .\\00002 6 {}", ".a\\:\\, b,.\\26  .c,.\\00002 6{}"),
      (
        "@media (width >= 600px) and (height < 22rem) {\n a { b: c !important }\n}",
        "@media (width >= 600px) and (height < 22rem){a{b:c !important}}"
      ),
      ("@layer a , b;\n\na[data-x=\"b, c\"] + d ~ e {\n}\n", "@layer a,b;a[data-x=\"b, c\"] + d ~ e{}"),
      ("a {\n  grid: \"a b\"\n  \"c d\";\n  font: 100%/1.5 x, y\n}", "a{grid:\"a b\" \"c d\";font:100%/1.5 x,y}"),
      ("@charset \"utf-8\";", "@charset \"utf-8\";"), ("", ""),
    ])
  func strippedStyleSheet(_ source: String, _ expected: String) throws {
    #expect(try text(of: "a.css", in: assets(["a.css": source])) == expected)
  }

  @Test("a style sheet's imports are replaced by their contents, in place")
  func styleSheetImports() throws {
    let files = [
      "site.css": "@layer a, b;\n@import \"parts/a.css\";\n/* b */ @import 'b.css' ;\nc { d: e }",
      "parts/a.css": "@import \"../base.css\";\na { b: c; }\n", "b.css": "@layer b", "base.css": "/* nothing */",
    ]
    #expect(try text(of: "site.css", in: assets(files)) == "@layer a,b;a{b:c}@layer b;c{d:e}")
  }

  @Test("a style sheet is split where it says so, and each part can be imported separately")
  func styleSheetParts() throws {
    let files = [
      "site.css": "@import \"a.css\"; @import \"b.css\";",
      "later.css": "@import \"a.css\" later; @import \"b.css\"  later ;",
      "a.css": "a { b: c }\n/* Later. */\nd { e: f }\n", "b.css": "g { h: i }",
    ]
    #expect(try text(of: "site.css", in: assets(files)) == "a{b:c}g{h:i}")
    #expect(try text(of: "later.css", in: assets(files)) == "d{e:f}")
    #expect(try text(of: "a.css", in: assets(files)) == "a{b:c}d{e:f}")
  }

  @Test("an address in a style sheet becomes the served address of its file")
  func styleSheetAddresses() throws {
    let source = "a{b:url(../img/x.svg#y)}c{d:url( 'y.png' ) no-repeat}e{f:url(data:,)}"
    let assets = try assets(["css/site.css": source, "img/x.svg": "<svg/>", "css/y.png": "y"])
    let (drawing, picture) = (try name(of: "img/x.svg", in: assets), try name(of: "css/y.png", in: assets))
    #expect(
      try text(of: "css/site.css", in: assets)
        == "a{b:url(\"../\(drawing)#y\")}c{d:url(\"./\(picture.dropFirst("css/".count))\") no-repeat}e{f:url(data:,)}")
  }

  @Test(
    "an invalid style sheet is refused with the position of the mistake",
    arguments: [
      ("a {", "1:3: error: this block does not end"), ("a {}\n }", "2:2: error: this ends no block"),
      ("a{} /* b", "1:5: error: this comment does not end"), ("a{b:\"c\n\"}", "1:5: error: this string"),
      ("a{b:url(c}", "1:5: error: this address"), ("@import url(b.css);", "1:1: error: only @import"),
      ("@import \"b.css\" screen;", "1:1: error: only @import"),
      ("\n@import \"a.css\";", "2:9: error: imports itself: a"),
      ("@import \"../b.css\";", "1:9: error: this names no file"),
      ("a{b:url(logo.svg)}", "1:9: error: there is no file “logo.svg” beside this one"),
      ("a{b:url( \"A.css\" )}", "1:10: error: there is no file “A.css” beside this one"),
      ("a{b:url(//x.org/a.png)}", "1:9: error: browsers refuse this address"),
      ("a{b:url('https://x.org/a.png')}", "1:9: error: browsers refuse this address"),
    ])
  func refusedStyleSheet(_ source: String, _ expected: String) {
    let found = error(["a.css": source])
    #expect(found?.hasPrefix("a.css:\(expected)") == true, "\(found ?? "no error")")
  }

  @Test("other files are served unchanged")
  func others() throws {
    let assets = try assets(["a.svg": "<svg>\n  <!-- a -->\n</svg>\n", "b.js": "// b\n", ".hidden": "c"])
    #expect(try text(of: "a.svg", in: assets) == "<svg>\n  <!-- a -->\n</svg>\n")
    #expect(try text(of: "b.js", in: assets) == "// b\n")
    #expect(throws: Diagnostic.self) { try assets.link(to: ".hidden") }
  }
}

private final class Calls: Sendable {
  let count = Lock(0)
}
