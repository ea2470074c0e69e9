#include "COpenCV.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

// OpenCV 4.6's types, as they pass the border, on machines of 64 bits.
namespace {

struct Size {
    int width, height;
};

struct Point {
    int x, y;
};

struct FloatPoint {
    float x, y;
};

struct DoublePoint {
    double x, y;
};

struct Rect {
    int x, y, width, height;
};

/// cv::KeyPoint.
struct Feature {
    FloatPoint place;
    float size, angle, response;
    int octave, kind;
};

/// What is known of an outline's neighbors: the next one, the one before, the first inside and the one around it; -1 for
/// none. cv::Vec4i.
struct Family {
    int next, previous, child, parent;
};

struct Scalar {
    double values[4];
};

/// cv::Mat, which only the library's own functions make.
struct Mat {
    int flags, dimensions, rows, columns;
    unsigned char *data;
    void *others[9];
};
static_assert(sizeof(void *) != 8 || sizeof(Mat) == 96, "a cv::Mat has 96 bytes");

/// A cv::Mat that a function returns. It has pointers into itself, so it stays where it is.
struct ReturnedMat {
    Mat mat;

    ~ReturnedMat();
    ReturnedMat(const ReturnedMat &) = delete;
};

/// cv::CascadeClassifier: one shared pointer.
struct Classifier {
    void *pointers[2];
};

/// cv::_InputArray and cv::_OutputArray: what kind of object is passed, and the object.
struct Array {
    int kind;
    void *object;
    Size size;
};

constexpr int kind_of_mat = 1 << 16;
constexpr int kind_of_points = 3 << 16;
constexpr int kind_of_outlines = 4 << 16;
constexpr int has_fixed_type = static_cast<int>(0x8000u << 16);
constexpr int type_of_bytes = 0;
constexpr int type_of_floats = 5;
constexpr int type_of_points = 4 | 1 << 3;
constexpr int type_of_float_points = 5 | 1 << 3;
constexpr int type_of_families = 4 | 3 << 3;
constexpr int reads = 1 << 24;
constexpr int writes = 1 << 25;

using Outline = std::vector<Point>;
using Features = std::vector<Feature>;

struct Functions {
    void (*make_mat)(Mat *, int rows, int columns, int type, void *data, size_t bytes_per_row);
    void (*make_empty_mat)(Mat *);
    void (*destroy_mat)(Mat *);
    void (*set_thread_count)(int);
    void (*make_classifier)(Classifier *, const std::string &file);
    void (*destroy_classifier)(Classifier *);
    bool (*is_empty)(const Classifier *);
    void (*find_objects)(
        Classifier *, const Array &picture, std::vector<Rect> &, std::vector<int> &votes, double step, int least, int flags,
        Size smallest, Size largest);
    void (*canny)(const Array &picture, const Array &edges, double low, double high, int aperture, bool l2);
    void (*dilate)(
        const Array &from, const Array &to, const Array &kernel, Point anchor, int count, int border, const Scalar &);
    void (*find_contours)(const Array &picture, const Array &outlines, int mode, int method, Point offset);
    void (*find_family)(
        const Array &picture, const Array &outlines, const Array &families, int mode, int method, Point offset);
    void (*approximate)(const Array &outline, const Array &corners, double distance, bool is_closed);
    bool (*is_convex)(const Array &outline);
    double (*area)(const Array &outline, bool is_oriented);
    double (*length)(const Array &outline, bool is_closed);
    DoublePoint (*correlate)(const Array &from, const Array &to, const Array &window, double *response);
    /// cv::Ptr is a std::shared_ptr.
    std::shared_ptr<void> (*make_orb)(
        int count, float scale, int levels, int edge, int first_level, int points, int score, int patch, int threshold);
    void (*detect)(void *detector, const Array &picture, Features &, const Array &mask);
    void (*describe)(void *detector, const Array &picture, Features &, const Array &descriptors);
    ReturnedMat (*find_homography)(
        const Array &from, const Array &to, int method, double distance, const Array &mask, int rounds, double confidence);
};

Functions functions;
std::once_flag once;
const char *problem;
std::string problem_text;

const char *const library_name = "libopencv_objdetect.so.406";

struct Name {
    void *pointer;
    const char *name;
};

/// The names as the compiler mangles them, of libopencv-core, -imgproc, -objdetect, -features2d and -calib3d.
#define STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define FEATURES "RSt6vectorINS_8KeyPointESaIS5_EE"
const Name names[] = {
    {&functions.make_mat, "_ZN2cv3MatC1EiiiPvm"},
    {&functions.make_empty_mat, "_ZN2cv3MatC1Ev"},
    {&functions.destroy_mat, "_ZN2cv3MatD1Ev"},
    {&functions.set_thread_count, "_ZN2cv13setNumThreadsEi"},
    {&functions.make_classifier, "_ZN2cv17CascadeClassifierC1ERK" STRING},
    {&functions.destroy_classifier, "_ZN2cv17CascadeClassifierD1Ev"},
    {&functions.is_empty, "_ZNK2cv17CascadeClassifier5emptyEv"},
    {&functions.find_objects,
     "_ZN2cv17CascadeClassifier16detectMultiScaleERKNS_11_InputArrayERSt6vectorINS_5Rect_IiEESaIS6_EERS4_IiSaIiEEdii"
     "NS_5Size_IiEESE_"},
    {&functions.canny, "_ZN2cv5CannyERKNS_11_InputArrayERKNS_12_OutputArrayEddib"},
    {&functions.dilate,
     "_ZN2cv6dilateERKNS_11_InputArrayERKNS_12_OutputArrayES2_NS_6Point_IiEEiiRKNS_7Scalar_IdEE"},
    {&functions.find_contours,
     "_ZN2cv12findContoursERKNS_11_InputArrayERKNS_12_OutputArrayEiiNS_6Point_IiEE"},
    {&functions.approximate, "_ZN2cv12approxPolyDPERKNS_11_InputArrayERKNS_12_OutputArrayEdb"},
    {&functions.is_convex, "_ZN2cv15isContourConvexERKNS_11_InputArrayE"},
    {&functions.area, "_ZN2cv11contourAreaERKNS_11_InputArrayEb"},
    {&functions.length, "_ZN2cv9arcLengthERKNS_11_InputArrayEb"},
    {&functions.find_family,
     "_ZN2cv12findContoursERKNS_11_InputArrayERKNS_12_OutputArrayES5_iiNS_6Point_IiEE"},
    {&functions.correlate, "_ZN2cv14phaseCorrelateERKNS_11_InputArrayES2_S2_Pd"},
    {&functions.make_orb, "_ZN2cv3ORB6createEifiiiiNS0_9ScoreTypeEii"},
    {&functions.detect, "_ZN2cv9Feature2D6detectERKNS_11_InputArrayE" FEATURES "S3_"},
    {&functions.describe, "_ZN2cv9Feature2D7computeERKNS_11_InputArrayE" FEATURES "RKNS_12_OutputArrayE"},
    {&functions.find_homography,
     "_ZN2cv14findHomographyERKNS_11_InputArrayES2_idRKNS_12_OutputArrayEid"},
};
#undef STRING
#undef FEATURES

void load() {
    problem = problem_text.c_str();
    if (sizeof(void *) != 8) {
        problem_text = "OpenCV is used on machines of 64 bits only";
        problem = problem_text.c_str();
        return;
    }
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        problem_text = std::string(library_name) + " cannot be loaded; install the package libopencv-objdetect406";
        problem = problem_text.c_str();
        return;
    }
    // The library's dependencies are searched, too.
    for (const Name &name : names) {
        void *symbol = dlsym(library, name.name);
        if (!symbol) {
            problem_text = std::string("the installed OpenCV has no function ") + name.name;
            problem = problem_text.c_str();
            return;
        }
        *static_cast<void **>(name.pointer) = symbol;
    }
    // Its threads would have the priority of the process, not of the thread that searches.
    functions.set_thread_count(1);
    problem = nullptr;
}

