// swift-tools-version: 6.2
import PackageDescription

/// Every target compiles with the same settings; warnings become errors in `Tests/run`.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A layer of the program. Arrows point down only: a target may import what it names here and nothing else
/// (`Tests/run` builds with `--explicit-target-dependency-import-check error`).
func layer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// One that reads words, templates and files at each start: optimized in debug builds too, since the tests start the program more than
/// a thousand times.
func startLayer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: settings + [.unsafeFlags(["-O"], .when(configuration: .debug))])
}

/// A target that only a build with a trait uses; of system libraries, the headers need not be there without it.
func only(_ name: String, under trait: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: [trait]))
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "FormCells",
  products: [
    .library(name: "HTTPServer", targets: ["HTTPCore", "HTTPServer"]),
    .library(
      name: "FormSite",
      targets: [
        "HTTPCore", "Options", "Localization", "FormCells", "FormPages", "FormSite", "LocalizedErrors",
      ]),
    .library(name: "FormCellsTesting", targets: ["Snapshots", "FormCellsTesting"]),
    .library(name: "ValkeySessions", targets: ["ValkeySessions"]),
    .library(name: "PostgreSQLSubmissions", targets: ["PostgreSQLSubmissions"]),
    .executable(name: "formcells", targets: ["formcells"]),
  ],
  traits: [
    .trait(name: "Valkey", description: "Sessions in Valkey or Redis: links libhiredis."),
    .trait(name: "PostgreSQL", description: "Submissions in PostgreSQL: links libpq."),
    .trait(name: "SQLite", description: "Options from SQLite databases: links libsqlite3."),
  ],
  targets: [
    // L0: what every layer needs once; C headers, and the start of a program, each imported by one file.
    startLayer("Support", ["CChecksum", "CMalloc"]),
    layer("Snapshots"),
    .target(name: "CArguments"),
    .target(name: "CChecksum"),
    .target(name: "CEpoll"),
    .target(name: "CMalloc"),
    .target(name: "CSpawn"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // L1: four independent roots; the domain stands on its texts, numbers and option tables.
    layer("HTTPCore", ["Support"]),
    startLayer("Gzip", ["Support"]),
    layer("Workbook", ["Gzip", "Support"]),
    startLayer("Templates", ["Support", "CLibXML2"]),
    startLayer("Localization", ["Support"]),
    layer("Options", ["Localization", "Support"]),
    layer("FormCells", ["Options", "Localization", "Support"]),

    // L2
    startLayer("Assets", ["HTTPCore", "Gzip", "Support"]),
    layer("FormPages", ["FormCells", "Templates", "Gzip", "Support"]),
    layer("FormController", ["FormPages", "FormCells", "HTTPCore", "Support"]),

    // L3: server and site never see each other.
    layer("HTTPServer", ["HTTPCore", "Support", "CEpoll"]),
    layer(
      "FormSite",
      ["FormController", "FormPages", "FormCells", "Assets", "HTTPCore", "Support", "CSpawn"]),
    layer(
      "LocalizedErrors",
      ["FormSite", "FormController", "FormCells", "Options", "Localization", "Templates", "Support"]),
    layer(
      "Answers",
      [
        "FormSite", "FormController", "FormPages", "FormCells", "Assets", "Templates", "Workbook", "HTTPCore",
        "Support",
      ]),
    layer("SQLiteOptions", ["Options", "Localization", "Support", only("CSQLite", under: "SQLite")]),
    layer("Guidelines", ["FormCells", "Support"]),
    layer("Gallery", ["FormController", "FormPages", "FormCells", "Templates", "Support"]),
    layer("FormCellsTesting", ["FormSite", "FormController", "FormPages", "HTTPCore", "Templates", "Snapshots"]),
    layer("ValkeySessions", ["FormSite", "Support", only("CHiredis", under: "Valkey")]),
    layer("PostgreSQLSubmissions", ["FormSite", "FormCells", "Support", only("CPostgreSQL", under: "PostgreSQL")]),

    // L4: the composition root and the commands.
    .executableTarget(
      name: "formcells",
      dependencies: [
        "HTTPServer", "HTTPCore", "FormSite", "Gallery", "Guidelines", "FormController", "FormPages", "FormCells",
        "Answers", "Options", "Assets", "Templates", "Support", "CArguments",
        only("ValkeySessions", under: "Valkey"), only("PostgreSQLSubmissions", under: "PostgreSQL"),
        only("SQLiteOptions", under: "SQLite"),
      ],
      exclude: ["deliver"],
      swiftSettings: settings,
      // Swift's library within the program: it starts sooner, and counts references without a detour. No library product of the
      // package has this target, so that a host may depend on the package all the same.
      linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),

    .target(
      name: "TestSupport", dependencies: ["Snapshots", "CZlib"], path: "Tests/TestSupport", swiftSettings: settings),
    tests("SupportTests", ["Support", "TestSupport"]),
    tests("TemplatesTests", ["Templates", "Support", "TestSupport"], exclude: ["Cases"]),
    tests("HTTPCoreTests", ["HTTPCore", "Support", "TestSupport"], exclude: ["Cases", "Golden"]),
    tests("HTTPServerTests", ["HTTPServer", "HTTPCore", "Support"]),
    tests("LocalizationTests", ["Localization", "Support", "TestSupport"]),
    tests("OptionsTests", ["Options", "Localization", "Support", "TestSupport"]),
    tests("FormCellsTests", ["FormCells", "Options", "Support", "TestSupport"], exclude: ["Definitions"]),
    tests(
      "GuidelinesTests", ["Guidelines", "Gallery", "FormCells", "Support", "TestSupport"], exclude: ["Definitions"]),
    tests(
      "FormPagesTests", ["FormPages", "Answers", "Gallery", "FormCells", "Templates", "Support", "TestSupport"],
      exclude: ["Snapshots"]),
    tests("GzipTests", ["Gzip", "TestSupport"]),
    tests("WorkbookTests", ["Workbook", "Support", "TestSupport"]),
    tests("AssetsTests", ["Assets", "Gzip", "HTTPCore", "Support", "TestSupport"]),
    tests("FormControllerTests", ["FormController", "FormPages", "FormCells", "HTTPCore", "Support"]),
    tests(
      "FormSiteTests",
      [
        "FormSite", "FormController", "FormPages", "Gallery", "FormCells", "Assets", "Templates", "HTTPCore",
        "Support",
        "CSpawn", "FormCellsTesting", "TestSupport",
      ],
      exclude: ["Snapshots"]),
    tests(
      "AnswersTests", ["Answers", "FormSite", "FormPages", "FormCells", "Templates", "Support", "TestSupport"],
      exclude: ["Snapshots"]),
    // As a host sees the products: nothing that is only for this package.
    .testTarget(
      name: "HostTests",
      dependencies: [
        "FormCellsTesting", "HTTPServer", "FormSite", "FormPages", "FormCells", "HTTPCore", "LocalizedErrors",
        "TestSupport",
      ],
      exclude: ["Forms", "Snapshots"], packageAccess: false, swiftSettings: settings),
    tests("ValkeySessionsTests", ["ValkeySessions", "FormSite"]),
    tests(
      "PostgreSQLSubmissionsTests",
      ["PostgreSQLSubmissions", "TestSupport", only("CPostgreSQL", under: "PostgreSQL")]),
    tests(
      "SQLiteOptionsTests",
      [
        "SQLiteOptions", "Options", "Localization", "Support", "TestSupport", only("CSQLite", under: "SQLite"),
      ]),
    tests("RepositoryTests", ["Gallery", "Guidelines", "FormPages", "FormCells", "Support"]),
  ]
)

// The fuzz targets are a suite that replays their corpus; `Tests/Fuzz/run` builds the same files for libFuzzer.
let fuzzed: [Target.Dependency] = [
  "FormSite", "FormController", "FormPages", "FormCells", "Options", "Localization", "HTTPCore",
  "Assets", "Gzip", "ValkeySessions", "PostgreSQLSubmissions", "Templates", "Support", "TestSupport",
]
if Context.environment["FORMCELLS_FUZZING"] == nil {
  package.targets.append(
    .testTarget(
      name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz", exclude: ["Corpus", "Fuzzer", "run"],
      swiftSettings: settings))
} else {
  package.targets.append(
    .executableTarget(
      name: "Fuzz", dependencies: fuzzed, path: "Tests/Fuzz",
      exclude: ["Corpus", "CorpusTests.swift", "run"],
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}
