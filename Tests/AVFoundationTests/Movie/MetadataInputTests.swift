import AVFoundation
import Foundation
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Metadata that a program gives to a session, in its movies.
    @Suite struct MetadataInputTests {
        private let output = AVCaptureMovieFileOutput()
        private let delegate = MovieDelegate()
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func format() throws -> CMMetadataFormatDescription {
            let specification: [String: Any] = [
                kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier:
                    AVMetadataIdentifier.quickTimeMetadataLocationISO6709.rawValue,
                kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType:
                    kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709,
            ]
            var made: CMMetadataFormatDescription?
            let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
                allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: [specification],
                formatDescriptionOut: &made)
            #expect(status == noErr)
            return try #require(made)
        }

        private func group(_ place: String, at time: CMTime = CMClockGetTime(CMClockGetHostTimeClock()))
            -> AVTimedMetadataGroup
        {
            let item = AVMutableMetadataItem()
            item.identifier = .quickTimeMetadataLocationISO6709
            item.dataType = kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709 as String
            item.value = NSString(string: place)
            return AVTimedMetadataGroup(items: [item], timeRange: CMTimeRange(start: time, duration: .invalid))
        }

        private func input() throws -> AVCaptureMetadataInput {
            AVCaptureMetadataInput(formatDescription: try format(), clock: CMClockGetHostTimeClock())
        }

        /// Waits until so much more is in the movie.
        private func pass(_ seconds: Double) throws {
            let start = output.recordedDuration.seconds
            try #require(eventually { output.recordedDuration.seconds >= start + seconds })
        }

        @Test(arguments: [false, true]) func groupsBecomeATrackOfTheMovie(_ hasSound: Bool) async throws {
            let capture = try SimulatedCapture(microphone: hasSound, outputs: [output])
            let input = try input()
            #expect(capture.session.canAddInput(input))
            capture.session.addInput(input)
            let port = try #require(input.ports.first)
            let wanted = try format()
            #expect(port.mediaType == .metadata && port.formatDescription == wanted && port.input === input)
            #expect(output.connection(with: .metadata)?.inputPorts == [port])
            let url = folder.file("movie.mov")
            capture.session.startRunning()
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(delegate.started())
            try pass(0.3)
            let first = CMClockGetTime(CMClockGetHostTimeClock())
            try input.append(group("+48.1375+011.5755/", at: first))
            try pass(0.4)
            let second = CMClockGetTime(CMClockGetHostTimeClock())
            try input.append(group("+48.2000+011.6000/", at: second))
            try pass(0.3)
            output.stopRecording()
            #expect(try #require(delegate.finished()).error == nil)
            let movie = try MovieProbe(url)
            #expect(try movie.decodingComplaints() == "")
            #expect(movie.streams.map(\.codec_tag_string) == (hasSound ? ["avc1", "mp4a", "mebx"] : ["avc1", "mebx"]))
            let report = try Tool.output("exiftool", ["-ee", "-n", "-a", "-s3", "-GPSCoordinates", url.path])
            let places = String(decoding: report, as: UTF8.self).split(separator: "\n")
            #expect(places == ["48.1375 11.5755", "48.2 11.6"])
            // Its times are those of the groups, on the movie's timeline.
            let asset = AVURLAsset(url: url)
            let track = try #require(try await asset.loadTracks(withMediaType: .metadata).first)
            let reader = try AVAssetReader(asset: asset)
            let samples = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
            reader.add(samples)
            let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: samples)
            #expect(reader.startReading())
            var groups: [AVTimedMetadataGroup] = []
            while let group = adaptor.nextTimedMetadataGroup() { groups.append(group) }
            #expect(groups.map { $0.items.count } == [0, 1, 1] && groups.first?.timeRange.start == .zero)
            let distance = (groups[2].timeRange.start - groups[1].timeRange.start).seconds
            #expect(abs(distance - (second - first).seconds) < 0.001)
            let start = delegate.record.withLock { $0.startTime }
            #expect(abs(groups[1].timeRange.start.seconds - (first - start).seconds) < 0.001)
            #expect(abs(groups[2].timeRange.end.seconds - (movie.video?.durationSeconds ?? 0)) < 0.01)
        }

        @Test func aConnectionOfItsOwnIsEnough() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let (one, two) = (try input(), try input())
            for input in [one, two] {
                capture.session.addInputWithNoConnections(input)
                let connection = AVCaptureConnection(inputPorts: input.ports, output: output)
                #expect(capture.session.canAddConnection(connection))
                capture.session.addConnection(connection)
            }
            let url = folder.file("two.mov")
            capture.session.startRunning()
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(delegate.started())
            try two.append(group("+1.0000+002.0000/"))
            try pass(0.3)
            output.stopRecording()
            #expect(try #require(delegate.finished()).error == nil)
            let movie = try MovieProbe(url)
            #expect(
                try movie.decodingComplaints() == ""
                    && movie.streams.map(\.codec_tag_string) == ["avc1", "mebx", "mebx"])
            capture.session.removeInput(one)
            #expect(output.connections.count == 2 && !capture.session.inputs.contains(one))
        }

        @Test func whatCannotBeWrittenIsRefused() throws {
            let input = try input()
            let note = AVMutableMetadataItem()
            note.identifier = .quickTimeMetadataTitle
            note.dataType = kCMMetadataBaseDataType_UTF8 as String
            note.value = NSString("x")
            let now = CMClockGetTime(CMClockGetHostTimeClock())
            #expect(throws: AVError(.formatUnsupported)) {
                try input.append(
                    AVTimedMetadataGroup(items: [note], timeRange: CMTimeRange(start: now, duration: .invalid)))
            }
            try input.append(group("+1.0000+002.0000/", at: now))
            #expect(throws: AVError(.operationNotAllowed)) { try input.append(group("+1.0000+002.0000/", at: now)) }
            #expect(throws: AVError(.operationNotAllowed)) {
                try input.append(group("+1.0000+002.0000/", at: .invalid))
            }
        }
        /// The camera could not be opened, so that the commit took it back, and with it its connection.
        @Test func aLostCameraIsAnErrorAndNoMistake() throws {
            let session = AVCaptureSession()
            session.addOutput(output)
            session.addInput(try input())
            session.startRunning()
            defer { session.stopRunning() }
            var faults = SimulatedFaults()
            faults.isBusy = true
            SimulatedPhone.ofTest.setFaults(faults, of: "back")
            defer { SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "back") }
            let camera = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            session.addInput(try AVCaptureDeviceInput(device: camera))
            try #require(eventually { output.connections.map(\.inputPorts.first?.mediaType) == [.metadata] })
            output.startRecording(to: folder.file("lost.mov"), recordingDelegate: delegate)
            let record = try #require(delegate.finished())
            #expect(record.error != nil && record.finishCount == 1 && record.startCount == 0)
        }

        /// Metadata alone never ends a recording: nothing is due before the first frame.
        @Test func aRecordingEndsWithItsLastDevice() throws {
            var faults = SimulatedFaults()
            faults.stallAfterMilliseconds = 0
            SimulatedPhone.ofTest.setFaults(faults, of: "back")
            defer { SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "back") }
            let capture = try SimulatedCapture(outputs: [output])
            let metadata = try input()
            capture.session.addInput(metadata)
            capture.session.startRunning()
            output.startRecording(to: folder.file("alone.mov"), recordingDelegate: delegate)
            try metadata.append(group("+1.0000+002.0000/"))
            let camera = try #require(capture.session.inputs.first { $0 is AVCaptureDeviceInput })
            capture.session.removeInput(camera)
            #expect(output.connection(with: .metadata)?.isActive == true)
            let record = try #require(delegate.finished())
            #expect(record.error != nil && record.startCount == 0)
        }

        /// Apple's way to say that there is nothing for a while.
        @Test func anEmptyGroupEndsTheOneBefore() async throws {
            let capture = try SimulatedCapture(outputs: [output])
            let metadata = try input()
            capture.session.addInput(metadata)
            capture.session.startRunning()
            let url = folder.file("pause.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(delegate.started())
            try metadata.append(group("+1.0000+002.0000/"))
            try pass(0.3)
            let pause = CMTimeRange(start: CMClockGetTime(CMClockGetHostTimeClock()), duration: .invalid)
            try metadata.append(AVTimedMetadataGroup(items: [], timeRange: pause))
            try pass(0.3)
            output.stopRecording()
            #expect(try #require(delegate.finished()).error == nil)
            let asset = AVURLAsset(url: url)
            let track = try #require(try await asset.loadTracks(withMediaType: .metadata).first)
            let reader = try AVAssetReader(asset: asset)
            let samples = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
            reader.add(samples)
            let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: samples)
            #expect(reader.startReading())
            var counts: [Int] = []
            while let group = adaptor.nextTimedMetadataGroup() { counts.append(group.items.count) }
            #expect(counts.suffix(2) == [1, 0], "\(counts)")
        }
    }
}