ReturnedMat::~ReturnedMat() { functions.destroy_mat(&mat); }

/// A picture of the library over memory of ours, or an empty one.
class Picture {
  public:
    Picture() { functions.make_empty_mat(&mat); }
    explicit Picture(ocv_picture picture) {
        functions.make_mat(
            &mat, picture.height, picture.width, type_of_bytes, const_cast<uint8_t *>(picture.base),
            picture.bytes_per_row);
    }
    Picture(const float *base, int width, int height) {
        functions.make_mat(
            &mat, height, width, type_of_floats, const_cast<float *>(base), static_cast<size_t>(width) * sizeof(float));
    }
    ~Picture() { functions.destroy_mat(&mat); }
    Picture(const Picture &) = delete;

    Array read() { return {kind_of_mat | reads, &mat, {0, 0}}; }
    Array write() { return {kind_of_mat | writes, &mat, {0, 0}}; }

    int rows() const { return mat.rows; }
    int columns() const { return mat.columns; }
    const unsigned char *data() const { return mat.data; }

  private:
    Mat mat;
};

constexpr Array nothing = {0, nullptr, {0, 0}};

Array read(Outline &outline) {
    return {has_fixed_type | kind_of_points | type_of_points | reads, &outline, {0, 0}};
}

Array write(Outline &outline) {
    return {has_fixed_type | kind_of_points | type_of_points | writes, &outline, {0, 0}};
}

