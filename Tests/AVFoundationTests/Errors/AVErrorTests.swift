import AVFoundation
import Foundation
import Testing

/// An error of the capture system and the `NSError` that stands for it.
@Suite struct AVErrorTests {
    @Test func anErrorAndItsNSErrorSayTheSame() {
        let error = AVError(.diskFull, userInfo: [AVErrorFileSizeKey: 7])
        let standing = error._nsError
        #expect(standing.domain == AVFoundationErrorDomain && standing.code == AVError.Code.diskFull.rawValue)
        #expect(standing.localizedDescription == error.localizedDescription)
        let again = AVError(_nsError: standing)
        #expect(again == error && again.fileSize == 7)
        #expect(AVError(_nsError: NSError(domain: AVFoundationErrorDomain, code: 1)).code == .unknown)
    }

    @Test func anErrorIsCaughtByItsCode() {
        func isFull(_ error: AVError) -> Bool {
            do {
                throw error as any Error
            } catch AVError.diskFull {
                return true
            } catch {
                return false
            }
        }
        #expect(isFull(AVError(.diskFull)) && !isFull(AVError(.sessionNotRunning)))
    }
}
