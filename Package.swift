// swift-tools-version: 6.2

import PackageDescription

/// A library that Apple names, as iOS sources import it.
func apple(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Apple/\(name)")
}

/// A part of the capture engine: knows no `AV…` name.
func engine(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Engine/\(name)")
}

/// One kind of device. Device modules do not know each other.
func devices(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Devices/\(name)")
}

/// A thin Swift module over one C library; it knows nothing of capture.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Libraries/\(name)")
}

/// A module's tests, in the folder that mirrors it.
func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: [.byName(name: module), "TestSupport"] + dependencies,
        path: "Tests/\(module)Tests")
}

let package = Package(
    name: "avcam",
    products: [
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "CoreVideo", targets: ["CoreVideo"]),
        .library(name: "Photos", targets: ["Photos"]),
        .executable(name: "avcam", targets: ["avcam"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Apple's names
        apple("MissingFoundation", ["Locking"]),
        apple("CoreVideo", ["MissingFoundation", "Locking", "CLinux"]),
        apple("CoreMedia", ["CoreVideo", "MissingFoundation", "Locking"]),
        apple(
            "AVFoundation",
            [
                "CoreMedia", "CoreVideo", "MissingFoundation", "Locking", "CaptureEngine", "MediaCoding",
                "SimulatedDevices", "MediaFileDevices", "V4L2Devices", "ALSADevices",
            ]),
        apple(
            "Photos",
            [
                "MissingFoundation", "Locking", "CLinux", .product(name: "GRDB", package: "GRDB.swift"),
            ]),

        // Engine
        engine("CaptureEngine", ["CoreMedia", "CoreVideo", "Locking", "CLinux"]),
        engine("MediaCoding", ["CaptureEngine", "TurboJPEG", "YUV", "FFmpeg", "Locking"]),

        // Devices
        devices("SimulatedDevices", ["CaptureEngine", "Locking"]),
        devices("MediaFileDevices", ["CaptureEngine", "FFmpeg", "TurboJPEG", "YUV", "Locking"]),
        devices("V4L2Devices", ["CaptureEngine", "LinuxVideo", "TurboJPEG", "YUV", "Locking"]),
        devices("ALSADevices", ["CaptureEngine", "ALSA", "Locking"]),

        // Libraries
        library("Locking"),
        library("CLinux"),
        .systemLibrary(
            name: "CTurboJPEG", path: "Sources/Libraries/CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]),
        library("TurboJPEG", ["CTurboJPEG"]),
        .systemLibrary(name: "CYUV", path: "Sources/Libraries/CYUV", providers: [.apt(["libyuv-dev"])]),
        library("YUV", ["CYUV"]),
        library("CFFmpeg"),
        library("FFmpeg", ["CFFmpeg"]),
        library("CLinuxVideo"),
        library("LinuxVideo", ["CLinuxVideo"]),
        .systemLibrary(
            name: "CALSA", path: "Sources/Libraries/CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        library("ALSA", ["CALSA"]),

        // App
        .target(name: "AVCamCore", dependencies: ["AVFoundation", "Photos", "Locking"], path: "Sources/App/AVCamCore"),
        .executableTarget(
            name: "avcam",
            dependencies: ["AVCamCore", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Sources/App/avcam"),

        // Tests
        .target(
            name: "TestSupport", dependencies: ["CoreMedia", "CoreVideo", "CaptureEngine", "Locking"],
            path: "Tests/TestSupport"),
        tests("MissingFoundation"),
        tests("CoreVideo"),
        tests("CoreMedia"),
        tests("CaptureEngine"),
        tests("MediaCoding", ["TurboJPEG", "FFmpeg", "YUV"]),
        tests("AVFoundation", ["SimulatedDevices"]),
        tests("Photos"),
        tests("SimulatedDevices"),
        tests("MediaFileDevices"),
        tests("V4L2Devices", ["LinuxVideo", "TurboJPEG", "YUV", "Locking"]),
        tests("ALSADevices", ["ALSA"]),
        tests("AVCamCore"),
        .testTarget(
            name: "LibrariesTests",
            dependencies: ["Locking", "TurboJPEG", "YUV", "FFmpeg", "LinuxVideo", "ALSA", "TestSupport"],
            path: "Tests/LibrariesTests"),
        .testTarget(
            name: "IntegrationTests", dependencies: ["TestSupport", "SimulatedDevices"], path: "Tests/Integration"),
    ]
)
