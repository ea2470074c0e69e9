// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "WatchCamera",
    dependencies: [.package(name: "avcam", path: "../..")],
    targets: [
        .executableTarget(
            name: "WatchCamera", dependencies: [.product(name: "AVFoundation", package: "avcam")]),
        .testTarget(
            name: "WatchCameraTests",
            dependencies: ["WatchCamera", .product(name: "SimulatedPhone", package: "avcam")]),
    ]
)
