import ArgumentParser
import AVCamCore
import AVCamLinux
@_spi(Linux) import AVFoundation
import Photos

/// `avcam doctor`: checks everything that a photo or a movie needs.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", _superCommandName: "avcam",
        abstract: "Checks cameras, microphones, encoders and the photo library, and says what to do.",
        discussion: """
            Exit status 0 when all is well, 69 when something is wrong. With --compliance, each output is tested in each \
            pixel format of the camera: it has to give 1, 2, 3, 5, 8 and 89 frames, photos and frames of a movie. It has \
            to survive a stop right after its start, and to end well when it is stopped while photos or a movie are being \
            made. This takes a minute or more for each camera.
            """)

    @Option(help: ArgumentHelp("The camera to check, such as simulated:back. Default: all of them.", valueName: "id"))
    var camera: String?

    @Flag(help: "Test the cameras thoroughly, each output in each pixel format.")
    var compliance = false

    @Flag(help: "Print JSON.")
    var json = false

    /// The outcome of one check.
    struct Finding: Encodable {
        var check: String
        var isOK: Bool
        /// What was found and, if it is a problem, what to do.
        var message: String
    }

    func validate() throws { try CameraOptions.check(camera) }

    func run() async throws {
        var findings: [Finding] = []
        func add(_ new: [Finding]) {
            findings += new
            if json { return }
            for finding in new {
                Console.print("\(finding.isOK ? "ok     " : "problem")  \(finding.check): \(finding.message)")
            }
        }
        add(DeviceNodeCheck.findings())
        CameraPermission.ask()
        add(PortalCheck.findings())
        add(deviceList())
        add(LibraryCheck.findings())
        for camera in try cameras {
            if compliance {
                await ComplianceMatrix(camera: camera).run { add([$0]) }
            } else {
                add(await CameraTrial(camera: camera).findings())
            }
        }
        if json { try Console.printJSON(findings) }
        if findings.contains(where: { !$0.isOK }) { throw ExitCode(ExitStatus.unavailable.rawValue) }
    }

    /// The camera that was named, or all.
    private var cameras: [AVCaptureDevice] {
        get throws(CameraError) {
            let lookup = DeviceLookup()
            if let camera { return [try lookup.camera(camera)] }
            return lookup.cameras
        }
    }

    private func deviceList() -> [Finding] {
        let lookup = DeviceLookup()
        let others = AVCaptureDevice.nodesLeftOut.map { "\($0.path) \($0.reason)" }
        let leftOut = Finding(check: "not cameras", isOK: true, message: others.joined(separator: "; "))
        return [list("cameras", lookup.cameras)] + (others.isEmpty ? [] : [leftOut])
            + [list("microphones", lookup.microphones)]
    }

    private func list(_ kind: String, _ devices: [AVCaptureDevice]) -> Finding {
        if devices.isEmpty { return Finding(check: kind, isOK: false, message: "there are none; plug one in") }
        let names = devices.map { "\($0.uniqueID) (\($0.localizedName))" }.joined(separator: ", ")
        let isSimulated = !devices.contains(where: \.isPhysical)
        return Finding(
            check: kind, isOK: true,
            message: isSimulated ? "no real ones were found; the simulated phone stands in: \(names)" : names)
    }
}
