import Foundation
import FoundationNetworking
import Glibc
import Locking
import Testing
import UIKit

@testable import SwiftUI

/// A server on this machine that answers each request with the same bytes, until it is released.
private final class LocalServer: @unchecked Sendable {  // `socket` is set once, before the thread begins.
    private let socket: Int32
    let port: UInt16

    /// - Parameter keepsOpen: whether the end of an answer never comes.
    init(keepsOpen: Bool = false, _ answer: @escaping @Sendable (_ path: String) -> Data) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                var request = [UInt8](repeating: 0, count: 4096)
                let count = max(0, read(connection, &request, request.count))
                let line = String(decoding: request.prefix(count), as: UTF8.self).split(separator: " ")
                let data = answer(line.count > 1 ? String(line[1]) : "")
                data.withUnsafeBytes { _ = send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if !keepsOpen { close(connection) }
            }
        }
    }

    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }
}

@Suite(.serialized, .timeLimit(.minutes(5))) @MainActor struct AsyncImageTests {
    private let picture = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image { context in
        UIColor.red.setFill()
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 20))
    }.pngData()!

    private func answer(_ data: Data, status: String = "200 OK", more: String = "") -> Data {
        Data("HTTP/1.1 \(status)\r\nContent-Length: \(data.count)\r\nConnection: close\r\n\(more)\r\n".utf8) + data
    }

    @Test func aFileOfTheWebIsLoaded() async throws {
        let (picture, answer) = (picture, self.answer(picture))
        let moved = self.answer(Data("moved".utf8), status: "302 Found", more: "Location: /picture\r\n")
        let server = try LocalServer { $0 == "/moved" ? moved : answer }
        for path in ["/picture", "/moved"] {
            let phase = await ImageSource(url: server.url(path), scale: 2).load()
            let pixels = phase.image?.uiImage(EnvironmentValues())
            #expect(pixels?.cgImage?.width == UIImage(data: picture)?.cgImage?.width && pixels?.scale == 2)
        }
    }

    @Test func whatCannotBeLoadedIsSaid() async throws {
        let refused = answer(Data(), status: "404 Not Found")
        let noPicture = answer(Data("no picture".utf8))
        let server = try LocalServer { $0 == "/text" ? noPicture : refused }
        let missing = await ImageSource(url: server.url("/missing"), scale: 1).load()
        let words = "\(server.url("/missing")) cannot be loaded: the server answered with 404"
        #expect(missing.error?.localizedDescription == words)
        #expect((missing.error as? URLError)?.code == .badServerResponse)
        let text = await ImageSource(url: server.url("/text"), scale: 1).load()
        #expect((text.error as? CocoaError)?.code == .fileReadCorruptFile && text.image == nil)
        let none = await ImageSource(url: URL(fileURLWithPath: "/nowhere/a.png"), scale: 1).load()
        #expect((none.error as? CocoaError)?.code == .fileReadNoSuchFile)
    }

    @Test func theWebLeadsToNoFileOfThisMachine() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".png")
        try picture.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let here = answer(Data(), status: "302 Found", more: "Location: \(file.absoluteString)\r\n")
        let server = try LocalServer { _ in here }
        let led = await ImageSource(url: server.url("/here"), scale: 1).load()
        #expect(led.image == nil && led.error is URLError)
        // No other kind of address is even tried.
        let ftp = URL(string: "ftp://127.0.0.1:\(server.port)/a.png")!
        let other = await ImageSource(url: ftp, scale: 1).load()
        #expect((other.error as? URLError)?.code == .unsupportedURL)
    }

    @Test func aLoopOfRedirectionsEnds() async throws {
        let again = answer(Data(), status: "302 Found", more: "Location: /again\r\n")
        let server = try LocalServer { _ in again }
        await #expect(throws: URLError.self) { try await WebFile.data(from: server.url("/again")) }
    }

    @Test func whatIsTooLargeIsNotLoaded() async throws {
        let large = answer(Data(count: 5000))
        let server = try LocalServer { _ in large }
        #expect(try await WebFile.data(from: server.url("/a"), limit: 5000).count == 5000)
        let error = await #expect(throws: URLError.self) {
            try await WebFile.data(from: server.url("/a"), limit: 4999)
        }
        #expect(error?.code == .dataLengthExceedsMaximum)
        #expect(error?.localizedDescription == "\(server.url("/a")) cannot be loaded: it is too large")
    }

    /// However early that is: lists cancel what is scrolled away.
    @Test func cancelledTransfersLetOthersIn() async throws {
        let small = answer(Data("a".utf8))
        let server = try LocalServer { _ in small }
        let url = server.url("/a")
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let task = Task { try await WebFile.data(from: url) }
                    for _ in 0..<index % 20 { await Task.yield() }
                    task.cancel()
                    _ = try? await task.value
                }
            }
        }
        #expect(try await WebFile.data(from: url) == Data("a".utf8))
    }

    @Test func onlyAFewAreLoadedAtOnce() async throws {
        let asked = Mutex(0)
        // The end of an answer never comes.
        let part = Data("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8) + Data(count: 10)
        let server = try LocalServer(keepsOpen: true) { _ in
            asked.withLock { $0 += 1 }
            return part
        }
        let url = server.url("/slow")
        let tasks = (0..<12).map { _ in Task { try await WebFile.data(from: url) } }
        while WebFile.gate.queueLength < 4 || asked.withLock({ $0 }) < 8 { await Task.yield() }
        #expect(asked.withLock { $0 } == 8)
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        // All have left.
        #expect(WebFile.gate.queueLength == 0)
        let small = answer(Data("a".utf8))
        let other = try LocalServer { _ in small }
        #expect(try await WebFile.data(from: other.url("/a")) == Data("a".utf8))
    }

    @Test func aTaskThatIsCancelledEndsItsTransfer() async throws {
        // It promises more than it sends, and keeps the connection.
        let part = Data("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8) + Data(count: 10)
        let isThere = AsyncStream<Void>.makeStream()
        let server = try LocalServer(keepsOpen: true) { _ in
            isThere.continuation.yield()
            return part
        }
        let url = server.url("/slow")
        let task = Task { await ImageSource(url: url, scale: 1).load() }
        for await _ in isThere.stream { break }
        task.cancel()
        #expect(await task.value.error is CancellationError)
    }

    private func wait(_ shown: Shown, until condition: () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { end in DispatchQueue.main.async { end.resume() } }
            await Task.yield()
            shown.update()
        }
    }

    @Test func aViewShowsThePhasesOfItsImage() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".png")
        try picture.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = Held<URL?, AnyView>.Handle()
        let shown = Shown(
            Held(file, handle) { url in
                AnyView(
                    AsyncImage(url: url.wrappedValue) { phase in
                        if let image = phase.image {
                            image.resizable().frame(width: 80, height: 40)
                        } else if phase.error != nil {
                            Text(verbatim: "failed")
                        } else {
                            Text(verbatim: "waiting")
                        }
                    })
            })
        #expect(shown.texts == ["waiting"])
        await wait(shown) { shown.texts.isEmpty }
        #expect(shown.drawn.first?.frame.size == CGSize(width: 80, height: 40))
        // Another address: nothing of it is there yet.
        handle.value = URL(fileURLWithPath: "/nowhere.png")
        shown.update()
        #expect(shown.texts == ["waiting"])
        await wait(shown) { shown.texts == ["failed"] }
        handle.value = nil
        shown.update()
        #expect(shown.texts == ["waiting"])
    }

    @Test func aPlaceholderHoldsThePlace() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".png")
        try picture.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let shown = Shown(
            AsyncImage(url: file) {
                $0.resizable().frame(width: 10, height: 10)
            } placeholder: {
                Text(verbatim: "wait")
            })
        #expect(shown.texts == ["wait"])
        await wait(shown) { shown.texts.isEmpty }
        #expect(shown.drawn.first?.frame.width == 10)
        // Without one, it is as large as the picture.
        let plain = Shown(AsyncImage(url: file, scale: 2))
        #expect(plain.drawn.first?.frame.size == CGSize(width: 400, height: 600))
        await wait(plain) { plain.drawn.first?.leaf is Image }
        let pixels = UIImage(data: picture)?.size ?? .zero
        #expect(plain.drawn.first?.frame.size == CGSize(width: pixels.width / 2, height: pixels.height / 2))
    }
}
