import HTTPMessage
import TestSupport
import Testing

@testable import FormSite

/// What is under `Public` and what is served of it.
@Suite("Assets")
struct AssetTests {
  /// A folder with these files, read; what is served under which name, by the file's path.
  private func assets(_ files: [String: String]) throws -> Assets {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var folders: Set<Substring> = []
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      for end in name.indices where name[end] == "/" && folders.insert(name[..<end]).inserted {
        folder.makeFolder(String(name[..<end]))
      }
      folder.write(name, Array(text.utf8))
    }
    return try Assets(directory: folder.path)
  }

  /// The name that a file is served under, in its folder.
  private func name(of file: String, in assets: Assets) throws -> String {
    String(try assets.link(to: file).dropFirst("/assets/".count))
  }

  private func text(of file: String, in assets: Assets) throws -> String {
    let asset = try #require(assets[try name(of: file, in: assets)])
    return String(decoding: asset.response(to: Fields()).body, as: UTF8.self)
  }

  /// What is wrong with these files, without the folder's name.
  private func error(_ files: [String: String]) -> String? {
    do {
      _ = try assets(files)
      return nil
    } catch let error as AssetError {
      return String(error.description.drop { $0 != "/" }.dropFirst("/tmp/formcells-test-XXXXXX/".count))
    } catch {
      return "\(error)"
    }
  }

  @Test("a module names the modules that it imports as they are served")
  func imports() throws {
    let files = [
      "js/main.mjs": """
      import "./side.mjs";
      import { a } from './modules/a.mjs';
      import {
        b,
      } from
        "./modules/b.mjs";
      export * from "./side.mjs";
      addEventListener("x", () => import("./modules/a.mjs"));

      """,
      "js/side.mjs": "document.title = \"./modules/a.mjs\";\n",
      "js/modules/a.mjs": "import \"../side.mjs\";\nexport const a = Array.from(\"./b.mjs\");\n",
      "js/modules/b.mjs": "export const b = 1;\n",
    ]
    let assets = try assets(files)
    let side = try name(of: "js/side.mjs", in: assets).dropFirst(3)
    let (a, b) = (try name(of: "js/modules/a.mjs", in: assets), try name(of: "js/modules/b.mjs", in: assets))
    #expect(side.wholeMatch(of: /side\.[0-9a-f]{16}\.mjs/) != nil)
    #expect(
      try text(of: "js/main.mjs", in: assets) == """
        import "./\(side)";
        import { a } from './\(a.dropFirst(3))';
        import {
        b,
        } from
        "./\(b.dropFirst(3))";
        export * from "./\(side)";
        addEventListener("x", () => import("./\(a.dropFirst(3))"));

        """)
    #expect(try text(of: "js/side.mjs", in: assets) == files["js/side.mjs"], "a string that is no import stays")
    #expect(
      try text(of: "js/modules/a.mjs", in: assets)
        == "import \"../\(side)\";\nexport const a = Array.from(\"./b.mjs\");\n")
    #expect(assets[side.description] == nil, "the name has the folder in it")
    let main = try #require(assets[try name(of: "js/main.mjs", in: assets)])
    #expect(main.response(to: Fields()).fields[.contentType] == "text/javascript; charset=utf-8")
  }

  @Test("what changes in a module changes the names of all that lead to it, and of nothing else")
  func hashes() throws {
    var files = [
      "main.mjs": "import \"./a.mjs\";\n", "a.mjs": "import \"./b.mjs\";\n", "b.mjs": "export const b = 1;\n",
      "other.mjs": "export const c = 1;\n",
    ]
    let before = try assets(files)
    files["b.mjs"] = "export const b = 2;\n"
    let after = try assets(files)
    for (file, changes) in [("main.mjs", true), ("a.mjs", true), ("b.mjs", true), ("other.mjs", false)] {
      #expect((try before.link(to: file) != after.link(to: file)) == changes, "\(file)")
    }
    files["b.mjs"] = "// For developers.\n\n  export const b = 2;\n"
    #expect(try assets(files).link(to: "main.mjs") == after.link(to: "main.mjs"), "what is not served does not count")
  }

  @Test("an import that names nothing, and a circle of imports, are errors with their place")
  func wrongImports() throws {
    #expect(
      error(["js/a.mjs": "\nexport { b } from \"./b.mjs\";\n"])
        == "js/a.mjs:2:20: error: \"./b.mjs\" names no file: a relative path has to, from this file's folder")
    for specifier in ["lit", "/js/b.mjs", "https://cdn.example/b.mjs", "../../b.mjs", "./", "./js/b.mjs", ".//b.mjs"] {
      let found = error(["js/a.mjs": "import \"\(specifier)\";", "js/b.mjs": ""])
      #expect(found?.hasPrefix("js/a.mjs:1:9: error: \"\(specifier)\" names no file") == true, "\(specifier)")
    }
    #expect(error(["js/a.mjs": "import \"./b.mjs\";", "js/b.mjs": ""]) == nil)
    #expect(
      error(["a.mjs": "import \"./b.mjs\";", "b.mjs": "import \"./c.mjs\";", "c.mjs": "1;\nimport \"./a.mjs\";"])
        == "c.mjs:2:9: error: modules import each other in a circle: a.mjs, b.mjs, c.mjs, a.mjs")
    #expect(
      error(["a.mjs": "import(\"./a.mjs\");"])
        == "a.mjs:1:9: error: modules import each other in a circle: a.mjs, a.mjs")
  }

  @Test("a module is served without comments that fill lines, indentation and blank lines")
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

  @Test(
    "a module in which a line begins inside a literal or a comment is refused with the place",
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
    "a style sheet is served without what means nothing",
    arguments: [
      ("/* one */\n.a ,\n.b > .c {\n  color : red ;\n  margin: 0 auto;\n}\n", ".a,.b > .c{color :red;margin:0 auto}"),
      (".a :hover, .a:hover .b {}", ".a :hover,.a:hover .b{}"), ("a/**/.b c/**/{}", "a/**/.b c{}"),
      (".a /* x */ .b/* x */ .c { d: e/* x */; }", ".a .b .c{d:e}"),
      ("a { width: calc( 1px  +  2px * (3 - 1) ) ; }", "a{width:calc( 1px + 2px * (3 - 1) )}"),
      ("a { --x: ; --y: a , b;--z:  }", "a{--x: ;--y:a,b;--z: }"), ("a{--x:;}", "a{--x:}"),
      ("a::before { content: \" { : /* \\\" ; } \" ; }", "a::before{content:\" { : /* \\\" ; } \"}"),
      ("a { content: '\\\n x' }", "a{content:'\\\n x'}"),
      ("a { b: URL( a;b{c }.png\\) ) , url( \" , \" ) }", "a{b:URL( a;b{c }.png\\) ),url( \" , \" )}"),
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

  @Test("a style sheet's imports stand in their places")
  func styleSheetImports() throws {
    let files = [
      "site.css": "@layer a, b;\n@import \"parts/a.css\";\n/* b */ @import 'b.css' ;\nc { d: e }",
      "parts/a.css": "@import \"../base.css\";\na { b: c; }\n", "b.css": "@layer b", "base.css": "/* nothing */",
    ]
    #expect(try text(of: "site.css", in: assets(files)) == "@layer a,b;a{b:c}@layer b;c{d:e}")
  }

  @Test(
    "a style sheet that cannot be read to its end is refused with the place",
    arguments: [
      ("a {", "1:3: error: this block does not end"), ("a {}\n }", "2:2: error: this ends no block"),
      ("a{} /* b", "1:5: error: this comment does not end"), ("a{b:\"c\n\"}", "1:5: error: this string"),
      ("a{b:url(c}", "1:5: error: this address"), ("@import url(b.css);", "1:1: error: of imports only"),
      ("@import \"b.css\" screen;", "1:1: error: of imports only"),
      ("\n@import \"a.css\";", "2:9: error: imports itself: a"),
      ("@import \"../b.css\";", "1:9: error: this names no file"),
    ])
  func refusedStyleSheet(_ source: String, _ expected: String) {
    let found = error(["a.css": source])
    #expect(found?.hasPrefix("a.css:\(expected)") == true, "\(found ?? "no error")")
  }

  @Test("other files are served as they are")
  func others() throws {
    let assets = try assets(["a.svg": "<svg>\n  <!-- a -->\n</svg>\n", "b.js": "// b\n", ".hidden": "c"])
    #expect(try text(of: "a.svg", in: assets) == "<svg>\n  <!-- a -->\n</svg>\n")
    #expect(try text(of: "b.js", in: assets) == "// b\n")
    #expect(throws: AssetError.self) { try assets.link(to: ".hidden") }
  }
}
