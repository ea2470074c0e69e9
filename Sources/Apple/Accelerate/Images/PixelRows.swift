/// What is wrong with the arguments of a function.
struct ImageProblem: Error {
    let code: vImage_Error

    init(_ code: vImage_Error) { self.code = code }
}

/// The checked memory of a buffer.
struct PixelRows {
    let base: UnsafeMutableRawPointer
    let width: Int
    let height: Int
    let rowBytes: Int

    init(_ buffer: UnsafePointer<vImage_Buffer>, bytesPerPixel: Int) throws(ImageProblem) {
        let buffer = buffer.pointee
        guard let data = buffer.data else { throw ImageProblem(kvImageNullPointerArgument) }
        // What a signed 32-bit number holds: nothing below overflows, and libyuv takes no larger ones.
        guard buffer.width <= Int32.max / 16, buffer.height <= Int32.max / 16 else {
            throw ImageProblem(kvImageInvalidParameter)
        }
        (base, width, height, rowBytes) = (data, Int(buffer.width), Int(buffer.height), buffer.rowBytes)
        guard rowBytes >= width * bytesPerPixel, rowBytes <= Int32.max else {
            throw ImageProblem(kvImageInvalidRowBytes)
        }
    }

    /// The pixels of a row, as numbers of the size of a pixel or of a component.
    func row<Number>(_ index: Int, as: Number.Type = Number.self) -> UnsafeMutablePointer<Number> {
        (base + index * rowBytes).assumingMemoryBound(to: Number.self)
    }

    /// The problem of a source that has fewer pixels than the result.
    func check(covers result: PixelRows) throws(ImageProblem) {
        guard width >= result.width, height >= result.height else {
            throw ImageProblem(kvImageRoiLargerThanInputBuffer)
        }
    }
}

/// Runs a function's work, unless only the size of its temporary buffer is asked for.
func performing(_ flags: vImage_Flags, _ body: () throws(ImageProblem) -> Void) -> vImage_Error {
    if Int(flags) & kvImageGetTempBufferSize != 0 { return 0 }
    do {
        try body()
        return kvImageNoError
    } catch {
        return error.code
    }
}

/// Makes each row of the result from that of the source, which has at least as many pixels.
func makeRows<Source, Result>(
    _ src: UnsafePointer<vImage_Buffer>, bytes sourceBytes: Int, _ dest: UnsafePointer<vImage_Buffer>,
    bytes resultBytes: Int, _ flags: vImage_Flags,
    _ body: (_ source: UnsafeMutablePointer<Source>, _ result: UnsafeMutablePointer<Result>, _ width: Int) -> Void
) -> vImage_Error {
    performing(flags) { () throws(ImageProblem) in
        let source = try PixelRows(src, bytesPerPixel: sourceBytes)
        let result = try PixelRows(dest, bytesPerPixel: resultBytes)
        try source.check(covers: result)
        for index in 0..<result.height { body(source.row(index), result.row(index), result.width) }
    }
}
