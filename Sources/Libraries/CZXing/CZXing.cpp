#include "CZXing.h"

#define ZX_USE_UTF8
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#include <ZXing/ReadBarcode.h>
#include <ZXing/ZXVersion.h>

#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

using ZXing::BarcodeFormat;
using ZXing::BarcodeFormats;

namespace {

/// What is not inline in the headers. A member function has the object as its first argument.
struct Functions {
    ZXing::Results (*read)(const ZXing::ImageView &, const ZXing::DecodeHints &);
    ZXing::BitMatrix (*write)(const ZXing::MultiFormatWriter *, const std::wstring &, int width, int height);
    ZXing::ContentType (*content_type)(const ZXing::Result *);
    const ZXing::ByteArray &(*bytes)(const ZXing::Result *);
    std::string (*text)(const ZXing::Result *);
};

Functions functions;
std::once_flag once;
const char *problem;
std::string problem_text;

const char *const library_name = "libZXing.so.2";

struct Name {
    void *pointer;
    const char *name;
};

// Other versions have other names and other classes.
static_assert(ZXING_VERSION_MAJOR == 1, "zxing-cpp 1 is needed, as in Debian 12");

/// The names as the compiler mangles them.
const Name names[] = {
    {&functions.read, "_ZN5ZXing12ReadBarcodesERKNS_9ImageViewERKNS_11DecodeHintsE"},
    {&functions.write,
     "_ZNK5ZXing17MultiFormatWriter6encodeERKNSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEEEii"},
    {&functions.content_type, "_ZNK5ZXing6Result11contentTypeEv"},
    {&functions.bytes, "_ZNK5ZXing6Result5bytesEv"},
    {&functions.text, "_ZNK5ZXing6Result4utf8B5cxx11Ev"},
};

void load() {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!library) problem_text = std::string(library_name) + " cannot be loaded; install the package libzxing2";
    for (const Name &name : names) {
        if (!problem_text.empty()) break;
        void *symbol = dlsym(library, name.name);
        if (!symbol) problem_text = std::string("the installed zxing-cpp has no function ") + name.name;
        *static_cast<void **>(name.pointer) = symbol;
    }
    problem = problem_text.empty() ? nullptr : problem_text.c_str();
}

struct Kind {
    uint32_t kind;
    BarcodeFormat format;
};

const Kind kinds_of_codes[] = {
    {czx_aztec, BarcodeFormat::Aztec},
    {czx_codabar, BarcodeFormat::Codabar},
    {czx_code39, BarcodeFormat::Code39},
    {czx_code93, BarcodeFormat::Code93},
    {czx_code128, BarcodeFormat::Code128},
    {czx_data_bar, BarcodeFormat::DataBar},
    {czx_data_bar_expanded, BarcodeFormat::DataBarExpanded},
    {czx_data_matrix, BarcodeFormat::DataMatrix},
    {czx_ean8, BarcodeFormat::EAN8},
    {czx_ean13, BarcodeFormat::EAN13},
    {czx_itf, BarcodeFormat::ITF},
    {czx_pdf417, BarcodeFormat::PDF417},
    {czx_qr, BarcodeFormat::QRCode},
    {czx_micro_qr, BarcodeFormat::MicroQRCode},
    {czx_upce, BarcodeFormat::UPCE},
};

uint32_t kind_of(BarcodeFormat format) {
    for (const Kind &kind : kinds_of_codes)
        if (kind.format == format) return kind.kind;
    return 0;
}

// The payload of a QR code has no other name in this version of the library.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
const ZXing::ByteArray &codewords(const ZXing::Result &result) { return result.rawBytes(); }
#pragma clang diagnostic pop

/// The text as it was encoded: the library would add parentheses in GS1 codes, as it does with DataBar.
std::string text(const ZXing::Result &result) {
    if (functions.content_type(&result) != ZXing::ContentType::GS1) return functions.text(&result);
    const ZXing::ByteArray &bytes = functions.bytes(&result);
    return std::string(bytes.begin(), bytes.end());
}

}  // namespace

struct czx_codes {
    struct Texts {
        std::string text;
        ZXing::ByteArray payload;
    };
    // Filled before the pointers into it are taken.
    std::vector<Texts> texts;
    std::vector<czx_code> codes;

