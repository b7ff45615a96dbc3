// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "my-forms",
  dependencies: [.package(name: "FormCells", path: "../formcells")],
  targets: [
    .executableTarget(
      name: "my-forms",
      dependencies: [
        .product(name: "FormSite", package: "FormCells"), .product(name: "HTTPServer", package: "FormCells"),
      ])
  ]
)
