internal import CFFmpeg
import Glibc

/// Memory for a row of pixels.
struct RowMemory {
    let words: UnsafeMutablePointer<UInt32>
    /// One component's samples.
    let samples: UnsafeMutablePointer<UInt8>
}

/// Reads one component of a row of pixels, in any format whose samples can be told apart.
struct ComponentReader {
    /// Whether there is red, green and blue, perhaps in a palette.
    let isRGB: Bool
    /// The number of the component that says how much covers what is behind; `nil` if none does.
    let alpha: Int?
    /// Whether the samples are light, of which a pixel has only as much as it covers, and not what is shown.
    let isLight: Bool

    private let ffmpeg: ffx_functions
    private let description: UnsafePointer<AVPixFmtDescriptor>
    private let kind: Kind

    private enum Kind {
        case integers
        /// 0 is white.
        case inverted
        /// 32 bits.
        case floats
        case palette
    }

    init?(
        _ description: UnsafePointer<AVPixFmtDescriptor>, _ format: Int32, _ codec: AVCodecID, _ ffmpeg: ffx_functions
    ) {
        let depth = description.pointee.comp.0.depth
        guard !description.has(AV_PIX_FMT_FLAG_BAYER), !description.has(AV_PIX_FMT_FLAG_HWACCEL),
            description.pointee.nb_components > 0, !String(cString: description.pointee.name).hasPrefix("xyz"),
            description.has(AV_PIX_FMT_FLAG_FLOAT) ? depth == 32 : (1...16).contains(depth),
            // Four luma samples in six bytes: the step that FFmpeg tells is not that from each sample to the next.
            AVPixelFormat(format) != AV_PIX_FMT_UYYVYY411
        else { return nil }
        self.ffmpeg = ffmpeg
        self.description = description
        let isPalette = description.has(AV_PIX_FMT_FLAG_PAL)
        isRGB = isPalette || description.has(AV_PIX_FMT_FLAG_RGB) && description.pointee.nb_components >= 3
        let components = isPalette ? 4 : Int(description.pointee.nb_components)
        alpha = isPalette || description.has(AV_PIX_FMT_FLAG_ALPHA) ? components - 1 : nil
        // Source: OpenEXR, "Scene-linear image representation", "Premultiplied vs. un-premultiplied color channels".
        isLight = codec == AV_CODEC_ID_EXR && description.has(AV_PIX_FMT_FLAG_FLOAT)
        if isPalette {
            kind = .palette
        } else if description.has(AV_PIX_FMT_FLAG_FLOAT) {
            kind = .floats
        } else {
            kind = AVPixelFormat(format) == AV_PIX_FMT_MONOWHITE ? .inverted : .integers
        }
    }

    /// Fills `memory.samples`.
    func read(
        _ frame: UnsafeMutablePointer<AVFrame>, _ component: Int, row: Int, count: Int,
        _ memory: RowMemory
    ) {
        let target = memory.samples
        if case .palette = kind { return readPalette(frame, component, row, count, target) }
        let part = self.part(component)
        if readPlain(frame, part, row, count, target) { return }
        readLine(frame, component, row, count, memory.words)
        switch kind {
        case .floats:
            let isShown = !isLight || component == alpha
            for x in 0..<count {
                let value = Float(bitPattern: memory.words[x])
                // NaN and negatives become black.
                let level = value > 0 ? Int(min(value, 1) * 65_535) : 0
                target[x] = isShown ? UInt8(level >> 8) : Self.shown[level]
            }
        default:
            let largest = UInt32(1) << UInt32(part.depth) - 1
            let flip: UInt8 = if case .inverted = kind { 255 } else { 0 }
            for x in 0..<count {
                let word = memory.words[x] & largest
                let sample = part.depth >= 8 ? word >> UInt32(part.depth - 8) : word * 255 / largest
                target[x] = UInt8(sample) ^ flip
            }
        }
    }

    private func part(_ component: Int) -> AVComponentDescriptor {
        let all = description.pointee.comp
        return [all.0, all.1, all.2, all.3][component]
    }

