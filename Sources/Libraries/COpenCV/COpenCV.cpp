#include "COpenCV.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
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

struct Rect {
    int x, y, width, height;
};

struct Scalar {
    double values[4];
};

/// cv::Mat, which only the library's own functions make and read.
struct Mat {
    alignas(8) unsigned char bytes[96];
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
constexpr int type_of_points = 4 | 1 << 3;
constexpr int reads = 1 << 24;
constexpr int writes = 1 << 25;

using Outline = std::vector<Point>;

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
    void (*approximate)(const Array &outline, const Array &corners, double distance, bool is_closed);
    bool (*is_convex)(const Array &outline);
    double (*area)(const Array &outline, bool is_oriented);
    double (*length)(const Array &outline, bool is_closed);
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

/// The names as the compiler mangles them, of libopencv-core, -imgproc and -objdetect.
#define STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
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
};
#undef STRING

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

/// A picture of the library over memory of ours, or an empty one.
class Picture {
  public:
    Picture() { functions.make_empty_mat(&mat); }
    explicit Picture(ocv_picture picture) {
        functions.make_mat(
            &mat, picture.height, picture.width, type_of_bytes, const_cast<uint8_t *>(picture.base),
            picture.bytes_per_row);
    }
    ~Picture() { functions.destroy_mat(&mat); }
    Picture(const Picture &) = delete;

    Array read() { return {kind_of_mat | reads, &mat, {0, 0}}; }
    Array write() { return {kind_of_mat | writes, &mat, {0, 0}}; }

  private:
    Mat mat;
};

Array read(Outline &outline) {
    return {has_fixed_type | kind_of_points | type_of_points | reads, &outline, {0, 0}};
}

Array write(Outline &outline) {
    return {has_fixed_type | kind_of_points | type_of_points | writes, &outline, {0, 0}};
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
