import LinuxVideo
import Locking
import Testing

@testable import V4L2Devices

/// A driver that hangs does not keep those who look for cameras.
@Suite struct NodeQuestionsTests {
    private let path = "/dev/video0"
    /// Whether the driver hangs. The time is longer than any test that is not broken.
    private let isHanging = Monitor(true)

    private func hang() { _ = isHanging.wait(timeout: .seconds(60)) { $0 ? nil : true } }

    @Test func anAnswerIsHandedOn() {
        let questions = NodeQuestions(timeout: .seconds(60))
        #expect(questions.ask(path) { [7] } == [7])
        #expect(questions.hanging.withLock { $0.isEmpty })
    }

    @Test func aDriverThatHangsIsNotAskedAgainUntilItAnswers() {
        let questions = NodeQuestions(timeout: .milliseconds(50))
        let asked = Mutex(0)
        let first = questions.ask(path) { [self] in
            asked.withLock { $0 += 1 }
            hang()
            return 1
        }
        #expect(first == nil)
        let second = questions.ask(path) {
            asked.withLock { $0 += 1 }
            return 2
        }
        #expect(second == nil && questions.hanging.withLock { $0 } == [path: 1])
        isHanging.withLock { $0 = false }
        #expect(questions.hanging.wait(timeout: .seconds(60)) { $0.isEmpty ? true : nil } == true)
        #expect(asked.withLock { $0 } == 1, "the second question was not put")
    }

    @Test func otherNodesAreAskedMeanwhile() {
        let questions = NodeQuestions(timeout: .seconds(60))
        questions.note(path, isHanging: true)
        #expect(questions.ask(path) { 1 } == nil && questions.ask("/dev/video1") { 1 } == 1)
        questions.note(path, isHanging: false)
        #expect(questions.ask(path) { 1 } == 1)
    }

    @Test func aCameraThatHangsKeepsTheFormatThatItWasFoundWith() throws {
        let camera = FakeCamera(lists: [
            ("YUYV", [.discrete(width: 640, height: 480), .discrete(width: 320, height: 240)])
        ])
        let found = V4L2Camera(
            node: V4L2Node(path: path), device: camera, only: nil, questions: NodeQuestions(timeout: .milliseconds(50))
        ) { [self] in
            hang()
            return camera
        }
        let formats = try #require(found).description(named: nil).formats
        #expect(formats.map(\.description.dimensions.width) == [640])
        isHanging.withLock { $0 = false }
    }
}
