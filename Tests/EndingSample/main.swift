import Foundation
import Locking
import ZXing

// Ends while threads search pictures for codes: on the main thread, or with the argument `elsewhere` on another, after the
// main thread has ended as dispatchMain() ends it. Its status is 0 if no search outlives what it uses.
// Tests/LibrariesTests starts it.

let threads = 3
let scale = 4
let modules = CodeWriter.modules(of: .qr, Data("https://example.org".utf8), correctionLevel: "M") ?? []
let side = (modules.count + 8) * scale
var luma = [UInt8](repeating: 255, count: side * side)
for (y, row) in modules.enumerated() {
    for (x, isBlack) in row.enumerated() where isBlack {
        for line in 0..<scale {
            for column in 0..<scale { luma[((y + 4) * scale + line) * side + (x + 4) * scale + column] = 0 }
        }
    }
}

/// How many searches have ended.
let searches = Monitor(0)

// Runs after the destructors of all that the searches make: none may go on without it. One of each thread may have ended
// before them and be counted only now.
atexit {
    let before = searches.withLock { $0 }
    Thread.sleep(forTimeInterval: 0.1)
    if searches.withLock({ $0 }) > before + threads { _exit(EXIT_FAILURE) }
}

for number in 1...threads {
    Thread.start(named: "search \(number)") { [luma] in
        while true {
            luma.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                _ = CodeReader.codes(in: base, width: side, height: side, bytesPerRow: side, of: [.qr])
            }
            searches.withLock { $0 += 1 }
        }
    }
}

@Sendable func end() {
    let _: Bool? = searches.wait { $0 > 20 ? true : nil }
    exit(EXIT_SUCCESS)
}

if CommandLine.arguments.dropFirst().first == "elsewhere" {
    Thread.start(named: "end") { end() }
    dispatchMain()
}
end()
