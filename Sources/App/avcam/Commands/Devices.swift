import ArgumentParser
import AVCamCore
import AVCamLinux
@_spi(Linux) import AVFoundation

/// `avcam devices`.
struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", _superCommandName: "avcam",
        abstract: "Lists cameras and microphones, the best first.",
        discussion: """
            Where there is no real camera or microphone, the simulated phone's are listed. simulated:back, \
            simulated:front and file:PATH can always be used.
            """)

    @Flag(help: "List the formats of each device too.")
    var formats = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        CameraPermission.ask()
        let lookup = DeviceLookup()
        let cameras = lookup.cameras
        let microphones = lookup.microphones
        if json {
            let list =
                cameras.map { Report($0, kind: "camera", formats: formats) }
                + microphones.map { Report($0, kind: "microphone", formats: formats) }
            return try Console.printJSON(list)
        }
        list("Cameras", cameras, preferred: AVCaptureDevice.systemPreferredCamera)
        list("Microphones", microphones, preferred: AVCaptureDevice.default(for: .audio))
    }

    private func list(_ title: String, _ devices: [AVCaptureDevice], preferred: AVCaptureDevice?) {
        Console.print(devices.isEmpty ? "\(title): none" : "\(title):")
        let width = devices.map(\.uniqueID.count).max() ?? 0
        for device in devices {
            let mark = device === preferred ? "*" : " "
            let position = device.position == .unspecified ? "" : ", \(device.position.name)"
            let simulated = device.isPhysical ? "" : ", simulated"
            Console.print(
                "\(mark) \(Text.padded(device.uniqueID, to: width))  \(device.localizedName)\(position)\(simulated)")
            guard formats else { continue }
            for format in device.formats { Console.print("      " + Report.Format(format).text) }
        }
    }

    /// What `--json` prints about a device.
    private struct Report: Encodable {
        struct Format: Encodable {
            struct Rates: Encodable {
                var max: Double
                var min: Double
            }

            var channels: Int?
            var encoding: String
            var frameRates: [Rates]?
            var height: Int32?
            var sampleRate: Double?
            var width: Int32?

            init(_ format: AVCaptureDevice.Format) {
                encoding = format.nativeEncoding
                if format.mediaType == .audio {
                    let sound = format.formatDescription.audioStreamBasicDescription
                    channels = sound.map { Int($0.mChannelsPerFrame) }
                    sampleRate = sound?.mSampleRate
                } else {
                    let size = format.formatDescription.dimensions
                    (width, height) = (size.width, size.height)
                    frameRates = format.videoSupportedFrameRateRanges.map {
                        Rates(max: $0.maxFrameRate, min: $0.minFrameRate)
                    }
                }
            }

            /// For people: `YUYV  1280 x 720  10, 30 fps`
            var text: String {
                if let sampleRate {
                    return "\(encoding)  \(Text.rate(sampleRate)) Hz, \(channels ?? 0) channels"
                }
                let rates = (frameRates ?? []).map {
                    $0.min == $0.max ? Text.rate($0.max) : "\(Text.rate($0.min)) to \(Text.rate($0.max))"
                }
                let size = Text.dimensions(CMVideoDimensions(width: width ?? 0, height: height ?? 0))
                return "\(encoding)  \(size)  \(rates.joined(separator: ", ")) fps"
            }
        }

        var formats: [Format]?
        var id: String
        var isSimulated: Bool
        var kind: String
        var manufacturer: String
        var model: String
        var name: String
        var position: String?

        init(_ device: AVCaptureDevice, kind: String, formats: Bool) {
            id = device.uniqueID
            isSimulated = !device.isPhysical
            self.kind = kind
            manufacturer = device.manufacturer
            model = device.modelID
            name = device.localizedName
            position = device.position == .unspecified ? nil : device.position.name
            self.formats = formats ? device.formats.map(Format.init) : nil
        }
    }
}

extension AVCaptureDevice.Position {
    var name: String {
        switch self {
        case .unspecified: "unspecified"
        case .back: "back"
        case .front: "front"
        }
    }
}
