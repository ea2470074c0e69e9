// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// A library with a name of Apple's, as iOS sources import it.
func apple(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Apple/\(name)")
}

/// A part of the capture engine: knows no `AV…` name.
func engine(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Engine/\(name)")
}

/// One kind of device, or what several share. Kinds do not know each other.
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
        path: "Tests/\(module)Tests", swiftSettings: testSettings)
}

/// Tests run once for each build: to optimize them takes longer than it saves. What computes for them is in TestSupport.
let testSettings: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

/// `avcam` has the Swift libraries in itself: to load and relocate them took half of the time of a short command.
/// The modules name only those that they import, and the static ones need others, which need each other.
///
/// The program itself is at a fixed address, as Debian's python3 is, and nobody looks up its symbols: its hundred thousand
/// relocations took a quarter of the time of a short command. Its libraries, stacks and memory are at random addresses.
///
/// libstdc++ and libyuv are linked statically, too, by the linker scripts in `StaticLibraries`: loading them, and libjpeg,
/// which libyuv needs for what is not used, took another quarter. The packages libyuv-dev and libstdc++-12-dev have them.
let swiftInside: [LinkerSetting] = [
    .unsafeFlags(
        ["-static-stdlib", "-L\(Context.packageDirectory)/Sources/App/avcam/StaticLibraries"]
            + ["-Xlinker", "--start-group"]
            + [
                "Foundation", "CoreFoundation", "_FoundationICU", "_FoundationCShims", "_FoundationCollections",
                "FoundationEssentials", "FoundationInternationalization", "swiftSynchronization", "swiftDispatch",
                "dispatch", "BlocksRuntime", "swift_RegexParser", "swift_StringProcessing", "stdc++",
            ].map { "-l\($0)" } + ["-Xlinker", "--end-group"]
            + ["-Xlinker", "--no-export-dynamic", "-Xclang-linker", "-no-pie"],
        .when(configuration: .release))
]

/// What of `Apps/AVCam` no program here is made of, or what is a target of its own.
let forIPhone = ["README.md", "AVCam.xcodeproj", "Configuration", "Screens", "iPhone"]

