// swift-tools-version: 6.2
import PackageDescription

/// Every target compiles with the same settings; warnings become errors in `Tests/run`.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A layer of the house. Arrows point down only: a target may import what it names here and nothing else
/// (`Tests/run` builds with `--explicit-target-dependency-import-check error`).
func layer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "FormCells",
  products: [
    .library(name: "HTTPEngine", targets: ["HTTPMessage", "HTTPEngine"]),
    .library(
      name: "FormSite",
      targets: ["HTTPMessage", "OptionTables", "TextAndNumbers", "FormCells", "FormPages", "FormSite"]),
    .executable(name: "formcells", targets: ["formcells"]),
  ],
  targets: [
    // L0: what every layer needs once; C headers, and the start of a program, each imported by one file.
    layer("Support"),
    .target(name: "CEpoll"),
    .target(name: "CSpawn"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // L1: three independent roots; the domain stands on its texts, numbers and option tables.
    layer("HTTPMessage", ["Support"]),
    layer("Markup", ["Support", "CLibXML2"]),
    layer("TextAndNumbers", ["Support"]),
    layer("OptionTables", ["TextAndNumbers", "Support"]),
    layer("FormCells", ["OptionTables", "TextAndNumbers", "Support"]),

    // L2
    layer("HTTPWire", ["HTTPMessage", "Support"]),
    layer("PublicFiles", ["HTTPMessage", "Support", "CZlib"]),
    layer("FormPages", ["FormCells", "Markup", "Support"]),
    layer("FormDesk", ["FormPages", "FormCells", "HTTPMessage", "Support"]),

    // L3: engine and site never see each other.
    layer("HTTPEngine", ["HTTPWire", "HTTPMessage", "CEpoll"]),
    layer(
      "FormSite",
      ["FormDesk", "FormPages", "FormCells", "PublicFiles", "HTTPMessage", "Support", "CSpawn"]),
    layer("Gallery", ["FormDesk", "FormPages", "FormCells", "Markup"]),

    // L4: the composition root and the commands.
    .executableTarget(
      name: "formcells",
      dependencies: [
        "HTTPEngine", "HTTPMessage", "FormSite", "Gallery", "FormDesk", "FormPages", "FormCells", "PublicFiles",
        "Markup", "Support",
      ],
      swiftSettings: settings),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests("SupportTests", ["Support"]),
    tests("HTTPMessageTests", ["HTTPMessage"]),
    tests("MarkupTests", ["Markup", "Support", "TestSupport"], exclude: ["Cases"]),
    tests("HTTPWireTests", ["HTTPWire", "HTTPMessage"], exclude: ["Cases", "Golden"]),
    tests("HTTPEngineTests", ["HTTPEngine", "HTTPWire", "HTTPMessage"]),
    tests("TextAndNumbersTests", ["TextAndNumbers", "Support", "TestSupport"]),
    tests("OptionTablesTests", ["OptionTables", "TextAndNumbers", "Support", "TestSupport"]),
    tests("FormCellsTests", ["FormCells", "Support", "TestSupport"], exclude: ["Definitions"]),
    tests(
      "FormPagesTests", ["FormPages", "Gallery", "FormCells", "Markup", "Support", "TestSupport"],
      exclude: ["Snapshots"]),
    tests("PublicFilesTests", ["PublicFiles", "HTTPMessage", "Support", "TestSupport"]),
    tests("FormDeskTests", ["FormDesk", "FormPages", "FormCells", "HTTPMessage", "Support"]),
    tests(
      "FormSiteTests",
      [
        "FormSite", "FormDesk", "FormPages", "Gallery", "FormCells", "PublicFiles", "Markup", "HTTPMessage", "Support",
        "CSpawn", "TestSupport",
      ],
      exclude: ["Snapshots"]),
    tests("RepositoryTests", ["Gallery", "FormPages", "FormCells", "Support"]),
  ]
)
