import CaptureEngine
import Foundation
import Glibc
import Locking
import TestSupport
import Testing

@testable import HostSurroundings

/// Input devices that are pipes: a test writes into them what the kernel would.
struct ButtonWatchTests {
    private let folder: TemporaryFolder
    private let events = Monitor<[SurroundingsEvent]>([])

    init() throws { folder = try TemporaryFolder() }

    private struct Device {
        private static let keyType: UInt16 = 1
        private let file: FileHandle
        private let path: String

        init(_ path: String) throws {
            try #require(mkfifo(path, 0o600) == 0)
            // In both directions, a pipe can be opened before it has a reader.
            file = try #require(FileHandle(forUpdatingAtPath: path))
            self.path = path
        }

        /// Source: Linux, input.rst: the time (two machine words), then type, code and value.
        func send(_ key: ButtonNode.Key, _ value: Int32, type: UInt16 = keyType) {
            send(type: type, code: key.rawValue, value)
        }

        func send(type: UInt16, code: UInt16, _ value: Int32 = 0) {
            var event = Data(count: 2 * MemoryLayout<Int>.size)
            for part in [type, code] { withUnsafeBytes(of: part) { event.append(contentsOf: $0) } }
            withUnsafeBytes(of: value) { event.append(contentsOf: $0) }
            file.write(event)
        }

        func unplug() throws {
            try FileManager.default.removeItem(atPath: path)
            try file.close()
        }
    }

    private func plugIn(_ name: String) throws -> Device { try Device(folder.file(name).path) }

    private func watch(keys: Set<ButtonNode.Key> = Set(ButtonNode.Key.allCases)) -> ButtonWatch {
        ButtonWatch(folder: folder.url.path, keys: { _ in keys }) { [events] event in
            events.withLock { $0.append(event) }
        }
    }

    /// The first events, once there are so many.
    private func first(_ count: Int) -> [SurroundingsEvent]? {
        events.wait(timeout: .seconds(30)) { $0.count >= count ? $0 : nil }
    }

    @Test func pressesOfTheKernelsKeysAreReported() throws {
        let device = try plugIn("event3")
        let reading = watch().read()
        device.send(.camera, 1)
        device.send(.camera, 2)
        device.send(.camera, 0)
        device.send(.cameraFocus, 1)
        device.send(.cameraFocus, 0)
        device.send(.volumeUp, 1)
        device.send(.volumeDown, 1, type: 2)
        device.send(.volumeUp, 0)
        #expect(
            first(5) == [
                .pressed(.cameraControl, .began), .pressed(.cameraControl, .ended), .touched(.lightPress),
                .pressed(.volumeUp, .began), .pressed(.volumeUp, .ended),
            ])
        withExtendedLifetime(reading) {}
    }

    @Test func aDeviceThatIsPluggedInLaterIsRead() throws {
        let first = try plugIn("event0")
        let reading = watch().read()
        first.send(.volumeDown, 1)
        #expect(self.first(1) == [.pressed(.volumeDown, .began)])
        let second = try plugIn("event1")
        second.send(.camera, 1)
        #expect(self.first(2)?.last == .pressed(.cameraControl, .began))
        withExtendedLifetime(reading) {}
    }

    @Test func aDeviceThatGoesCancelsAPress() throws {
        let device = try plugIn("event0")
        let reading = watch().read()
        device.send(.camera, 1)
        #expect(first(1) != nil)
        try device.unplug()
        #expect(first(2) == [.pressed(.cameraControl, .began), .pressed(.cameraControl, .cancelled)])
        withExtendedLifetime(reading) {}
    }

    /// A program that was stopped for a while misses events: a button is not held down forever.
    @Test func aReleaseThatTheKernelDroppedIsRecovered() throws {
        let device = try plugIn("event0")
        let reading = watch().read()
        device.send(.camera, 1)
        #expect(first(1) != nil)
        // SYN_DROPPED. A pipe has no keys, so none counts as down.
        device.send(type: 0, code: 3)
        device.send(.camera, 0)
        device.send(.volumeDown, 1)
        #expect(
            first(3) == [
                .pressed(.cameraControl, .began), .pressed(.cameraControl, .ended), .pressed(.volumeDown, .began),
            ])
        withExtendedLifetime(reading) {}
    }

    @Test func aReleaseWithoutItsPressIsNothing() throws {
        let device = try plugIn("event0")
        let reading = watch().read()
        device.send(.camera, 0)
        device.send(.volumeUp, 1)
        #expect(first(1) == [.pressed(.volumeUp, .began)])
        withExtendedLifetime(reading) {}
    }

    private static let devices: [(Set<ButtonNode.Key>, Set<BodyButton>)] = [
        ([.camera], []), ([.camera, .cameraFocus], [.cameraControl]),
        ([.volumeUp, .volumeDown], [.volumeUp, .volumeDown]), ([], []),
    ]

    @Test(arguments: devices) func buttonsAreTheKeysOfReadableDevices(
        keys: Set<ButtonNode.Key>, buttons: Set<BodyButton>
    ) throws {
        let device = try plugIn("event0")
        #expect(watch(keys: keys).buttons == buttons)
        withExtendedLifetime(device) {}
    }

    /// A pipe is no input device: the kernel says that it has no keys.
    @Test func otherNodesHaveNoKeys() throws {
        let device = try plugIn("event0")
        #expect(ButtonNode("\(folder.url.path)/event0", keys: ButtonNode.kernelKeys) == nil)
        withExtendedLifetime(device) {}
    }
}