let package = Package(
    name: "avcam",
    products: [
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "AVFAudio", targets: ["AVFAudio"]),
        .library(name: "AVKit", targets: ["AVKit"]),
        .library(name: "LockedCameraCapture", targets: ["LockedCameraCapture"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "CoreVideo", targets: ["CoreVideo"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "CoreMotion", targets: ["CoreMotion"]),
        .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
        .library(name: "QuartzCore", targets: ["QuartzCore"]),
        .library(name: "ImageIO", targets: ["ImageIO"]),
        .library(name: "CoreImage", targets: ["CoreImage", "Metal"]),
        .library(name: "Vision", targets: ["Vision", "CoreML"]),
        .library(name: "AudioToolbox", targets: ["AudioToolbox", "AudioUnit", "CoreAudio", "CoreAudioTypes"]),
        .library(name: "CoreFoundation", targets: ["CoreFoundation"]),
        .library(name: "VisionKit", targets: ["VisionKit"]),
        .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
        .library(name: "VideoToolbox", targets: ["VideoToolbox"]),
        .library(name: "Photos", targets: ["Photos"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "MobileCoreServices", targets: ["MobileCoreServices", "CoreServices"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "PhotosUI", targets: ["PhotosUI"]),
        .library(name: "CoreTransferable", targets: ["CoreTransferable"]),
        .library(name: "AppIntents", targets: ["AppIntents"]),
        .library(name: "WidgetKit", targets: ["WidgetKit"]),
        .library(name: "simd", targets: ["simd"]),
        .library(name: "Accelerate", targets: ["Accelerate"]),
        .library(name: "os", targets: ["os"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "SimulatedPhone", targets: ["SimulatedPhone"]),
        .executable(name: "avcam", targets: ["avcam"]),
        .executable(name: "avcam-window", targets: ["avcam-window"]),
        .executable(name: "avcam-app", targets: ["avcam-app"]),
        .executable(name: "avcam-lock-camera", targets: ["avcam-lock-camera"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        // Apple's names
        apple("MissingFoundation", ["Locking"]),
        apple("MissingGraphics", ["MissingFoundation"]),
        apple("QuartzCore", ["AppleSubmodules", "MissingGraphics", "MissingFoundation", "Conformances", "Locking"]),
        // The names of metadata, which the makers of files need, too.
        apple("ImageProperties", ["MissingGraphics"]),
        apple("CoreVideo", ["AppleSubmodules", "MissingGraphics", "MissingFoundation", "Locking", "CLinux"]),
        apple("CoreMedia", ["AppleSubmodules", "CoreVideo", "MissingFoundation", "Locking"]),
        apple(
            "ImageIO",
            [
                "AppleSubmodules",
                "ImageProperties", "MissingGraphics", "MissingFoundation", "CaptureEngine", "CoreMedia", "CoreVideo",
                "PixelCoding", "PhotoCoding", "YUV", "Locking",
            ]),
        apple(
            "AVFAudio",
            [
                "CoreMedia", "MissingFoundation", "CaptureEngine", "DeviceKinds", "MovieCoding", "FFmpeg", "Locking",
                "OpenCombine",
            ]),
        apple(
            "VideoToolbox",
            [
                "AppleSubmodules",
                "CoreMedia", "CoreVideo", "MissingGraphics", "MissingFoundation", "CaptureEngine", "PixelCoding",
                "PhotoCoding", "MovieCoding", "Locking",
            ]),
        apple(
            "AVFoundation",
            [
                "AppleSubmodules",
                "AVFAudio", "AudioToolbox", "CoreMedia", "CoreVideo", "QuartzCore", "ImageIO", "MissingFoundation",
                "MissingGraphics", "simd", "UniformTypeIdentifiers", "Locking", "CLinux", "CaptureEngine",
                "PixelCoding", "PhotoCoding", "MovieCoding", "ZXing", "DeviceKinds", "CoreImage", "OpenCombine",
                "Conformances",
            ]),
        apple(
            "CoreImage",
            [
                "Metal",
                "CoreVideo", "ImageIO", "MissingFoundation", "MissingGraphics", "Locking", "CLinux", "YUV", "ZXing",
                "OpenCV", "Tesseract", "FFmpeg", "TurboJPEG", "PixelCoding", "PhotoCoding", "CFilters", "OpenCombine",
                "CoreImageSubmodules", "_Testing_CoreImage",
            ]),
        // Beneath the Swift modules of the same names, so that `import CoreMedia.CMTime` finds a submodule.
        .target(name: "AppleSubmodules", path: "Sources/Apple/AppleSubmodules"),
        apple("Metal", []),
        // Beneath the Swift module, so that `import CoreImage.CIFilterBuiltins` finds a submodule.
        .target(name: "CoreImageSubmodules", path: "Sources/Apple/CoreImageSubmodules"),
        // What swift-testing looks for beside CoreImage, and has on Apple's systems only.
        .target(name: "_Testing_CoreImage", path: "Sources/Apple/TestingOverlay"),
        apple(
            "CoreLocation",
            ["AppleSubmodules", "CaptureEngine", "DeviceKinds", "OpenCombine", "GeoClue", "Locking"]),
        apple("CoreMotion", ["CaptureEngine", "OpenCombine", "DeviceKinds", "Locking"]),
        apple("AVKit", ["AVFoundation", "CaptureEngine", "DeviceKinds"]),
        apple(
            "LockedCameraCapture",
            ["MissingFoundation", "Locking", "FileWatching", "CaptureEngine", "DeviceKinds"]),
        apple(
            "Photos",
            [
                "AppleSubmodules",
                "AVFoundation", "UIKitCore", "CoreLocation", "CoreMedia", "ImageIO", "CaptureEngine", "PixelCoding",
                "PhotoCoding", "MediaFileDevices", "MissingFoundation", "MissingGraphics", "Locking", "CLinux",
                "NewFiles", "SQLite",
            ]),
        apple("CoreML", ["CoreVideo", "MissingFoundation"]),
        apple(
            "Vision",
            [
                "CoreML",
                "CoreImage", "CoreMedia", "CoreVideo", "ImageIO", "MissingGraphics", "MissingFoundation", "PixelCoding",
                "PhotoCoding", "OpenCV", "Tesseract", "ZXing", "Locking", "simd",
            ]),
        // What of UIKit needs no screen: pictures, colors, fonts, the device. Photos hands out pictures.
        apple(
            "UIKitCore",
            [
                "MissingGraphics", "MissingFoundation", "ImageIO", "CoreVideo", "CaptureEngine", "PixelCoding",
                "PhotoCoding", "DeviceKinds", "OpenCombine", "Locking",
            ]),
        apple("UniformTypeIdentifiers", []),
        apple("simd", []),
        // Nothing here imports it: it costs only those who do.
        apple("Accelerate", ["YUV"]),
        // Names under which iOS sources import what the modules above contain.
        apple(
            "AudioToolbox",
            [
                "AppleSubmodules", "AVFAudio", "CoreMedia", "MissingFoundation", "CaptureEngine", "DeviceKinds",
                "Locking",
            ]),
        apple("OSLog", ["os"]),
        apple("MobileCoreServices", ["AppleSubmodules", "UniformTypeIdentifiers", "MissingFoundation"]),
        apple("CoreServices", ["AppleSubmodules", "MobileCoreServices"]),
        apple("CoreAudioTypes", ["CoreMedia", "MissingFoundation"]),
        apple("CoreAudio", ["CoreAudioTypes"]),
        apple("AudioUnit", ["AudioToolbox"]),
        // `CoreGraphics` is only for those who import it, and nothing here re-exports it: swift-testing has an overlay
        // for a module of this name, which Linux lacks.
        apple("CoreGraphics", ["MissingGraphics"]),
        // These come after the packages that would take them for Apple's: `canImport` sees whatever is built.
        apple(
            "os",
            [
                "Locking", "OSSubmodules", .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        apple(
            "CoreFoundation",
            ["MissingFoundation", .product(name: "OpenCombineFoundation", package: "OpenCombine")]),
        // Beneath the Swift module, so that `import os.log` finds a submodule.
        .target(name: "OSSubmodules", path: "Sources/Apple/OSSubmodules"),
        apple(
            "Combine",
            [
                "MissingFoundation", "Locking", "OpenCombine",
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ]),

        // Engine
        engine("CaptureEngine", ["CoreMedia", "CoreVideo", "Locking", "CLinux"]),
        engine(
            "PixelCoding",
            [
                "CaptureEngine", "CoreMedia", "CoreVideo", "MissingGraphics", "YUV", "FFmpeg", "ZXing", "OpenCV",
                "CTemporalMerge", "CMotion", "Locking",
            ]),
        engine(
            "PhotoCoding",
            [
                "CaptureEngine", "CoreMedia", "CoreVideo", "ImageProperties", "MissingFoundation",
                "PixelCoding", "TurboJPEG", "YUV", "FFmpeg", "HEIF", "Locking", "CLinux", "NewFiles",
            ]),
        engine(
            "MovieCoding",
            ["CaptureEngine", "CoreMedia", "CoreVideo", "PixelCoding", "FFmpeg", "YUV", "Locking", "NewFiles"]),

        // Devices
        devices("SimulatedDevices", ["CaptureEngine", "CoreVideo", "YUV", "Locking", "CLinux", "CMotion"]),
        devices("SimulatedPhone", ["SimulatedDevices", "CaptureEngine", "Locking"]),
        devices(
            "MediaFileDevices",
            ["CaptureEngine", "CoreMedia", "PixelCoding", "FFmpeg", "HEIF", "TurboJPEG", "YUV", "Locking"]),
        // What drivers send becomes pictures: for V4L2, and for PipeWire, which hands it on.
        devices(
            "DriverFrames",
            ["CaptureEngine", "CoreMedia", "CoreVideo", "FFmpeg", "LinuxVideo", "TurboJPEG", "YUV"]),
        devices(
            "V4L2Devices",
            [
                "CaptureEngine", "CoreMedia", "CoreVideo", "DriverFrames", "FileWatching", "LinuxVideo", "Locking",
                "CLinux",
            ]),
        devices("ALSADevices", ["CaptureEngine", "ALSA", "Locking"]),
        devices(
            "PipeWireDevices",
            [
                "CaptureEngine", "CoreMedia", "DriverFrames", "CameraPortal", "FileWatching", "LinuxVideo", "PipeWire",
                "Locking",
            ]),
        devices(
            "HostSurroundings",
            ["CaptureEngine", "Locking", "CLinux", "FileWatching", "CInputDevices", "CLoginService"]),
        // The one list of them, and the world of the process.
        devices(
            "DeviceKinds",
            [
                "CaptureEngine", "SimulatedDevices", "MediaFileDevices", "V4L2Devices", "ALSADevices",
                "PipeWireDevices", "HostSurroundings",
            ]),

        // Libraries
        library("Locking", ["CLinux"]),
        library("CLinux"),
        library("CShortage"),
        library("Conformances"),
        library("FileWatching", ["Locking", "CLinux"]),
        library("NewFiles", ["CLinux"]),
        .systemLibrary(
            name: "CTurboJPEG", path: "Sources/Libraries/CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        library("TurboJPEG", ["CTurboJPEG"]),
        .systemLibrary(name: "CYUV", path: "Sources/Libraries/CYUV", providers: [.apt(["libyuv-dev"])]),
        library("CColor"),
        library("YUV", ["CYUV", "CColor"]),
        library("CTemporalMerge"),
        library("CMotion"),
        library("CFilters"),
        library("CFFmpeg"),
        library("FFmpeg", ["CFFmpeg"]),
        library("CHEIF"),
        library("HEIF", ["CHEIF"]),
        library("CZXing"),
        library("ZXing", ["CZXing", "CLinux"]),
        library("COpenCV"),
        library("OpenCV", ["COpenCV", "CLinux"]),
        library("CTesseract"),
        library("Tesseract", ["CTesseract", "CLinux"]),
        library("CInputDevices"),
        library("CLoginService"),
        library("CLinuxVideo"),
        library("LinuxVideo", ["CLinuxVideo"]),
        .systemLibrary(name: "CALSA", path: "Sources/Libraries/CALSA", providers: [.apt(["libasound2-dev"])]),
        library("CSoundCards"),
        library("ALSA", ["CALSA", "CSoundCards"]),
        // `system` leads to the installed headers: with pkg-config the library itself would be linked too.
        .target(
            name: "CPipeWire", path: "Sources/Libraries/CPipeWire", exclude: ["system"],
            cSettings: [.headerSearchPath("system")]),
        library("PipeWire", ["CPipeWire"]),
        library("CGIO"),
        library("CGeoClue", ["CGIO"]),
        library("GeoClue", ["CGeoClue"]),
        library("CCameraPortal", ["CGIO"]),
        library("CameraPortal", ["CCameraPortal"]),
        .systemLibrary(name: "CSQLite", path: "Sources/Libraries/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        library("SQLite", ["CSQLite", "Locking"]),
        .systemLibrary(
            name: "CGtk", path: "Sources/Libraries/CGtk", pkgConfig: "libadwaita-1",
            providers: [.apt(["libadwaita-1-dev"])]),
        .systemLibrary(
            name: "CGStreamer", path: "Sources/Libraries/CGStreamer", pkgConfig: "gstreamer-app-1.0",
            providers: [.apt(["libgstreamer-plugins-base1.0-dev"])]),
        library("GStreamer", ["CGStreamer", "YUV", "Locking"]),

        // App
        .target(
            name: "AVCamCore",
            dependencies: [
                "AVFoundation", "AVKit", "CoreGraphics", "CoreLocation", "CoreMotion", "ImageIO", "Photos",
                "LockedCameraCapture", "UniformTypeIdentifiers",
            ],
            path: "Sources/App/AVCamCore"),
        .target(
            name: "AVCamLinux",
            dependencies: [
                "AVCamCore", "AVFoundation", "CoreLocation", "LinuxVideo", "LockedCameraCapture", "Photos",
                "SimulatedDevices", "SimulatedPhone", "Locking",
            ],
            path: "Sources/App/AVCamLinux"),
        .executableTarget(
            name: "avcam",
            dependencies: [
                "AVCamCore", "AVCamLinux", "AVFoundation", "CoreLocation", "LinuxVideo", "Photos", "SimulatedPhone",
                "Locking", "NewFiles", "CLinux", "CShortage", "HostSurroundings",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/App/avcam", exclude: ["StaticLibraries"], linkerSettings: swiftInside),
        // Everything that runs in the window's loop is isolated to the main actor.
        .target(
            name: "GtkSupport", dependencies: ["CGtk", "GStreamer", "Locking"], path: "Sources/App/GtkSupport",
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "avcam-window", dependencies: ["AVCamCore", "AVCamLinux", "CoreGraphics", "GtkSupport"],
            path: "Sources/App/avcam-window",
            exclude: ["Resources"], swiftSettings: [.defaultIsolation(MainActor.self)],
            plugins: ["CompileResources"]),
        // The screens. What captures without one neither builds nor loads them.
        apple(
            "UIKit",
            [
                "Combine", "UIKitCore", "AVFoundation", "AVKit", "CoreImage", "QuartzCore", "MissingGraphics",
                "MissingFoundation",
                "UniformTypeIdentifiers", "GtkSupport", "Locking", "Conformances", "Photos", "CaptureEngine",
                "DeviceKinds", "CoreTransferable", "UIKitSubmodules", "_Testing_UIKit",
            ]),
        // As beneath CoreImage.
        .target(name: "UIKitSubmodules", path: "Sources/Apple/UIKitSubmodules"),
        // What swift-testing looks for beside UIKit, and has on Apple's systems only.
        .target(name: "_Testing_UIKit", path: "Sources/Apple/TestingOverlayUIKit"),
        apple(
            "SwiftUI",
            [
                "UIKit", "UIKitCore", "QuartzCore", "Combine", "CoreImage", "AVFoundation", "AVKit",
                "CoreTransferable", "MissingGraphics", "MissingFoundation", "UniformTypeIdentifiers", "GtkSupport",
                "Locking", "SwiftUIMacros", "LockedCameraCapture", "CaptureEngine", "DeviceKinds",
            ]),
        apple(
            "PhotosUI",
            ["AVFoundation", "Photos", "UIKit", "SwiftUI", "CoreTransferable", "UniformTypeIdentifiers"]),
        apple(
            "VisionKit",
            [
                "AVFoundation", "CoreImage", "UIKit", "UIKitCore", "Vision", "MissingGraphics", "OpenCV", "ZXing",
                "Locking",
            ]),
        apple("MediaPlayer", ["AVFAudio", "UIKit", "CaptureEngine", "DeviceKinds"]),
        apple("CoreTransferable", ["UniformTypeIdentifiers"]),
        apple(
            "AppIntents",
            ["MissingFoundation", "UIKit", "GtkSupport", "CaptureEngine", "DeviceKinds", "Conformances", "Locking"]),
        apple("WidgetKit", ["AppIntents", "SwiftUI", "UIKit", "Conformances"]),
        // Its macros, without swift-syntax, whose build takes minutes.
        .macro(name: "SwiftUIMacros", path: "Sources/Apple/SwiftUIMacros"),
        .plugin(name: "CompileResources", capability: .buildTool(), path: "Plugins/CompileResources"),

        // The app of the documents: the sources of the iPhone app, and what Linux gives them.
        .target(
            name: "AVCamScreens", dependencies: ["AVCamCore", "AVFoundation", "SwiftUI"], path: "Apps/AVCam/Screens"),
        .executableTarget(
            name: "avcam-app",
            dependencies: ["AVCamCore", "AVCamLinux", "AVCamScreens", "AppIntents", "Photos", "SwiftUI", "WidgetKit"],
            path: "Apps/AVCam",
            exclude: forIPhone + [
                "AVCam/Assets.xcassets", "AVCam/PrivacyInfo.xcprivacy", "CaptureExtension",
                "ControlCenterExtension/AVCamControls.swift", "Linux/LockScreen",
            ], sources: ["AVCam", "Intents", "ControlCenterExtension", "Linux/App"]),
        // The camera of a locked session: the sources of the iPhone's capture extension.
        .executableTarget(
            name: "avcam-lock-camera",
            dependencies: ["AVCamCore", "AVCamLinux", "AVCamScreens", "LockedCameraCapture", "SwiftUI"],
            path: "Apps/AVCam",
            exclude: forIPhone + ["AVCam", "Intents", "ControlCenterExtension", "Linux/App"],
            sources: ["CaptureExtension", "Linux/LockScreen"]),

        .executableTarget(
            name: "avcam-measure",
            dependencies: [
                "AVFoundation", "CoreImage", "CoreVideo", "SimulatedDevices", "PixelCoding", "PhotoCoding", "TurboJPEG",
                "YUV", "Locking",
            ],
            path: "Benchmarks/Measure"),

        // Tests
        .executableTarget(name: "avcam-edit-library", dependencies: ["Photos"], path: "Tests/Hostile/EditLibrary"),
        .target(
            name: "TestSupport",
            dependencies: [
                "CoreMedia", "CoreVideo", "CaptureEngine", "DeviceKinds", "SimulatedDevices", "MediaFileDevices",
                "Locking",
            ],
            path: "Tests/TestSupport"),
        tests("MissingFoundation", ["Locking"]),
        tests("MissingGraphics"),
        tests("QuartzCore", ["MissingGraphics"]),
        tests("Combine", ["MissingFoundation"]),
        tests("CoreLocation", ["CaptureEngine", "SimulatedDevices", "Locking"]),
        tests("CoreMotion", ["CaptureEngine", "SimulatedDevices", "Locking"]),
        tests("CoreImage", ["CoreVideo", "FFmpeg", "PixelCoding", "PhotoCoding", "ZXing", "Locking"]),
        tests("UniformTypeIdentifiers", ["MobileCoreServices", "PhotoCoding"]),
        tests("os", ["Locking"]),
        tests("CoreVideo", ["Locking"]),
        tests("CoreMedia", ["CoreVideo", "Locking"]),
        tests("CaptureEngine", ["CoreMedia", "Locking"]),
        tests("PixelCoding", ["CaptureEngine", "CoreMedia", "CoreVideo", "FFmpeg", "YUV", "Locking"]),
        tests(
            "PhotoCoding",
            [
                "CaptureEngine", "CoreMedia", "CoreVideo", "ImageProperties", "PixelCoding", "TurboJPEG", "FFmpeg",
                "YUV", "Locking",
            ]),
        tests("ImageIO", ["CoreVideo", "MissingFoundation", "MissingGraphics", "PhotoCoding"]),
        tests(
            "AVFAudio",
            ["AudioToolbox", "CoreMedia", "CaptureEngine", "DeviceKinds", "SimulatedDevices", "Locking"]),
        tests("CoreML", ["CoreVideo"]),
        tests("Accelerate"),
        tests(
            "Vision",
            [
                "CoreML", "CoreImage", "CoreMedia", "CoreVideo", "CaptureEngine", "ImageIO", "MissingGraphics",
                "PixelCoding", "simd",
            ]),
        tests(
            "VideoToolbox",
            ["AVFoundation", "CoreMedia", "CoreVideo", "MissingFoundation", "MissingGraphics", "Locking"]),
        tests(
            "MovieCoding",
            ["CaptureEngine", "CoreMedia", "CoreVideo", "FFmpeg", "MediaFileDevices", "YUV", "Locking"]),
        tests(
            "AVFoundation",
            [
                "CoreImage", "CoreMedia", "CoreVideo", "ImageIO", "QuartzCore", "SimulatedDevices", "CaptureEngine",
                "DeviceKinds", "PixelCoding", "PhotoCoding", "Locking",
            ]),
        tests("Photos", ["CaptureEngine", "CoreMedia", "CoreVideo", "PhotoCoding", "SQLite", "CSQLite", "Locking"]),
        tests("AVKit", ["AVFoundation", "SimulatedDevices", "Locking"]),
        tests("LockedCameraCapture", ["CaptureEngine", "DeviceKinds", "SimulatedDevices", "FileWatching", "Locking"]),
        // A camera's screen of views, for the tests of windows.
        .executableTarget(
            name: "uikit-sample", dependencies: ["UIKit", "AVKit"], path: "Tests/iOSScreens/UIKitSample"),
        // Small apps as iOS has them, for the same tests; but for the newest in Swift 5's mode, as most real ones.
        .executableTarget(
            name: "filter-camera", dependencies: ["AVFoundation", "CoreImage", "UIKit"],
            path: "Tests/iOSScreens/FilterCamera", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(name: "clip-notes", dependencies: ["SwiftUI"], path: "Tests/iOSScreens/ClipNotes"),
        .executableTarget(
            name: "time-lapse", dependencies: ["SwiftUI"], path: "Tests/iOSScreens/TimeLapse",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "photo-booth", dependencies: ["AVFoundation", "Photos", "PhotosUI", "SwiftUI", "UIKit"],
            path: "Tests/iOSScreens/PhotoBooth", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "qr-scanner", dependencies: ["AVFoundation", "Combine", "SwiftUI", "UIKit"],
            path: "Tests/iOSScreens/QRScanner",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "scanner-kiosk", dependencies: ["AVFoundation", "UIKit"], path: "Tests/iOSScreens/ScannerKiosk",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "shelf-scanner", dependencies: ["AVKit", "SwiftUI", "VisionKit"],
            path: "Tests/iOSScreens/ShelfScanner", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "video-recorder", dependencies: ["AVFoundation", "AVKit", "SwiftUI", "UIKit"],
            path: "Tests/iOSScreens/VideoRecorder"),
        // Sources as iOS apps have them: of today, and from before Swift's concurrency.
        .target(
            name: "iOSSources",
            dependencies: [
                "AVFoundation", "AVKit", "Combine", "CoreImage", "LockedCameraCapture", "Photos", "Vision", "os",
                "simd",
            ],
            path: "Tests/iOSSources/Modern",
            // As Xcode sets up new projects.
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        .target(
            name: "iOSClassicSources",
            dependencies: [
                "AVFoundation", "AudioToolbox", "Combine", "CoreAudio", "CoreFoundation", "CoreGraphics", "CoreImage",
                "CoreMedia", "CoreMotion", "CoreServices", "CoreVideo", "ImageIO", "Metal", "MobileCoreServices",
                "OSLog", "Photos", "QuartzCore", "UniformTypeIdentifiers", "VideoToolbox", "os",
            ],
            path: "Tests/iOSSources/Classic",
            // The sources use deprecated names, and know nothing of Sendable.
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-Onone", "-suppress-warnings"])]),
        .target(
            name: "iOSClassicScreens",
            dependencies: ["AVFoundation", "CoreImage", "Photos", "UIKit", "os"],
            path: "Tests/iOSSources/ClassicScreens",
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-Onone", "-suppress-warnings"])]),
        .testTarget(
            name: "iOSSourceTests",
            dependencies: [
                "iOSSources", "iOSClassicSources", "AVFoundation", "CoreImage", "Combine", "LockedCameraCapture",
                "Photos",
                "SimulatedDevices", "Locking", "TestSupport",
            ],
            path: "Tests/iOSSourceTests", swiftSettings: testSettings),
        tests("SimulatedDevices", ["CaptureEngine", "Locking"]),
        tests("SimulatedPhone", ["SimulatedDevices", "CaptureEngine", "AVFoundation", "Locking"]),
        tests("MediaFileDevices", ["CaptureEngine"]),
        tests("DriverFrames", ["CaptureEngine", "CoreMedia", "CoreVideo", "FFmpeg", "LinuxVideo", "TurboJPEG", "YUV"]),
        tests("V4L2Devices", ["CaptureEngine", "CoreMedia", "CoreVideo", "DriverFrames", "LinuxVideo", "Locking"]),
        tests("PipeWireDevices", ["CameraPortal", "CaptureEngine", "CoreMedia", "LinuxVideo", "PipeWire", "Locking"]),
        tests("ALSADevices", ["CaptureEngine", "ALSA", "Locking"]),
        tests("HostSurroundings", ["CaptureEngine", "Locking"]),
        tests(
            "AVCamCore",
            [
                "AVCamLinux", "AVFoundation", "CaptureEngine", "CoreLocation", "CoreMotion", "DeviceKinds",
                "LinuxVideo", "LockedCameraCapture", "Photos", "SimulatedDevices", "Locking",
            ]),
        tests("GtkSupport", ["CGtk"]),
        tests("UIKitCore", ["CaptureEngine", "DeviceKinds", "Locking", "MissingGraphics", "SimulatedDevices"]),
        tests(
            "UIKit",
            [
                "AVFoundation", "CaptureEngine", "CoreImage", "ImageIO", "Photos", "PhotosUI", "UIKitCore",
                "QuartzCore",
                "GtkSupport", "SimulatedDevices", "Locking", "iOSClassicScreens", "UniformTypeIdentifiers",
            ]),
        tests(
            "VisionKit",
            [
                "AVFoundation", "CaptureEngine", "CoreImage", "CoreMedia", "CoreVideo", "Locking", "MissingGraphics",
                "PixelCoding", "SimulatedDevices", "UIKit", "Vision",
            ]),
        tests("MediaPlayer", ["AVFAudio", "SimulatedDevices"]),
        tests("AppIntents", ["Conformances"]),
        tests("WidgetKit", ["AppIntents", "SwiftUI"]),
        tests(
            "SwiftUI",
            [
                "UIKit", "UIKitCore", "AVKit", "PhotosUI", "Combine", "SimulatedDevices", "QuartzCore", "GtkSupport",
                "Locking", "CaptureEngine",
            ]),
        // A program that ends in the middle of work.
        .executableTarget(name: "ending-sample", dependencies: ["ZXing", "Locking"], path: "Tests/EndingSample"),
        .testTarget(
            name: "LibrariesTests",
            dependencies: [
                "ending-sample",
                "Locking", "NewFiles", "TurboJPEG", "YUV", "FFmpeg", "GStreamer", "ZXing", "LinuxVideo", "ALSA",
                "SQLite",
                "TestSupport",
            ],
            path: "Tests/LibrariesTests", swiftSettings: testSettings),
        .testTarget(
            name: "IntegrationTests",
            dependencies: ["TestSupport", "SimulatedDevices", "Photos", "CaptureEngine", "PhotoCoding"],
            path: "Tests/Integration", swiftSettings: testSettings),
    ],
    // The version of C++ in zxing-cpp's headers.
    cxxLanguageStandard: .cxx17
)

// The thread sanitizer compiles everything once more, for a part of the tests: the names of their targets, with spaces
// between them, leave the others out.
if let wanted = Context.environment["AVCAM_TEST_TARGETS"], !wanted.isEmpty {
    let names = Set(wanted.split(separator: " ").map(String.init))
    let tests = Set(package.targets.filter { $0.type == .test }.map(\.name))
    precondition(names.isSubset(of: tests), "no test targets: \(names.subtracting(tests).sorted())")
    package.targets.removeAll { tests.subtracting(names).contains($0.name) }
}