/// What stands out in a picture, and what it looks like there: 256 bits each.
struct Description {
    Features features;
    std::vector<uint64_t> bits;

    Description(void *detector, ocv_picture picture) {
        Picture source(picture), descriptors;
        functions.detect(detector, source.read(), features, nothing);
        functions.describe(detector, source.read(), features, descriptors.write());
        if (descriptors.columns() != 32 || descriptors.rows() != static_cast<int>(features.size())) {
            features.clear();
            return;
        }
        bits.resize(4 * features.size());
        std::memcpy(bits.data(), descriptors.data(), 32 * features.size());
    }

    /// How many bits of two features differ.
    int distance(size_t index, const Description &other, size_t its) const {
        int sum = 0;
        for (size_t word = 0; word < 4; word++) {
            sum += __builtin_popcountll(bits[4 * index + word] ^ other.bits[4 * its + word]);
        }
        return sum;
    }

    /// The feature of the other picture that looks most like one of this; -1 if none looks like it.
    int nearest(size_t index, const Description &other) const {
        // A quarter of the bits; by chance, half of them differ.
        constexpr int too_far = 64;
        int best = -1, least = too_far;
        for (size_t its = 0; its < other.features.size(); its++) {
            const int bits = distance(index, other, its);
            if (bits < least) {
                best = static_cast<int>(its);
                least = bits;
            }
        }
        return best;
    }
};

Array read(std::vector<FloatPoint> &points) {
    return {has_fixed_type | kind_of_points | type_of_float_points | reads, &points, {0, 0}};
}

std::vector<Outline> outlines(ocv_picture picture, double low, double high) {
    constexpr int all_outlines = 1, corners_only = 2, constant_border = 0;
    const Scalar default_border = {{1.7976931348623157e308, 1.7976931348623157e308, 1.7976931348623157e308,
                                    1.7976931348623157e308}};
    Picture source(picture), edges, wide, kernel;
    functions.canny(source.read(), edges.write(), low, high, 3, false);
    // Closes gaps of one pixel in the edges.
    functions.dilate(edges.read(), wide.write(), kernel.read(), {-1, -1}, 1, constant_border, default_border);
    std::vector<Outline> found;
    const Array target = {has_fixed_type | kind_of_outlines | type_of_points | writes, &found, {0, 0}};
    functions.find_contours(wide.read(), target, all_outlines, corners_only, {0, 0});
    return found;
}

}  // namespace

struct ocv_cascade {
    Classifier classifier;
};

struct ocv_contours {
    std::vector<Outline> outlines;
    std::vector<Family> families;
};

int ocv_is_installed(void) {
#if defined(__x86_64__)
    const char *const folders[] = {"/usr/lib/x86_64-linux-gnu/", "/usr/lib/", "/usr/lib64/", "/usr/local/lib/"};
#elif defined(__aarch64__)
    const char *const folders[] = {"/usr/lib/aarch64-linux-gnu/", "/usr/lib/", "/usr/lib64/", "/usr/local/lib/"};
#else
    const char *const folders[] = {"/usr/lib/", "/usr/lib64/", "/usr/local/lib/"};
#endif
    return std::any_of(std::begin(folders), std::end(folders), [](const char *folder) {
        return access((std::string(folder) + library_name).c_str(), R_OK) == 0;
    });
}

const char *ocv_load(void) {
    std::call_once(once, load);
    return problem;
}

ocv_cascade *ocv_cascade_open(const char *file) {
    ocv_cascade *cascade = nullptr;
    try {
        cascade = new ocv_cascade;
        functions.make_classifier(&cascade->classifier, file);
    } catch (...) {
        delete cascade;
        return nullptr;
    }
    if (!functions.is_empty(&cascade->classifier)) return cascade;
    ocv_cascade_close(cascade);
    return nullptr;
}

void ocv_cascade_close(ocv_cascade *cascade) {
    functions.destroy_classifier(&cascade->classifier);
    delete cascade;
}

