@_spi(Linux) import AVFoundation
import Foundation
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite(.ownPhoneOnPatientClock) struct AudioFileOutputTests {
        private let output = AVCaptureAudioFileOutput()
        private let session = AVCaptureSession()
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            let microphone = try #require(AVCaptureDevice(uniqueID: "simulated:microphone"))
            session.addInput(try AVCaptureDeviceInput(device: microphone))
            try #require(session.canAddOutput(output))
            session.addOutput(output)
            session.startRunning()
        }

        private func record(
            _ fileType: AVFileType, _ name: String, seconds: Double = 0.5, meanwhile: () throws -> Void = {}
        ) throws -> MovieProbe {
            let (url, delegate) = (folder.file(name), MovieDelegate())
            output.startRecording(to: url, outputFileType: fileType, recordingDelegate: delegate)
            #expect(delegate.started())
            try meanwhile()
            try #require(eventually { output.recordedDuration.seconds >= seconds })
            output.stopRecording()
            #expect(try #require(delegate.finished()).error == nil)
            return try MovieProbe(url)
        }

        @Test(arguments: [(AVFileType.m4a, "aac"), (.caf, "pcm_s16le"), (.wav, "pcm_s16le")])
        func soundIsRecordedInEachType(fileType: AVFileType, codec: String) throws {
            #expect(AVCaptureAudioFileOutput.availableOutputFileTypes().contains(fileType))
            let file = try record(fileType, "sound.\(codec)", seconds: 3.5)
            // Of each CAF file of samples, ffprobe says that it guesses how long it is.
            #expect(file.complaints.isEmpty || fileType == .caf && file.complaints.contains("Estimating duration"))
            #expect(file.video == nil)
            let sound = try #require(file.audio)
            #expect(sound.codec_name == codec && sound.sample_rate == "48000")
            #expect(file.format.durationSeconds >= 3.5 && output.recordedFileSize > 0)
            #expect(abs(file.format.durationSeconds - output.recordedDuration.seconds) < 0.03)
            let beeps = try SceneMovie.beeps(in: file)
            let first = try #require(beeps.first)
            #expect([1, 2].allSatisfy { second in beeps.contains { abs($0 - first - second) < 0.005 } }, "\(beeps)")
        }

        @Test func theSettingsOfTheSoundCount() throws {
            output.audioSettings = [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
                AVEncoderBitRateKey: 32_000,
            ]
            let file = try record(.m4a, "mono.m4a")
            #expect(file.audio?.sample_rate == "44100" && file.audio?.channels == 1)
            output.audioSettings = [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
                AVLinearPCMBitDepthKey: 24, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
                AVLinearPCMIsNonInterleaved: false,
            ]
            #expect(try record(.caf, "deep.caf", seconds: 0.5).audio?.codec_name == "pcm_s24le")
            output.audioSettings = nil
            #expect(try record(.wav, "plain.wav", seconds: 0.5).audio?.codec_name == "pcm_s16le")
        }

        @Test func aPauseIsLeftOut() throws {
            let (url, delegate) = (folder.file("paused.wav"), MovieDelegate())
            let clock = try #require(session.synchronizationClock)
            output.startRecording(to: url, outputFileType: .wav, recordingDelegate: delegate)
            try #require(eventually { output.recordedDuration.seconds >= 0.4 })
            output.pauseRecording()
            let pause = clock.time
            try #require(eventually { (clock.time - pause).seconds >= 1 })
            let end = clock.time
            output.resumeRecording()
            let before = output.recordedDuration.seconds
            try #require(eventually { output.recordedDuration.seconds >= before + 0.4 })
            output.stopRecording()
            let stop = clock.time
            let record = try #require(delegate.finished())
            // With the pause, it would be a second longer.
            let most = (pause - record.startTime).seconds + (stop - end).seconds
            let file = try MovieProbe(url)
            #expect(file.complaints == "" && file.format.durationSeconds >= 0.8)
            #expect(file.format.durationSeconds < most + 0.1)
        }

        /// The file is made on another thread, when the settings may have changed.
        @Test func whatIsSetLaterDoesNotChangeARunningRecording() throws {
            output.audioSettings = nil
            let file = try record(.wav, "first.wav") {
                output.audioSettings = [
                    AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
                ]
                let refused = MovieDelegate()
                output.startRecording(
                    to: folder.file("second.m4a"), outputFileType: .m4a, recordingDelegate: refused)
                let refusal = try #require(refused.finished())
                #expect(refusal.error != nil)
            }
            #expect(file.audio?.codec_name == "pcm_s16le" && file.audio?.sample_rate == "48000")
        }

        @Test func aLimitEndsTheRecording() throws {
            output.maxRecordedDuration = CMTime(value: 1, timescale: 2)
            let (url, delegate) = (folder.file("short.caf"), MovieDelegate())
            output.startRecording(to: url, outputFileType: .caf, recordingDelegate: delegate)
            let error = try #require(delegate.finished()?.error as? AVError)
            #expect(error.code == .maximumDurationReached)
            #expect(abs(try MovieProbe(url).format.durationSeconds - 0.5) < 0.001)
        }

        @Test func aFileThatIsThereIsNotReplaced() throws {
            let (url, delegate) = (folder.file("there.m4a"), MovieDelegate())
            try Data("old".utf8).write(to: url)
            output.startRecording(to: url, outputFileType: .m4a, recordingDelegate: delegate)
            let error = try #require(delegate.finished()?.error as? AVError)
            #expect(error.code == .fileAlreadyExists && error.localizedDescription.contains("there.m4a"))
            #expect(try Data(contentsOf: url) == Data("old".utf8))
        }
    }
}

enum AudioFileMistake: String, Mistake {
    case typeThatIsNotSaid, typeOfPictures, unknownCompression, compressionOfAnotherType

    private static let start =
        "*** -[AVCaptureAudioFileOutput startRecordingToOutputFileURL:outputFileType:recordingDelegate:]"

    var reason: String {
        switch self {
        case .typeThatIsNotSaid:
            "*** -[AVCaptureAudioFileOutput startRecordingToOutputFileURL:recordingDelegate:] Not supported - use "
                + "-startRecordingToOutputFileURL:outputFileType:recordingDelegate:"
        case .typeOfPictures: "\(Self.start) Unsupported output file type public.mpeg-4"
        case .unknownCompression:
            "*** -[AVCaptureAudioFileOutput setAudioSettings:] AVFormatIDKey .mp3 cannot be in files of the type "
        case .compressionOfAnotherType:
            "\(Self.start) AVFormatIDKey aac  cannot be in files of the type com.microsoft.waveform-audio"
        }
    }

    func make() throws {
        let output = AVCaptureAudioFileOutput()
        let session = try MistakeScene.soundSession(output)
        defer { withExtendedLifetime(session) {} }
        let url = URL(fileURLWithPath: "/tmp/none.m4a")
        switch self {
        case .typeThatIsNotSaid: output.startRecording(to: url, recordingDelegate: MovieDelegate())
        case .typeOfPictures:
            output.startRecording(to: url, outputFileType: .mp4, recordingDelegate: MovieDelegate())
        case .unknownCompression: output.audioSettings = [AVFormatIDKey: kAudioFormatMPEGLayer3]
        case .compressionOfAnotherType:
            output.audioSettings = [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
            ]
            output.startRecording(to: url, outputFileType: .wav, recordingDelegate: MovieDelegate())
        }
    }
}

@Suite struct AudioFileMistakeTests {
    @Test(arguments: AudioFileMistake.allCases)
    func stopsTheProcess(_ mistake: AudioFileMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
