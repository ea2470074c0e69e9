// The Video for Linux ioctls that capture needs, flattened for Swift.
//
// Swift does not see the request numbers (they are macros over `sizeof`), nor the unions of <linux/videodev2.h> in a
// usable form. An ioctl's buffer type decides which member of a union counts. Here a request is a function, and
// the single-planar and multi-planar variants look alike: a buffer has one memory area, or one for each plane.
//
// Every function returns 0 (or a count, or a descriptor) or a negative errno, and tries again after EINTR. All of them
// go through libc's open, ioctl, mmap and poll, so that a preloaded library may answer instead of the kernel.
//
// Source: Linux Media Infrastructure userspace API, part I, "Video for Linux API".
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/videodev2.h>

typedef struct {
    char driver[17];
    char card[33];
    char bus[33];
    // The capabilities of this node, not of the whole device.
    uint32_t capabilities;
} linux_video_capability;

typedef struct {
    uint32_t width, height;
    uint32_t pixel_format;
    uint32_t bytes_per_line, size_image;
    // Of the second memory area; 0 if there is one only.
    uint32_t chroma_bytes_per_line;
    uint32_t colorspace, ycbcr_encoding, quantization, transfer;
    // An enum v4l2_field.
    uint32_t field;
} linux_video_format;

typedef struct {
    // An enum v4l2_frmsizetypes; for a discrete size only min_width and min_height count.
    uint32_t type;
    uint32_t min_width, max_width, step_width;
    uint32_t min_height, max_height, step_height;
} linux_video_size;

typedef struct {
    uint32_t numerator, denominator;
} linux_video_fraction;

typedef struct {
    // An enum v4l2_frmivaltypes; for a discrete interval only min counts.
    uint32_t type;
    linux_video_fraction min, max, step;
} linux_video_interval;

typedef struct {
    int32_t minimum, maximum, step, default_value;
    // An enum v4l2_ctrl_type, and V4L2_CTRL_FLAG_….
    uint32_t type, flags;
} linux_video_control;

typedef struct {
    uint32_t id;
    // An enum v4l2_ctrl_type, and V4L2_CTRL_FLAG_….
    uint32_t type, flags;
    char name[32];
    int64_t minimum, maximum, default_value;
    uint64_t step;
} linux_video_named_control;

// A memory area of a buffer.
typedef struct {
    uint32_t length, offset;
    uint32_t bytes_used, data_offset;
} linux_video_area;

typedef struct {
    uint32_t index, flags, sequence;
    int64_t timestamp_nanoseconds;
    // No format has more than three.
    uint32_t area_count;
    linux_video_area areas[4];
} linux_video_buffer;

/// Opens a node for non-blocking use; the descriptor is closed on exec.
int linux_video_open(const char *path);

int linux_video_query_capability(int fd, linux_video_capability *out);

/// The pixel format at `index` of the list of buffer type `type`; -EINVAL after the last one.
int linux_video_enumerate_format(int fd, uint32_t type, uint32_t index, uint32_t *pixel_format, uint32_t *flags);
int linux_video_enumerate_size(int fd, uint32_t pixel_format, uint32_t index, linux_video_size *out);
int linux_video_enumerate_interval(
    int fd, uint32_t pixel_format, uint32_t width, uint32_t height, uint32_t index, linux_video_interval *out);

int linux_video_get_format(int fd, uint32_t type, linux_video_format *out);
/// Asks for `format`'s size, pixel format and field (0: progressive); writes back what the driver made of it.
int linux_video_set_format(int fd, uint32_t type, linux_video_format *format);
/// As linux_video_set_format, but changes nothing.
int linux_video_try_format(int fd, uint32_t type, linux_video_format *format);

/// -ENOTSUP when the driver has no such setting.
int linux_video_get_interval(int fd, uint32_t type, linux_video_fraction *out);
int linux_video_set_interval(int fd, uint32_t type, linux_video_fraction *interval);

int linux_video_get_control(int fd, uint32_t control, int32_t *value);
int linux_video_set_control(int fd, uint32_t control, int32_t value);
/// -EINVAL when the device has no such control.
int linux_video_query_control(int fd, uint32_t control, linux_video_control *out);
/// The number behind an item of an integer menu; -EINVAL when there is no such item.
int linux_video_query_menu(int fd, uint32_t control, uint32_t index, int64_t *value);

/// The control that follows `control` (0: the first) in the order of their numbers; -EINVAL after the last one.
int linux_video_next_control(int fd, uint32_t control, linux_video_named_control *out);
/// The name of an item of a menu, or the number behind one of an integer menu; -EINVAL when there is no such item.
int linux_video_menu_item(int fd, uint32_t control, uint32_t index, char name[32], int64_t *value);
/// For controls of 64 bits.
int linux_video_get_long_control(int fd, uint32_t control, int64_t *value);
int linux_video_set_long_control(int fd, uint32_t control, int64_t value);

/// Whether the input that is in use is a receiver of digital video (V4L2_IN_CAP_DV_TIMINGS).
bool linux_video_has_timings(int fd);
/// Applies the timings that a receiver detects at its input, and returns their size. -ENOLINK without a signal, -ENOLCK
/// while it is not stable, -ERANGE for one that the device cannot receive, -EBUSY while it streams in other timings.
int linux_video_take_timings(int fd, uint32_t *width, uint32_t *height);

/// What is wrong at the input that is in use, if it is one for analog video.
enum { LINUX_VIDEO_INPUT_IS_FINE, LINUX_VIDEO_INPUT_HAS_NO_SIGNAL, LINUX_VIDEO_INPUT_HAS_NO_LOCK };
int linux_video_input_status(int fd);

/// What events tell: another resolution, or a signal that came or went; a control that somebody else changed.
enum { LINUX_VIDEO_SOURCE_CHANGED = 1, LINUX_VIDEO_CONTROL_CHANGED = 2 };
/// Asks for events that tell of another source; see linux_video_take_events.
int linux_video_subscribe_source_change(int fd);
/// Asks for events that tell of changes to a control, but for those made through this descriptor.
int linux_video_subscribe_control(int fd, uint32_t id);
/// Takes all pending events.
unsigned linux_video_take_events(int fd);

/// Asks for `count` mappable buffers (0 frees them) and returns how many there are.
int linux_video_request_buffers(int fd, uint32_t type, uint32_t count);
int linux_video_query_buffer(int fd, uint32_t type, uint32_t index, linux_video_buffer *out);
int linux_video_queue(int fd, uint32_t type, uint32_t index);
/// -EAGAIN when no buffer is filled yet.
int linux_video_dequeue(int fd, uint32_t type, linux_video_buffer *out);
int linux_video_stream_on(int fd, uint32_t type);
int linux_video_stream_off(int fd, uint32_t type);

/// Maps `length` bytes at `offset` for reading and writing.
int linux_video_map(int fd, size_t length, uint32_t offset, void **address);
/// Unmaps through libc's munmap.
int linux_video_unmap(void *address, size_t length);

/// Waits at most `timeout_milliseconds` for a filled buffer or for `wake_fd` to become readable.
///
/// An event that was asked for ends the wait too. `device_events` gets poll's bits of the device, `woken` whether `wake_fd` is readable. Returns the number of ready
/// descriptors; 0 on timeout, and if a signal interrupts the wait. A negative `fd` waits for `wake_fd` alone.
int linux_video_poll(int fd, int wake_fd, int timeout_milliseconds, short *device_events, bool *woken);
