// swift-tools-version: 6.2
import PackageDescription

// A host that has a server already: SwiftNIO's. Its dependency is its own; this package has none.
let package = Package(
  name: "nio-host",
  dependencies: [
    .package(name: "FormCells", path: "../../.."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
  ],
  targets: [
    .executableTarget(
      name: "nio-host",
      dependencies: [
        .product(name: "FormSite", package: "FormCells"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ])
  ]
)
