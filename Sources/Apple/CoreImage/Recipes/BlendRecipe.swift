internal import CFilters
import Foundation

/// How two pictures become one.
enum BlendMode: Sendable, CaseIterable {
    case over, `in`, out, atop, add, multiplyColors, maximum, minimum, multiply, screen, overlay, darken, lighten
    case colorDodge, colorBurn, hardLight, softLight, difference, exclusion, linearBurn, linearDodge, subtract, divide
    case pinLight, linearLight, vividLight, hue, saturation, color, luminosity

    fileprivate var kernel: filters_mode {
        switch self {
        case .over: filters_over
        case .in: filters_in
        case .out: filters_out
        case .atop: filters_atop
        case .add: filters_add
        case .multiplyColors: filters_multiply_colors
        case .maximum: filters_maximum
        case .minimum: filters_minimum
        case .multiply: filters_multiply
        case .screen: filters_screen
        case .overlay: filters_overlay
        case .darken: filters_darken
        case .lighten: filters_lighten
        case .colorDodge: filters_color_dodge
        case .colorBurn: filters_color_burn
        case .hardLight: filters_hard_light
        case .softLight: filters_soft_light
        case .difference: filters_difference
        case .exclusion: filters_exclusion
        case .linearBurn: filters_linear_burn
        case .linearDodge: filters_linear_dodge
        case .subtract: filters_subtract
        case .divide: filters_divide
        case .pinLight: filters_pin_light
        case .linearLight: filters_linear_light
        case .vividLight: filters_vivid_light
        case .hue: filters_by_hue
        case .saturation: filters_by_saturation
        case .color: filters_by_color
        case .luminosity: filters_by_luminosity
        }
    }
}

/// One picture over another, in one of several ways.
struct BlendRecipe: Recipe {
    let upper: any Recipe
    let lower: any Recipe
    let mode: BlendMode

    var extent: CGRect {
        switch mode {
        case .in: upper.extent.intersection(lower.extent)
        case .out: upper.extent
        case .atop: lower.extent
        default: upper.extent.unionOfPictures(lower.extent)
        }
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let place = region.intersection(PixelRect(centersIn: upper.extent))
        if place.isEmpty, mode == .over { return lower.rows(in: region, rendering) }
        return BlendRows(
            upper: upper.rows(in: region, rendering), lower: lower.rows(in: region, rendering), mode: mode.kernel)
    }
}

private struct BlendRows: Rows {
    let upper: any Rows
    let lower: any Rows
    let mode: filters_mode

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        upper.read(x, y, count, into: run, scratch)
        scratch.withRun { below in
            lower.read(x, y, count, into: below, scratch)
            filters_blend(mode, run.base, run.plane, below.base, below.plane, Int32(count))
        }
    }
}

/// One picture where a mask's alpha is 1, the other where it is 0.
struct MaskRecipe: Recipe {
    let upper: any Recipe
    let lower: any Recipe
    let mask: any Recipe

    var extent: CGRect { upper.extent.unionOfPictures(lower.extent) }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        MaskRows(
            upper: upper.rows(in: region, rendering), lower: lower.rows(in: region, rendering),
            mask: mask.rows(in: region, rendering))
    }
}

private struct MaskRows: Rows {
    let upper: any Rows
    let lower: any Rows
    let mask: any Rows

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        upper.read(x, y, count, into: run, scratch)
        scratch.withRun { below in
            lower.read(x, y, count, into: below, scratch)
            scratch.withRun { values in
                mask.read(x, y, count, into: values, scratch)
                filters_mask(
                    run.base, run.plane, below.base, below.plane, values.component(3), Int32(count))
            }
        }
    }
}

/// A picture and a blurred one of it become one.
struct DetailRecipe: Recipe {
    enum Mode: Sendable {
        case sharpen(Float)
        case sharpenLuminance(Float)
        case glow(Float)
    }

    let source: any Recipe
    let blurred: any Recipe
    let mode: Mode

    var extent: CGRect { if case .glow = mode { blurred.extent } else { source.extent } }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        DetailRows(
            source: source.rows(in: region, rendering), blurred: blurred.rows(in: region, rendering), mode: mode)
    }
}

private struct DetailRows: Rows {
    let source: any Rows
    let blurred: any Rows
    let mode: DetailRecipe.Mode

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        source.read(x, y, count, into: run, scratch)
        scratch.withRun { soft in
            blurred.read(x, y, count, into: soft, scratch)
            let (base, plane, other, length) = (run.base, run.plane, soft.plane, Int32(count))
            switch mode {
            case .sharpen(let amount): filters_sharpen(amount, false, base, plane, soft.base, other, length)
            case .sharpenLuminance(let amount): filters_sharpen(amount, true, base, plane, soft.base, other, length)
            case .glow(let amount): filters_glow(amount, base, plane, soft.base, other, length)
            }
        }
    }
}

extension CGRect {
    /// The union, where a picture without pixels takes no part.
    func unionOfPictures(_ other: CGRect) -> CGRect {
        if isNull { return other }
        if other.isNull { return self }
        return isUnbounded || other.isUnbounded ? .infinite : union(other)
    }
}
