import AVFoundation
import Foundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

/// All tests that use the process's simulated phone and photo library.
@Suite(.serialized, .onePhoneAtATime, .timeLimit(.minutes(5))) enum IOSSources {}

/// What an iPhone gives an app before it starts: its cameras, and a photo library, which all tests of the process share.
final class PhoneOfTheApps {
    private static let shared = Result { try makeLibrary() }

    let folder: TemporaryFolder
    let body = SimulatedPhone.ofTest.body

    init() throws {
        _ = try Self.shared.get()
        folder = try TemporaryFolder()
        // Another test of the process may have chosen a camera.
        UserDefaults.standard.removeObject(forKey: "AVCaptureDeviceUserPreferredCameras")
    }

    /// Its path is read once, when the library or the manager is first used.
    private static func makeLibrary() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        setenv("AVCAM_DEVICES", "simulated", 1)
        setenv("AVCAM_LIBRARY", folder.file("library").path, 1)
        setenv("AVCAM_LOCKED_CONTENT", folder.file("locked").path, 0)
        return folder
    }

    /// The file of a photo or movie that was saved.
    func file(_ data: Data, _ name: String) throws -> URL { try folder.file(name, contents: data) }

    deinit { body.turn(to: .landscapeLeft) }
}

/// What a picture's file says about itself.
struct PictureFacts {
    let type: String
    let width: Int
    let height: Int
    /// EXIF's: 1 is upright, 6 is to be turned clockwise by a quarter.
    let orientation: Int

    init(_ file: URL) throws {
        let facts = try ImageProbe.metadata(of: file)
        func number(_ key: String) -> Int { facts[key] as? Int ?? 0 }
        type = facts["File:FileType"] as? String ?? ""
        width = number("File:ImageWidth")
        height = number("File:ImageHeight")
        orientation = number("IFD0:Orientation")
    }
}
