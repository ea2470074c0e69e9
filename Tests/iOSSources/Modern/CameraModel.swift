import AVFoundation
import Photos
import os

private let logger = Logger(subsystem: "com.example.camera", category: "model")

/// What the app's window shows.
@MainActor
@Observable
public final class CameraModel {
    public enum Status {
        case unknown, unauthorized, failed, running
    }

    public private(set) var status = Status.unknown
    public private(set) var activity = CaptureService.Activity.idle
    public private(set) var prefersMinimizedUI = false
    public private(set) var isInterrupted = false
    public private(set) var thumbnail: CGImage?
    public private(set) var error: (any Error)?

    public let service = CaptureService()
    private let library = MediaLibrary()

    public init() {}

    public func start() async {
        guard await service.isAuthorized else {
            status = .unauthorized
            return
        }
        do {
            try await service.start()
            observeState()
            status = .running
        } catch {
            logger.error("The capture service cannot start: \(error.localizedDescription, privacy: .public)")
            status = .failed
        }
    }

    public func capturePhoto() async {
        do {
            let photo = try await service.capturePhoto()
            thumbnail = try await library.save(photo: photo)
        } catch {
            self.error = error
        }
    }

    public func toggleRecording() async {
        switch activity {
        case .movieCapture:
            do {
                let movie = try await service.stopRecording()
                thumbnail = try await library.save(movie: movie)
            } catch {
                self.error = error
            }
        default:
            await service.startRecording()
        }
    }

    private func observeState() {
        Task {
            for await activity in await service.$activity.values {
                self.activity = activity
            }
        }
        Task {
            for await isInterrupted in await service.$isInterrupted.values {
                self.isInterrupted = isInterrupted
            }
        }
        Task {
            for await isFullscreen in await service.$isShowingFullscreenControls.values {
                prefersMinimizedUI = isFullscreen
            }
        }
    }
}
