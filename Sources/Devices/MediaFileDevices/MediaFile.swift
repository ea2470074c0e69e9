import CaptureEngine
import FFmpeg
import Foundation

/// A file by the name of its device.
struct MediaFile: Sendable {
    let path: String
    let isSound: Bool
    private let openReaders: OpenReaders
    private let damage: DamageLog

    /// - Parameter name: a path, with `#audio` for the sound in it. If a file's own name ends that way, that file is
    ///   meant.
    init(name: String, openReaders: OpenReaders, damage: DamageLog) {
        self.openReaders = openReaders
        self.damage = damage
        let suffix = MediaFileBackend.soundSuffix
        isSound = name.hasSuffix(suffix) && access(name, F_OK) != 0
        path = isSound ? String(name.dropLast(suffix.count)) : name
    }

    var id: DeviceID {
        DeviceID(scheme: "file", name: isSound ? path + MediaFileBackend.soundSuffix : path)
    }

    /// The sound that belongs to the pictures.
    private var soundID: DeviceID { DeviceID(scheme: "file", name: path + MediaFileBackend.soundSuffix) }

    private var title: String { path.split(separator: "/").last.map(String.init) ?? path }

    func describeCamera() throws(CaptureError) -> DeviceDescription {
        if let picture = try picture() {
            var description = camera(picture.format, frameDuration: Self.stillDuration, hasSound: false)
            if picture.isPreview { description.traits.insert(.showsPreview) }
            return description
        }
        let reader = try open()
        let video = try video(of: reader)
        let hasSound = reader.audio != nil
        openReaders.keep(reader, of: path)
        return camera(PictureFormat(video), frameDuration: Self.frameDuration(video), hasSound: hasSound)
    }

    private func camera(_ format: PictureFormat, frameDuration: CMTime, hasSound: Bool) -> DeviceDescription {
        DeviceDescription(
            id: id, kind: .camera, name: title, modelID: "Media File", module: .external,
            formats: [format.sourceFormat(frameDuration: frameDuration)], companion: hasSound ? soundID : nil,
            isPhysical: false, traits: MediaFileBackend.traits)
    }

    func describeMicrophone() throws(CaptureError) -> DeviceDescription {
        let reader = try open()
        let audio = try audio(of: reader)
        openReaders.keep(reader, of: path)
        let description = CMFormatDescription.audio(
            .linearPCM(sampleRate: Double(audio.sampleRate), channels: audio.channels))
        return DeviceDescription(
            id: id, kind: .microphone, name: title, modelID: "Media File", module: .microphone,
            formats: [SourceFormat(description: description, native: audio.codec, index: 0)], isPhysical: false,
            traits: MediaFileBackend.traits)
    }

    /// The file as something to play.
    func track() throws(CaptureError) -> any MediaTrack {
        if !isSound, let picture = try picture() {
            return StillTrack(try still { try picture.decode() }, encodedPicture: picture.wholePicture)
        }
        let reader = try open()
        reader.leaveOut(isSound ? .video : .audio)
        if isSound { return try SoundTrack(self, reader) }
        let pictures = try PictureTrack(self, reader)
        guard reader.isStillImage else { return pictures }
        if PictureLength.isCutOff(path: path) { throw unreadable("its end is missing") }
        return StillTrack(
            try still {
                guard case .picture(let frame) = try pictures.next().content else { return nil }
                return frame
            })
    }

    /// The file as one picture; `nil` when it has to be read with FFmpeg.
    private func picture() throws(CaptureError) -> (any PictureFile)? {
        try checkReadable()
        let picture: (any PictureFile)?
        do {
            picture = try JPEGFile(path: path) ?? HEIFFile(path: path) ?? RawPhotoPreview.picture(ofFileAt: path)
        } catch {
            throw unreadable("\(error)", cause: error)
        }
        guard let picture else { return nil }
        guard picture.format.width >= 2, picture.format.height >= 2 else { throw tooSmall }
        return picture
    }

    private func still(_ decode: () throws -> CVPixelBuffer?) throws(CaptureError) -> CVPixelBuffer {
        do {
            if let frame = try decode() { return frame }
        } catch let error as CaptureError {
            throw error
        } catch {
            throw unreadable("\(error)", cause: error)
        }
        throw CaptureError(.deviceFailed, "there is no memory for the picture in \(path)", device: id)
    }

    /// - Throws: `deviceNotFound` or `fileUnreadable`, naming the path.
    private func open() throws(CaptureError) -> MediaReader {
        try checkReadable()
        if let reader = openReaders.take(path) { return reader }
        do {
            return try MediaReader(path: path, soundRate: Self.soundRate)
        } catch {
            throw fault(error)
        }
    }

