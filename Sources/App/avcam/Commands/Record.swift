import ArgumentParser
import AVCamCore
import AVCamLinux
import AVFoundation
import Photos

/// `avcam record`: records until the duration is over or a signal stops it.
///
/// With `-o` the movie is recorded directly into the named file, which is playable at any moment, even after a crash or
/// `kill -9`. Without `-o` the finished movie is saved to the library; after a crash, the library takes it when it is
/// next opened.
struct Record: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", _superCommandName: "avcam",
        abstract: "Records a movie and prints where it is.",
        usage: "avcam record [<options>]",
        discussion: """
            Ctrl-C ends the recording. A second one does not wait until the file is tidied up; it can be played either way.
            """)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The file to write (.mov). Default: into the photo library.", valueName: "file"))
    var output: String?

    @OptionGroup var camera: CameraOptions
    @OptionGroup var microphone: MicrophoneOptions
    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp("The album to add the movie to, made if it is missing.", valueName: "name"),
        transform: AlbumName.init(argument:))
    var album: AlbumName?

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
    var duration: TypedNumber?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Record a time-lapse: one frame every so many seconds, played at 30 a second, without sound.",
            valueName: "seconds"))
    var timeLapse: TypedNumber?

    @Flag(help: "Record slow motion, with a camera that takes more than 60 frames a second; without sound.")
    var slowMotion = false

    @Option(help: "The quality: \(RecordingPreset.allCases.map(\.rawValue).joined(separator: ", ")).")
    var preset = RecordingPreset.high

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Bits per second of the video, such as 8M. Default: constant quality.", valueName: "rate"),
        transform: BitRate.init(argument:))
    var bitRate: BitRate?

    @Option(
        help: ArgumentHelp(
            "Keep the picture steady, at the cost of its edges.", valueName: "mode"))
    var stabilization = VideoStabilization.off

    @Flag(help: "Replace an existing file.")
    var force = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        _ = try seconds()
        _ = try speed()
        if slowMotion, timeLapse != nil {
            throw ValidationError("A movie is either slow motion or a time-lapse; leave out one of the two.")
        }
        if stabilization != .off, slowMotion || timeLapse != nil {
            throw ValidationError("Only movies of normal speed are kept steady; leave out --stabilization.")
        }
        if microphone.microphone.map({ $0 != "none" }) ?? false, slowMotion || timeLapse != nil {
            throw ValidationError("A time-lapse and slow motion are silent; leave out --microphone.")
        }
        if album != nil, output != nil {
            throw ValidationError("Albums are in the photo library; leave out --album or -o.")
        }
    }

    /// How long to record; `nil` means until a signal comes.
    private func seconds() throws -> Double? {
        try duration?.value(of: "--duration", "more than 0 and less than 1000000000 seconds") { $0 > 0 && $0 < 1e9 }
    }

    /// How fast the movie plays.
    private func speed() throws -> MovieSpeed {
        let range = MovieSpeed.possibleIntervals
        let interval = try timeLapse?.value(of: "--time-lapse", "0.1 to 3600 seconds") { range.contains($0) }
        return interval.map { .timeLapse(interval: $0) } ?? (slowMotion ? .slowMotion : .normal)
    }

    func run() async throws {
        let library = MediaLibrary(album: album?.title)
        let file = output.map { OutputFile(path: $0, force: force) }
        try file?.check()
        if let file, !file.isSeekable {
            throw Failure(
                .usage,
                "A movie cannot be written to \(file.path), which is not an ordinary file; name a file after -o that is not"
                    + " there yet.")
        }
        if let file {
            try Self.checkName(file.path)
            OutputFile.removeLeftovers(of: [file.path])
        }
        if file == nil, let obstacle = library.obstacle { throw obstacle }
        let setup = try makeSetup()
        let service = CaptureService()
        // Found before the camera is open: finding it can take half a minute, which a signal may end.
        let place = try await place.place()
        try await service.start(setup)
        await service.setPlace(place)
        try CaptureMemory.checkMovie(of: setup.camera)
        if let problem = await service.missingSound { Console.note(Sentence.aboutSilence(problem)) }
        let movie = try await record(with: service, setup, to: file, library)
        if let interruption = movie.interruption { throw interruption }
    }

    /// A movie is always QuickTime, whatever its name says.
    private static func checkName(_ path: String) throws(Failure) {
        let suffix = URL(fileURLWithPath: path).pathExtension
        guard ["", "mov", "qt"].contains(suffix.lowercased()) else {
            throw Failure(
                .usage,
                "A movie is a .mov file, not .\(suffix); choose such a name for \(path), and convert the movie"
                    + " afterwards if need be.")
        }
    }

    private func makeSetup() throws -> CaptureSetup {
        let device = try camera.device()
        var setup = CaptureSetup(
            camera: device, microphone: try microphone.device(for: device), mode: .video, preset: preset.session,
            bitRate: bitRate?.bitsPerSecond)
        setup.stabilization = stabilization
        setup.speed = try speed()
        setup.recordsSound = microphone.microphone != "none"
        setup.isSoundOptional = microphone.microphone == nil
        return setup
    }

    /// Records, saves and reports.
    private func record(
        with service: CaptureService, _ setup: CaptureSetup, to file: OutputFile?, _ library: MediaLibrary
    ) async throws -> Movie {
        let place = file == nil ? try await library.makeRecordingPlace() : nil
        let url = place?.url ?? URL(fileURLWithPath: file?.path ?? "")
        let run = RecordingRun(
            service: service, url: url, name: output, duration: try seconds(), isReplacing: force)
        let signals = StopSignals(ending: run.endAtOnce)
        let movie = try await run.movie(until: signals)
        await service.stop()
        let path: String
        if place == nil {
            path = url.path
        } else {
            path = try await run.save(movie, in: library, until: signals)
        }
        try report(movie, path: path, setup, sound: await service.microphone)
        return movie
    }

    private func report(
        _ movie: Movie, path: String, _ setup: CaptureSetup, sound microphone: AVCaptureDevice?
    ) throws {
        if let sentence = Sentence.aboutPreview(of: setup.camera) { Console.note(sentence) }
        if let sentence = Sentence.aboutDamage(of: setup.camera, setup.microphone) { Console.note(sentence) }
        if let sentence = Sentence.aboutLostSound(of: movie) { Console.note(sentence) }
        guard json else {
            if let sentence = Sentence.aboutMissing(movie.progress.droppedFrames, of: setup.camera) {
                Console.note(sentence)
            }
            return Console.print(file(path))
        }
        try Console.printJSON(
            Report(
                bytes: movie.progress.fileSize, camera: setup.camera.uniqueID,
                droppedFrames: movie.progress.droppedFrames, duration: movie.progress.duration,
                frames: movie.progress.frames, microphone: microphone?.uniqueID, path: file(path)))
    }

    /// The file's name as the user gave it.
    private func file(_ path: String) -> String { output ?? path }

    /// What `--json` prints.
    private struct Report: Encodable {
        var bytes: Int64
        var camera: String
        var droppedFrames: Int
        var duration: Double
        var frames: Int
        var microphone: String?
        var path: String
    }
}

extension VideoStabilization: ExpressibleByArgument {}

/// The presets of a session that make sense for a movie.
enum RecordingPreset: String, CaseIterable, ExpressibleByArgument {
    case high
    case medium
    case low
    case vga = "640x480"
    case hd720 = "1280x720"
    case hd1080 = "1920x1080"
    case uhd = "3840x2160"
    /// The camera's own best format.
    case native

    var session: AVCaptureSession.Preset {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        case .vga: .vga640x480
        case .hd720: .hd1280x720
        case .hd1080: .hd1920x1080
        case .uhd: .hd4K3840x2160
        case .native: .inputPriority
        }
    }
}

/// A number of bits per second: `500000`, `500k`, `8M`.
struct BitRate {
    var bitsPerSecond: Int

    init(argument: String) throws {
        let factor: Double
        switch argument.last {
        case "k", "K": factor = 1e3
        case "m", "M": factor = 1e6
        default: factor = 1
        }
        let digits = factor == 1 ? Substring(argument) : argument.dropLast()
        guard let value: Double = DecimalNumber.value(digits), (10_000...1e9).contains(value * factor) else {
            throw ValidationError("use 10k to 1000M bits a second, such as 8M.")
        }
        bitsPerSecond = Int(value * factor)
    }
}
