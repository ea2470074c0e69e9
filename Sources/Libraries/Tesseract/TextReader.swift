internal import CLinux
internal import CTesseract
import Foundation

/// A failure of Tesseract.
package struct TesseractError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The library, or the data of a language, is not installed.
        case missing
        /// The library gave up; most often there is no memory.
        case failed
    }

    package let code: Code
    /// What failed, and what to do about it.
    package let description: String
}

/// Reads printed text in a picture. One thread at a time.
package final class TextReader {
    /// A character, or what the script writes as one.
    package struct Symbol: Sendable, Equatable {
        package var text: String
        /// In pixels from the top left.
        package var box: CGRect
        /// Whether there is a space before it.
        package var beginsWord: Bool
    }

    package struct Line: Sendable, Equatable {
        package var symbols: [Symbol]
        /// From 0 to 1.
        package var confidence: Double
    }

    private let functions: ctx_functions
    private let engine: OpaquePointer

    // The table is written once by `ctx_load`, inside the initializer of a static, and only read afterwards.
    nonisolated(unsafe) private static let table: (functions: UnsafePointer<ctx_functions>?, problem: String) = {
        var problem: UnsafePointer<CChar>?
        let functions = ctx_load(&problem)
        return (functions, problem.map { String(cString: $0) } ?? "")
    }()

    /// Loads the data of the languages, some 10 MB and a tenth of a second each.
    ///
    /// - Parameters:
    ///   - languages: in Tesseract's names, such as `eng`; the first one counts most. Not empty.
    ///   - usesDictionary: whether known words are preferred.
    /// - Throws: ``TesseractError`` `missing`.
    package init(languages: [String], usesDictionary: Bool) throws(TesseractError) {
        linux_begin_library_work()
        defer { linux_end_library_work() }
        functions = try Self.loaded()
        guard let engine = functions.BaseAPICreate() else {
            throw TesseractError(code: .failed, description: "there is no memory to read text")
        }
        let status = Self.withStrings(["load_system_dawg", "load_freq_dawg", "debug_file"]) { [functions] names in
            let isUsed = usesDictionary ? "1" : "0"
            return Self.withStrings([isUsed, isUsed, "/dev/null"]) { values in
                functions.BaseAPIInit4(
                    engine, nil, languages.joined(separator: "+"), Self.defaultMode, nil, 0, names, values, 3, 0)
            }
        }
        guard status == 0 else {
            functions.BaseAPIDelete(engine)
            let packages = languages.map { "tesseract-ocr-" + $0.replacingOccurrences(of: "_", with: "-") }
            throw TesseractError(
                code: .missing,
                description: "Tesseract cannot read \(languages.joined(separator: ", ")); install "
                    + packages.joined(separator: ", "))
        }
        self.engine = engine
        functions.BaseAPISetPageSegMode(engine, Int32(ctx_sparse_text))
    }

    deinit {
        linux_begin_library_work()
        functions.BaseAPIDelete(engine)
        linux_end_library_work()
    }

    /// The languages whose data is installed, in Tesseract's names; none without the library.
    package static let installedLanguages: [String] = {
        linux_begin_library_work()
        defer { linux_end_library_work() }
        guard let functions = table.functions?.pointee, let engine = functions.BaseAPICreate() else { return [] }
        defer { functions.BaseAPIDelete(engine) }
        // It knows its folder once it has a language; osd, for directions, belongs to the program tesseract.
        let isReady = ["eng", "osd"].contains { (name: String) in
            functions.BaseAPIInit4(engine, nil, name, defaultMode, nil, 0, nil, nil, 0, 0) == 0
        }
        guard isReady, let names = functions.BaseAPIGetAvailableLanguagesAsVector(engine) else { return [] }
        defer { functions.DeleteTextArray(names) }
        var languages: [String] = []
        while let name = names[languages.count] { languages.append(String(cString: name)) }
        return languages
    }()

    /// - Parameters:
    ///   - samples: 8-bit gray, `width * height` without padding.
    /// - Returns: the lines from top to bottom.
    /// - Throws: ``TesseractError`` `failed`.
    package func lines(in samples: [UInt8], width: Int, height: Int) throws(TesseractError) -> [Line] {
        linux_begin_library_work()
        defer { linux_end_library_work() }
        functions.BaseAPISetImage(engine, samples, Int32(width), Int32(height), 1, Int32(width))
        defer { functions.BaseAPIClear(engine) }
        // Cameras do not know it; without one, the library prints a warning for each picture.
        functions.BaseAPISetSourceResolution(engine, Self.resolution)
        guard functions.BaseAPIRecognize(engine, nil) == 0 else {
            throw TesseractError(
                code: .failed, description: "Tesseract failed to read a picture of \(width) x \(height)")
        }
        guard let iterator = functions.BaseAPIGetIterator(engine) else { return [] }
        defer { functions.ResultIteratorDelete(iterator) }
        var lines: [Line] = []
        repeat {
            if functions.PageIteratorIsAtBeginningOf(iterator, Int32(ctx_line)) != 0 || lines.isEmpty {
                let percent = functions.ResultIteratorConfidence(iterator, Int32(ctx_line))
                lines.append(Line(symbols: [], confidence: Double(percent) / 100))
            }
            if let symbol = symbol(at: iterator) { lines[lines.count - 1].symbols.append(symbol) }
        } while functions.ResultIteratorNext(iterator, Int32(ctx_symbol)) != 0
        return lines.filter { !$0.symbols.isEmpty }
    }

    private func symbol(at iterator: OpaquePointer) -> Symbol? {
        guard let text = functions.ResultIteratorGetUTF8Text(iterator, Int32(ctx_symbol)) else { return nil }
        defer { functions.DeleteText(text) }
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let part = Int32(ctx_symbol)
        guard functions.PageIteratorBoundingBox(iterator, part, &left, &top, &right, &bottom) != 0 else { return nil }
        let read = String(cString: text).trimmingCharacters(in: .whitespacesAndNewlines)
        if read.isEmpty { return nil }
        return Symbol(
            text: read, box: CGRect(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top)),
            beginsWord: functions.PageIteratorIsAtBeginningOf(iterator, Int32(ctx_word)) != 0)
    }

    private static let defaultMode: Int32 = 3
    private static let resolution: Int32 = 300

    private static func loaded() throws(TesseractError) -> ctx_functions {
        guard let functions = table.functions else {
            throw TesseractError(code: .missing, description: table.problem)
        }
        return functions.pointee
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }
}