    /// The formats of nearly all movies: samples of whole bytes, or of 16 bits with the least first.
    private func readPlain(
        _ frame: UnsafeMutablePointer<AVFrame>, _ part: AVComponentDescriptor, _ row: Int, _ count: Int,
        _ target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let isWide = part.shift + part.depth > 8
        guard case .integers = kind, part.depth >= 8, part.shift + part.depth <= 16,
            !description.has(AV_PIX_FMT_FLAG_BITSTREAM), !isWide || !description.has(AV_PIX_FMT_FLAG_BE),
            let base = self.base(frame, Int(part.plane))
        else { return false }
        let bytes = UnsafeRawPointer(base.bytes + row * base.bytesPerRow + Int(part.offset))
        let step = Int(part.step)
        if !isWide {
            for x in 0..<count { target[x] = bytes.load(fromByteOffset: x * step, as: UInt8.self) }
            return true
        }
        let shift = UInt16(part.shift + part.depth - 8)
        if step == 2 {
            let words = bytes.assumingMemoryBound(to: UInt16.self)
            for x in 0..<count { target[x] = UInt8(truncatingIfNeeded: words[x] >> shift) }
        } else {
            for x in 0..<count {
                let word = bytes.loadUnaligned(fromByteOffset: x * step, as: UInt16.self)
                target[x] = UInt8(truncatingIfNeeded: word >> shift)
            }
        }
        return true
    }

    private func readLine(
        _ frame: UnsafeMutablePointer<AVFrame>, _ component: Int, _ row: Int, _ count: Int,
        _ words: UnsafeMutablePointer<UInt32>
    ) {
        let data = frame.pointee.data
        var planes: (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?) = (
            UnsafePointer(data.0), UnsafePointer(data.1), UnsafePointer(data.2), UnsafePointer(data.3)
        )
        var strides = frame.pointee.linesize
        withUnsafeMutablePointer(to: &planes) { planes in
            planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 4) { planes in
                withUnsafePointer(to: &strides) { strides in
                    strides.withMemoryRebound(to: Int32.self, capacity: 4) { strides in
                        ffmpeg.av_read_image_line2(
                            words, planes, strides, description, 0, Int32(row), Int32(component), Int32(count), 0, 4)
                    }
                }
            }
        }
    }

    private func readPalette(
        _ frame: UnsafeMutablePointer<AVFrame>, _ component: Int, _ row: Int, _ count: Int,
        _ target: UnsafeMutablePointer<UInt8>
    ) {
        guard let base = base(frame, 0), let palette = frame.pointee.data.1 else {
            return target.update(repeating: 0, count: count)
        }
        // 32-bit words with alpha first: on a little-endian machine the bytes are B G R A.
        let place = component == 3 ? 3 : 2 - component
        let indices = base.bytes + row * base.bytesPerRow
        for x in 0..<count { target[x] = palette[Int(indices[x]) * 4 + place] }
    }

    private func base(
        _ frame: UnsafeMutablePointer<AVFrame>, _ plane: Int
    ) -> (bytes: UnsafeMutablePointer<UInt8>, bytesPerRow: Int)? {
        let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
        let bytes = [data.0, data.1, data.2, data.3][plane]
        let rows = [strides.0, strides.1, strides.2, strides.3]
        return bytes.map { ($0, Int(rows[plane])) }
    }

    /// A pixel of light before white, of which it lets through what it does not cover.
    static func light(_ sample: UInt8, _ alpha: UInt8) -> UInt8 {
        shown[min(Int(levels[Int(sample)]) + (255 - Int(alpha)) * 257, 65_535)]
    }

    /// The level of light of each sRGB value.
    private static let levels: [UInt16] = (0...255).map { sample in
        let value = Double(sample) / 255
        let light = value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        return UInt16((light * 65_535).rounded())
    }

    /// The sRGB value of each of 65,536 levels of light. Source: IEC 61966-2-1.
    private static let shown: [UInt8] = (0...65_535).map { level in
        let light = Double(level) / 65_535
        let value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((value * 255).rounded())
    }
}

extension UnsafePointer<AVPixFmtDescriptor> {
    func has(_ flag: Int32) -> Bool { pointee.flags & UInt64(flag) != 0 }
}
