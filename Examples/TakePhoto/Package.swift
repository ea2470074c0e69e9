// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "TakePhoto",
    dependencies: [.package(name: "avcam", path: "../..")],
    targets: [
        .executableTarget(
            name: "TakePhoto", dependencies: [.product(name: "AVFoundation", package: "avcam")])
    ]
)