    /// `mirrored_width` is 0, or the width of a picture that was read from right to left.
    czx_codes(const ZXing::Results &results, int mirrored_width) {
        texts.reserve(results.size());
        for (const ZXing::Result &result : results) {
            add(result);
            if (mirrored_width)
                for (int32_t &x : codes.back().x) x = mirrored_width - 1 - x;
        }
    }

    void add(const ZXing::Result &result) {
        czx_code code = {};
        code.kind = kind_of(result.format());
        for (size_t corner = 0; corner < 4; corner++) {
            code.x[corner] = result.position()[corner].x;
            code.y[corner] = result.position()[corner].y;
        }
        // For a mirrored code, the library lists the corners in the opposite direction.
        if (result.isMirrored()) {
            std::swap(code.x[1], code.x[3]);
            std::swap(code.y[1], code.y[3]);
        }
        const bool is_qr = result.format() == BarcodeFormat::QRCode;
        const auto content = functions.content_type(&result);
        const bool is_text = content != ZXing::ContentType::Binary && content != ZXing::ContentType::UnknownECI;
        texts.push_back({is_text ? text(result) : std::string(), is_qr ? codewords(result) : ZXing::ByteArray()});
        code.text = is_text ? texts.back().text.data() : nullptr;
        code.text_length = texts.back().text.size();
        code.payload = texts.back().payload.data();
        code.payload_length = texts.back().payload.size();
        if (is_qr && !result.ecLevel().empty()) code.correction_level = result.ecLevel()[0];
        codes.push_back(code);
    }
};

const char *czx_load(void) {
    std::call_once(once, load);
    return problem;
}

czx_codes *czx_read(
    const uint8_t *luma, int width, int height, int row_stride, int sample_stride, uint32_t kinds) try {
    if (czx_load()) return nullptr;
    BarcodeFormats formats;
    for (const Kind &kind : kinds_of_codes)
        if (kinds & kind.kind) formats |= kind.format;
    // An empty list would mean all formats.
    if (formats.empty()) return nullptr;
    const auto read = [&](const uint8_t *first, int stride, BarcodeFormats wanted) {
        const ZXing::ImageView view(first, width, height, ZXing::ImageFormat::Lum, row_stride, stride);
        return functions.read(view, ZXing::DecodeHints().setFormats(wanted));
    };
    const ZXing::Results results = read(luma, sample_stride, formats);
    if (!results.empty()) return new czx_codes(results, 0);
    // zxing-cpp 1.4 misses about half of all mirrored QR codes.
    const BarcodeFormats mirrored = formats & (BarcodeFormat::QRCode | BarcodeFormat::MicroQRCode);
    if (mirrored.empty() || width < 1) return nullptr;
    const ZXing::Results seen = read(luma + (width - 1) * (ptrdiff_t)sample_stride, -sample_stride, mirrored);
    return seen.empty() ? nullptr : new czx_codes(seen, width);
} catch (...) {
    return nullptr;
}

size_t czx_count(const czx_codes *codes) { return codes->codes.size(); }

const czx_code *czx_at(const czx_codes *codes, size_t index) { return &codes->codes[index]; }

void czx_free(czx_codes *codes) { delete codes; }

uint8_t *czx_write(
    uint32_t kind, const uint8_t *bytes, size_t count, int correction_level, int *width, int *height) try {
    if (czx_load()) return nullptr;
    for (const Kind &known : kinds_of_codes) {
        if (known.kind != kind) continue;
        ZXing::MultiFormatWriter writer(known.format);
        writer.setMargin(0);
        // The writer counts two steps for each of a QR code's levels.
        if (correction_level >= 0) writer.setEccLevel(kind == czx_qr ? correction_level * 2 + 2 : correction_level);
        // Each byte is a character of ISO 8859-1, which the code holds as it is.
        const ZXing::BitMatrix code = functions.write(&writer, std::wstring(bytes, bytes + count), 0, 0);
        uint8_t *const modules = static_cast<uint8_t *>(std::malloc(static_cast<size_t>(code.width()) * code.height()));
        if (!modules) return nullptr;
        for (int y = 0; y < code.height(); y++)
            for (int x = 0; x < code.width(); x++) modules[static_cast<size_t>(y) * code.width() + x] = code.get(x, y);
        *width = code.width();
        *height = code.height();
        return modules;
    }
    return nullptr;
} catch (...) {
    return nullptr;
}
