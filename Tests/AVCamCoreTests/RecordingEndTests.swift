import AVFoundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore

/// Why a recording has ended, and what became of it: both are told, whatever else happens.
extension SimulatedCameraTests {
    @MainActor struct RecordingEndTests {
        private let phone = SimulatedPhone.ofTest
        private let saved = "What was recorded is saved."

        /// Records a few frames, and then until `something` has ended it.
        ///
        /// - Parameter isSaved: whether the library takes the movie.
        /// - Returns: the problem, once it has `words`.
        private func problem(
            isSaved: Bool = true, with words: [String], after something: (SimulatedPhone) -> Void
        ) async throws -> String {
            let studio = try ModelStudio(
                { $0.captureMode = .video }, store: { isSaved ? $0 : RefusingStore(store: $0) as any MediaStore })
            let model = studio.model
            await model.start()
            await model.toggleRecording()
            try await waitUntil {
                if case .movieCapture(let progress) = model.captureActivity { progress.frames > 8 } else { false }
            }
            #expect(model.problem == nil)
            something(phone)
            try await waitUntil {
                words.allSatisfy { model.problem?.description.contains($0) == true } && model.movie.isNone
            }
            let problem = try #require(model.problem?.description)
            await model.stop()
            return problem
        }

        @Test func aMovieThatIsNotSavedTellsWhyItEndedToo() async throws {
            let failure = Message(RefusingStore.failure).description
            let problem = try await problem(isSaved: false, with: [failure]) { $0.body.begin(.otherAppInForeground) }
            phone.body.end(.otherAppInForeground)
            #expect(problem == "The camera is paused while another app shares the screen. \(failure)")
        }

        @Test func whatBecameOfAMovieIsToldBesideTheCameraThatTakesOver() async throws {
            let words = ["another camera is used", saved]
            let problem = try await problem(with: words) { $0.unplug("back") }
            #expect(!problem.contains("choose another device"), "The loss of the camera is told twice: \(problem)")
        }

        @Test func thatAMovieIsNotSavedIsToldBesideTheCameraThatTakesOver() async throws {
            let failure = Message(RefusingStore.failure).description
            let words = ["another camera is used", failure]
            let problem = try await problem(isSaved: false, with: words) { $0.unplug("back") }
            #expect(!problem.contains(saved))
        }

        @Test func aFullDiskIsOneReason() {
            let file = URL(fileURLWithPath: "/movie.mov")
            let full = PHPhotosError(.notEnoughSpace)
            let movie = Movie(
                url: file, progress: RecordingProgress(), startDate: nil, interruption: AVError(.diskFull))
            #expect(CameraModel.message(of: movie, notSaved: full) == Message(full))
            let other = PHPhotosError(.accessUserDenied)
            let both = CameraModel.message(of: movie, notSaved: other)
            #expect(both?.description == "\(Message(AVError(.diskFull))) \(Message(other))")
            #expect(both?.isOfEndedRecording == true)
            let whole = Movie(url: file, progress: RecordingProgress(), startDate: nil, interruption: nil)
            #expect(CameraModel.message(of: whole, notSaved: nil) == nil)
            #expect(CameraModel.message(of: whole, notSaved: full) == Message(full))
        }
    }
}

/// A store that takes no movies.
private struct RefusingStore: MediaStore {
    static let failure = PHPhotosError(.accessUserDenied)

    let store: MediaLibrary

    var obstacle: (any Error)? { store.obstacle }
    var thumbnails: AsyncStream<CGImage?> { store.thumbnails }

    func save(_ photo: Photo) async throws -> SavedMedia { try await store.save(photo) }

    func save(_ movie: Movie) async throws -> SavedMedia { throw Self.failure }

    func makeRecordingPlace() async throws -> any MoviePlace { try await store.makeRecordingPlace() }
}
