import AVCamCore
import Foundation
import LockedCameraCapture
import Photos

/// Imports into the library what ``SessionStore`` kept on the lock screen.
struct SessionImport: CaptureImport {
    let library: MediaLibrary

    func follow(onProblem: @Sendable (any Error) async -> Void) async {
        // The extension begins with the settings that the app has now.
        do { try await AVCamCaptureIntent.updateAppContext(CameraState.load()) } catch { await onProblem(error) }
        for await update in LockedCameraCaptureManager.shared.sessionContentUpdates {
            let urls: [URL]
            switch update {
            case .initial(let found): urls = found
            case .added(let url): urls = [url]
            default: continue
            }
            for url in urls {
                do { try await takeOver(url) } catch { await onProblem(error) }
            }
        }
    }

    private func takeOver(_ session: URL) async throws {
        for folder in try FileManager.default.contentsOfDirectory(at: session, includingPropertiesForKeys: nil) {
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            let resources = files.compactMap { url in
                Int(url.deletingPathExtension().lastPathComponent).flatMap(PHAssetResourceType.init).map { ($0, url) }
            }
            guard !resources.isEmpty else { continue }
            _ = try await library.save { request in
                for (type, url) in resources { request.addResource(with: type, fileURL: url, options: nil) }
            }
            try FileManager.default.removeItem(at: folder)
        }
        try await LockedCameraCaptureManager.shared.invalidateSessionContent(at: session)
    }
}