    /// FFmpeg's error about a file, in plain words.
    private func fault(_ error: FFmpegError) -> CaptureError {
        switch error.code {
        case .unreadable: unreadable(error.message, cause: error)
        case .unsupported where FileFault(path: path) == .rawPhoto: unreadable(error.message, cause: error)
        default: captureError(error)
        }
    }

    /// - Throws: `deviceNotFound` when the file has none; or why it cannot be decoded.
    func video(of reader: MediaReader) throws(CaptureError) -> MediaReader.Video {
        if let fault = reader.pictureFault { throw self.fault(fault) }
        guard let video = reader.video else {
            throw CaptureError(.deviceNotFound, "\(path) has no pictures", device: id)
        }
        guard video.width >= 2, video.height >= 2 else { throw tooSmall }
        return video
    }

    /// 4:2:0 needs a chroma sample of its own.
    private var tooSmall: CaptureError {
        CaptureError(.fileUnreadable, "\(path) is smaller than 2 x 2 pixels", device: id)
    }

    func audio(of reader: MediaReader) throws(CaptureError) -> MediaReader.Audio {
        if let fault = reader.soundFault { throw self.fault(fault) }
        guard let audio = reader.audio, audio.channels > 0 else {
            throw CaptureError(.deviceNotFound, "\(path) has no sound", device: id)
        }
        return audio
    }

    func next(_ reader: MediaReader) throws(CaptureError) -> MediaReader.Sample? {
        do {
            return try reader.next()
        } catch {
            throw captureError(error)
        }
    }

    func rewind(_ reader: MediaReader) throws(CaptureError) {
        do {
            try reader.rewind()
        } catch {
            throw captureError(error)
        }
    }

    /// The error at the end of a file that was cut short.
    ///
    /// - Parameter seconds: the length that is there.
    func cutShort(after seconds: Double) -> CaptureError {
        let place = String(format: "%.1f", seconds)
        return CaptureError(.fileUnreadable, "\(path) is cut short: it ends after \(place) s", device: id)
    }

    /// The error, in plain words, for a file that holds nothing that can be shown.
    ///
    /// - Parameter words: the libraries' message.
    func unreadable(_ words: String, cause: (any Error)? = nil) -> CaptureError {
        let fault = FileFault(path: path)
        let sentence = fault?.sentence(about: path, isSound: isSound, words) ?? "\(path): \(words)"
        let code: CaptureError.Code = if case .unsupported? = fault { .formatUnsupported } else { .fileUnreadable }
        return CaptureError(code, sentence, device: id, cause: cause)
    }

    /// Records that this many of the file's samples could not be decoded.
    func noteDamage(_ count: Int) { damage.add(count, to: id) }

    /// FFmpeg's error as an error of this device.
    private func captureError(_ error: FFmpegError) -> CaptureError {
        let code: CaptureError.Code =
            switch error.code {
            case .librariesMissing: .deviceFailed
            case .codecMissing, .unsupported: .formatUnsupported
            case .unreadable, .codecFailed: .fileUnreadable
            }
        return CaptureError(code, error.message, device: id, cause: error)
    }

    /// The duration of a frame: the file's average, or a thirtieth of a second for a still picture.
    static func frameDuration(_ video: MediaReader.Video) -> CMTime {
        guard let rate = video.frameRate, let value = Int64(exactly: rate.denominator),
            let timescale = Int32(exactly: rate.numerator), (0.00001...1000).contains(rate.value)
        else { return stillDuration }
        return CMTime(value: value, timescale: timescale)
    }

    /// The rate at which sound stored at another one is played: the next higher one that movies can have, or the highest.
    static func soundRate(_ stored: Int) -> Int {
        if let rate = movieRates.first(where: { $0 >= stored }) { return rate }
        return stored % 11_025 == 0 ? 88_200 : 96_000
    }

    /// Source: ISO/IEC 14496-3, table 1.18; without its lowest, which few players know.
    private static let movieRates = [
        8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]

    private static let stillDuration = CMTime(value: 1, timescale: 30)

    /// Reports faults in plain words, before the libraries are loaded and report them in theirs.
    private func checkReadable() throws(CaptureError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason = errno == ENOENT ? "there is no file \(path)" : "\(path): \(String(cString: strerror(errno)))"
            throw CaptureError(errno == ENOENT ? .deviceNotFound : .fileUnreadable, reason, device: id)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw CaptureError(.fileUnreadable, "\(path) is a folder", device: id)
        }
        // Opening a pipe would wait until somebody writes to it, perhaps forever.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CaptureError(.fileUnreadable, "\(path) is a pipe or a device, not a file", device: id)
        }
        guard access(path, R_OK) == 0 else {
            throw CaptureError(.fileUnreadable, "\(path) may not be read", device: id)
        }
    }
}