int ocv_cascade_find(
    ocv_cascade *cascade, ocv_picture picture, double step, int votes, int smallest, ocv_object *objects, int capacity) {
    try {
        Picture source(picture);
        std::vector<Rect> places;
        std::vector<int> counts;
        functions.find_objects(
            &cascade->classifier, source.read(), places, counts, step, votes, 0, {smallest, smallest}, {0, 0});
        const int count = static_cast<int>(std::min<size_t>({places.size(), counts.size(), static_cast<size_t>(capacity)}));
        for (int index = 0; index < count; index++) {
            const Rect &place = places[index];
            objects[index] = {place.x, place.y, place.width, place.height, counts[index]};
        }
        return count;
    } catch (...) {
        return -1;
    }
}

int ocv_find_quadrilaterals(
    ocv_picture picture, double low, double high, double smallest, ocv_quadrilateral *found, int capacity) {
    try {
        int count = 0;
        for (Outline &outline : outlines(picture, low, high)) {
            if (count == capacity) break;
            if (functions.area(read(outline), false) < smallest) continue;
            Outline corners;
            functions.approximate(read(outline), write(corners), 0.02 * functions.length(read(outline), true), true);
            if (corners.size() != 4 || !functions.is_convex(read(corners))) continue;
            if (functions.area(read(corners), false) < smallest) continue;
            for (int index = 0; index < 4; index++) found[count].corners[index] = {corners[index].x, corners[index].y};
            count++;
        }
        return count;
    } catch (...) {
        return -1;
    }
}

ocv_contours *ocv_contours_find(ocv_picture picture) {
    constexpr int as_tree = 3, corners_only = 2;
    ocv_contours *contours = nullptr;
    try {
        contours = new ocv_contours;
        Picture source(picture);
        const Array outlines = {
            has_fixed_type | kind_of_outlines | type_of_points | writes, &contours->outlines, {0, 0}};
        const Array families = {
            has_fixed_type | kind_of_points | type_of_families | writes, &contours->families, {0, 0}};
        functions.find_family(source.read(), outlines, families, as_tree, corners_only, {0, 0});
        if (contours->outlines.size() == contours->families.size()) return contours;
    } catch (...) {
    }
    delete contours;
    return nullptr;
}

void ocv_contours_free(ocv_contours *contours) { delete contours; }

int ocv_contours_count(const ocv_contours *contours) { return static_cast<int>(contours->outlines.size()); }

const ocv_point *ocv_contours_points(const ocv_contours *contours, int index, int *count) {
    static_assert(sizeof(ocv_point) == sizeof(Point), "both are two numbers");
    const Outline &outline = contours->outlines[static_cast<size_t>(index)];
    *count = static_cast<int>(outline.size());
    return reinterpret_cast<const ocv_point *>(outline.data());
}

int ocv_contours_parent(const ocv_contours *contours, int index) {
    return contours->families[static_cast<size_t>(index)].parent;
}

int ocv_find_shift(const float *from, const float *to, int width, int height, ocv_shift *shift) {
    try {
        Picture first(from, width, height), second(to, width, height);
        double response = 0;
        const DoublePoint found = functions.correlate(first.read(), second.read(), nothing, &response);
        *shift = {found.x, found.y, response};
        return 0;
    } catch (...) {
        return -1;
    }
}

int ocv_find_homography(ocv_picture from, ocv_picture to, int features, double *matrix, int *matches) {
    // cv::RANSAC; a point may be two pixels from its place.
    constexpr int by_samples = 8, rounds = 2000;
    constexpr double distance = 2, confidence = 0.995;
    *matches = 0;
    try {
        // The defaults of cv::ORB::create().
        const std::shared_ptr<void> orb = functions.make_orb(features, 1.2f, 8, 31, 0, 2, 0, 31, 20);
        const Description first(orb.get(), from), second(orb.get(), to);
        std::vector<FloatPoint> starts, ends;
        for (size_t index = 0; index < first.features.size(); index++) {
            const int its = first.nearest(index, second);
            if (its < 0 || second.nearest(static_cast<size_t>(its), first) != static_cast<int>(index)) continue;
            starts.push_back(first.features[index].place);
            ends.push_back(second.features[static_cast<size_t>(its)].place);
        }
        *matches = static_cast<int>(starts.size());
        if (starts.size() < 4) return 0;
        Picture mask;
        const ReturnedMat found = functions.find_homography(
            read(starts), read(ends), by_samples, distance, mask.write(), rounds, confidence);
        if (found.mat.rows != 3 || found.mat.columns != 3) return 0;
        std::memcpy(matrix, found.mat.data, 9 * sizeof(double));
        return static_cast<int>(std::count_if(
            mask.data(), mask.data() + mask.rows() * mask.columns(), [](unsigned char agrees) { return agrees != 0; }));
    } catch (...) {
        return -1;
    }
}
