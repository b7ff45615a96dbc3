// swift-tools-version: 6.2
import PackageDescription

// Hosts that already have a server. Only they have these dependencies; the package above has none.
let package = Package(
  name: "hosts",
  dependencies: [
    .package(name: "FormCells", path: "../.."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "nio-host",
      dependencies: [
        .product(name: "FormSite", package: "FormCells"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "nio"),
    .executableTarget(
      name: "hummingbird-host",
      dependencies: [
        .product(name: "FormSite", package: "FormCells"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
      ],
      path: "hummingbird"),
  ]
)
