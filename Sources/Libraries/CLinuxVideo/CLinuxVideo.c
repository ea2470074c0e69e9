#include "CLinuxVideo.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static int request(int fd, unsigned long code, void *argument) {
    int result;
    do {
        result = ioctl(fd, code, argument);
    } while (result == -1 && errno == EINTR);
    return result == -1 ? -errno : result;
}

int linux_video_open(const char *path) {
    int fd;
    do {
        fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    } while (fd == -1 && errno == EINTR);
    return fd == -1 ? -errno : fd;
}

int linux_video_query_capability(int fd, linux_video_capability *out) {
    struct v4l2_capability capability = {0};
    int result = request(fd, VIDIOC_QUERYCAP, &capability);
    if (result < 0) return result;
    memset(out, 0, sizeof *out);
    memcpy(out->driver, capability.driver, sizeof capability.driver);
    memcpy(out->card, capability.card, sizeof capability.card);
    memcpy(out->bus, capability.bus_info, sizeof capability.bus_info);
    bool has_own = capability.capabilities & V4L2_CAP_DEVICE_CAPS;
    out->capabilities = has_own ? capability.device_caps : capability.capabilities;
    return 0;
}

// Enumeration

int linux_video_enumerate_format(int fd, uint32_t type, uint32_t index, uint32_t *pixel_format, uint32_t *flags) {
    struct v4l2_fmtdesc description = {.index = index, .type = type};
    int result = request(fd, VIDIOC_ENUM_FMT, &description);
    if (result < 0) return result;
    *pixel_format = description.pixelformat;
    *flags = description.flags;
    return 0;
}

int linux_video_enumerate_size(int fd, uint32_t pixel_format, uint32_t index, linux_video_size *out) {
    struct v4l2_frmsizeenum size = {.index = index, .pixel_format = pixel_format};
    int result = request(fd, VIDIOC_ENUM_FRAMESIZES, &size);
    if (result < 0) return result;
    memset(out, 0, sizeof *out);
    out->type = size.type;
    if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
        out->min_width = size.discrete.width;
        out->min_height = size.discrete.height;
    } else {
        out->min_width = size.stepwise.min_width;
        out->max_width = size.stepwise.max_width;
        out->step_width = size.stepwise.step_width;
        out->min_height = size.stepwise.min_height;
        out->max_height = size.stepwise.max_height;
        out->step_height = size.stepwise.step_height;
    }
    return 0;
}

static linux_video_fraction fraction(struct v4l2_fract value) {
    return (linux_video_fraction){value.numerator, value.denominator};
}

int linux_video_enumerate_interval(
    int fd, uint32_t pixel_format, uint32_t width, uint32_t height, uint32_t index, linux_video_interval *out) {
    struct v4l2_frmivalenum interval = {
        .index = index, .pixel_format = pixel_format, .width = width, .height = height};
    int result = request(fd, VIDIOC_ENUM_FRAMEINTERVALS, &interval);
    if (result < 0) return result;
    memset(out, 0, sizeof *out);
    out->type = interval.type;
    if (interval.type == V4L2_FRMIVAL_TYPE_DISCRETE) {
        out->min = fraction(interval.discrete);
    } else {
        out->min = fraction(interval.stepwise.min);
        out->max = fraction(interval.stepwise.max);
        out->step = fraction(interval.stepwise.step);
    }
    return 0;
}

// Format and interval

static void read_format(const struct v4l2_format *in, linux_video_format *out) {
    if (V4L2_TYPE_IS_MULTIPLANAR(in->type)) {
        const struct v4l2_pix_format_mplane *pix = &in->fmt.pix_mp;
        *out = (linux_video_format){
            pix->width, pix->height, pix->pixelformat, pix->plane_fmt[0].bytesperline, pix->plane_fmt[0].sizeimage,
            pix->num_planes > 1 ? pix->plane_fmt[1].bytesperline : 0, pix->colorspace, pix->ycbcr_enc, pix->quantization, pix->xfer_func,
            pix->field};
    } else {
        const struct v4l2_pix_format *pix = &in->fmt.pix;
        *out = (linux_video_format){
            pix->width, pix->height, pix->pixelformat, pix->bytesperline, pix->sizeimage, 0,
            pix->colorspace, pix->ycbcr_enc, pix->quantization, pix->xfer_func, pix->field};
    }
}

static int change_format(int fd, unsigned long code, uint32_t type, linux_video_format *format) {
    struct v4l2_format wanted = {.type = type};
    uint32_t field = format->field ? format->field : V4L2_FIELD_NONE;
    if (V4L2_TYPE_IS_MULTIPLANAR(type)) {
        wanted.fmt.pix_mp.width = format->width;
        wanted.fmt.pix_mp.height = format->height;
        wanted.fmt.pix_mp.pixelformat = format->pixel_format;
        wanted.fmt.pix_mp.field = field;
        wanted.fmt.pix_mp.num_planes = 1;
    } else {
        wanted.fmt.pix.width = format->width;
        wanted.fmt.pix.height = format->height;
        wanted.fmt.pix.pixelformat = format->pixel_format;
        wanted.fmt.pix.field = field;
    }
    int result = request(fd, code, &wanted);
    if (result < 0) return result;
    read_format(&wanted, format);
    return 0;
}

int linux_video_get_format(int fd, uint32_t type, linux_video_format *out) {
    struct v4l2_format format = {.type = type};
    int result = request(fd, VIDIOC_G_FMT, &format);
    if (result < 0) return result;
    read_format(&format, out);
    return 0;
}

int linux_video_set_format(int fd, uint32_t type, linux_video_format *format) {
    return change_format(fd, VIDIOC_S_FMT, type, format);
}

int linux_video_try_format(int fd, uint32_t type, linux_video_format *format) {
    return change_format(fd, VIDIOC_TRY_FMT, type, format);
}

static int read_interval(const struct v4l2_streamparm *parameters, linux_video_fraction *out) {
    if (!(parameters->parm.capture.capability & V4L2_CAP_TIMEPERFRAME)) return -ENOTSUP;
    *out = fraction(parameters->parm.capture.timeperframe);
    return 0;
}

int linux_video_get_interval(int fd, uint32_t type, linux_video_fraction *out) {
    struct v4l2_streamparm parameters = {.type = type};
    int result = request(fd, VIDIOC_G_PARM, &parameters);
    return result < 0 ? result : read_interval(&parameters, out);
}

int linux_video_set_interval(int fd, uint32_t type, linux_video_fraction *interval) {
    struct v4l2_streamparm parameters = {.type = type};
    parameters.parm.capture.timeperframe.numerator = interval->numerator;
    parameters.parm.capture.timeperframe.denominator = interval->denominator;
    int result = request(fd, VIDIOC_S_PARM, &parameters);
    return result < 0 ? result : read_interval(&parameters, interval);
}

int linux_video_get_control(int fd, uint32_t control, int32_t *value) {
    struct v4l2_control request_control = {.id = control};
    int result = request(fd, VIDIOC_G_CTRL, &request_control);
    if (result < 0) return result;
    *value = request_control.value;
    return 0;
}

int linux_video_set_control(int fd, uint32_t control, int32_t value) {
    struct v4l2_control request_control = {.id = control, .value = value};
    int result = request(fd, VIDIOC_S_CTRL, &request_control);
    return result < 0 ? result : 0;
}

int linux_video_query_control(int fd, uint32_t control, linux_video_control *out) {
    struct v4l2_queryctrl query = {.id = control};
    int result = request(fd, VIDIOC_QUERYCTRL, &query);
    if (result < 0) return result;
    *out = (linux_video_control){
        query.minimum, query.maximum, query.step, query.default_value, query.type, query.flags};
    return 0;
}

int linux_video_query_menu(int fd, uint32_t control, uint32_t index, int64_t *value) {
    struct v4l2_querymenu menu = {.id = control, .index = index};
    int result = request(fd, VIDIOC_QUERYMENU, &menu);
    if (result < 0) return result;
    *value = menu.value;
    return 0;
}

int linux_video_next_control(int fd, uint32_t control, linux_video_named_control *out) {
    struct v4l2_query_ext_ctrl query = {.id = control | V4L2_CTRL_FLAG_NEXT_CTRL};
    int result = request(fd, VIDIOC_QUERY_EXT_CTRL, &query);
    if (result < 0) return result;
    *out = (linux_video_named_control){
        .id = query.id, .type = query.type, .flags = query.flags, .minimum = query.minimum, .maximum = query.maximum,
        .default_value = query.default_value, .step = query.step};
    memcpy(out->name, query.name, sizeof out->name);
    out->name[sizeof out->name - 1] = 0;
    return 0;
}

int linux_video_menu_item(int fd, uint32_t control, uint32_t index, char name[32], int64_t *value) {
    struct v4l2_querymenu menu = {.id = control, .index = index};
    int result = request(fd, VIDIOC_QUERYMENU, &menu);
    if (result < 0) return result;
    memcpy(name, menu.name, 32);
    name[31] = 0;
    *value = menu.value;
    return 0;
}

static int long_control_request(int fd, unsigned long code, uint32_t control, int64_t *value) {
    struct v4l2_ext_control item = {.id = control, .value64 = *value};
    struct v4l2_ext_controls items = {.which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &item};
    int result = request(fd, code, &items);
    if (result < 0) return result;
    *value = item.value64;
    return 0;
}

int linux_video_get_long_control(int fd, uint32_t control, int64_t *value) {
    *value = 0;
    return long_control_request(fd, VIDIOC_G_EXT_CTRLS, control, value);
}

int linux_video_set_long_control(int fd, uint32_t control, int64_t value) {
    return long_control_request(fd, VIDIOC_S_EXT_CTRLS, control, &value);
}

// Signals

static bool current_input(int fd, struct v4l2_input *input) {
    int index = 0;
    if (request(fd, VIDIOC_G_INPUT, &index) < 0) return false;
    *input = (struct v4l2_input){.index = (uint32_t)index};
    return request(fd, VIDIOC_ENUMINPUT, input) == 0;
}

bool linux_video_has_timings(int fd) {
    struct v4l2_input input;
    return current_input(fd, &input) && input.capabilities & V4L2_IN_CAP_DV_TIMINGS;
}

int linux_video_input_status(int fd) {
    struct v4l2_input input;
    if (!current_input(fd, &input) || !input.std) return LINUX_VIDEO_INPUT_IS_FINE;
    if (input.status & (V4L2_IN_ST_NO_SIGNAL | V4L2_IN_ST_NO_POWER)) return LINUX_VIDEO_INPUT_HAS_NO_SIGNAL;
    if (input.status & (V4L2_IN_ST_NO_H_LOCK | V4L2_IN_ST_NO_V_LOCK | V4L2_IN_ST_NO_STD_LOCK))
        return LINUX_VIDEO_INPUT_HAS_NO_LOCK;
    return LINUX_VIDEO_INPUT_IS_FINE;
}

int linux_video_take_timings(int fd, uint32_t *width, uint32_t *height) {
    struct v4l2_dv_timings seen = {0}, set = {0};
    int result = request(fd, VIDIOC_QUERY_DV_TIMINGS, &seen);
    if (result < 0) return result;
    *width = seen.bt.width;
    *height = seen.bt.height;
    // Setting the same ones again resets the format that a person chose.
    if (request(fd, VIDIOC_G_DV_TIMINGS, &set) == 0 && set.bt.width == seen.bt.width &&
        set.bt.height == seen.bt.height && set.bt.pixelclock == seen.bt.pixelclock &&
        set.bt.interlaced == seen.bt.interlaced)
        return 0;
    result = request(fd, VIDIOC_S_DV_TIMINGS, &seen);
    return result < 0 ? result : 0;
}

static int subscribe(int fd, uint32_t type, uint32_t id) {
    struct v4l2_event_subscription subscription = {.type = type, .id = id};
    int result = request(fd, VIDIOC_SUBSCRIBE_EVENT, &subscription);
    return result < 0 ? result : 0;
}

int linux_video_subscribe_source_change(int fd) { return subscribe(fd, V4L2_EVENT_SOURCE_CHANGE, 0); }

int linux_video_subscribe_control(int fd, uint32_t id) { return subscribe(fd, V4L2_EVENT_CTRL, id); }

unsigned linux_video_take_events(int fd) {
    struct v4l2_event event = {0};
    unsigned events = 0;
    while (request(fd, VIDIOC_DQEVENT, &event) == 0) {
        if (event.type == V4L2_EVENT_CTRL) events |= LINUX_VIDEO_CONTROL_CHANGED;
        if (event.type == V4L2_EVENT_SOURCE_CHANGE && event.u.src_change.changes & V4L2_EVENT_SRC_CH_RESOLUTION)
            events |= LINUX_VIDEO_SOURCE_CHANGED;
    }
    return events;
}

// Buffers

int linux_video_request_buffers(int fd, uint32_t type, uint32_t count) {
    struct v4l2_requestbuffers buffers = {.count = count, .type = type, .memory = V4L2_MEMORY_MMAP};
    int result = request(fd, VIDIOC_REQBUFS, &buffers);
    return result < 0 ? result : (int)buffers.count;
}

static int buffer_request(int fd, unsigned long code, uint32_t type, uint32_t index, linux_video_buffer *out) {
    struct v4l2_plane planes[VIDEO_MAX_PLANES] = {{0}};
    struct v4l2_buffer buffer = {.index = index, .type = type, .memory = V4L2_MEMORY_MMAP};
    bool is_planar = V4L2_TYPE_IS_MULTIPLANAR(type);
    if (is_planar) {
        buffer.m.planes = planes;
        buffer.length = VIDEO_MAX_PLANES;
    }
    int result = request(fd, code, &buffer);
    if (result < 0 || out == NULL) return result;
    *out = (linux_video_buffer){
        .index = buffer.index,
        .flags = buffer.flags,
        .sequence = buffer.sequence,
        .timestamp_nanoseconds =
            (int64_t)buffer.timestamp.tv_sec * 1000000000 + (int64_t)buffer.timestamp.tv_usec * 1000,
        .area_count = 1,
    };
    if (!is_planar) {
        out->areas[0] = (linux_video_area){buffer.length, buffer.m.offset, buffer.bytesused, 0};
        return 0;
    }
    const uint32_t most = sizeof out->areas / sizeof out->areas[0];
    out->area_count = buffer.length < most ? buffer.length : most;
    for (uint32_t i = 0; i < out->area_count; i++) {
        out->areas[i] = (linux_video_area){
            planes[i].length, planes[i].m.mem_offset, planes[i].bytesused, planes[i].data_offset};
    }
    return 0;
}

int linux_video_query_buffer(int fd, uint32_t type, uint32_t index, linux_video_buffer *out) {
    return buffer_request(fd, VIDIOC_QUERYBUF, type, index, out);
}

int linux_video_queue(int fd, uint32_t type, uint32_t index) {
    return buffer_request(fd, VIDIOC_QBUF, type, index, NULL);
}

int linux_video_dequeue(int fd, uint32_t type, linux_video_buffer *out) {
    return buffer_request(fd, VIDIOC_DQBUF, type, 0, out);
}

int linux_video_stream_on(int fd, uint32_t type) {
    int argument = (int)type;
    return request(fd, VIDIOC_STREAMON, &argument);
}

int linux_video_stream_off(int fd, uint32_t type) {
    int argument = (int)type;
    return request(fd, VIDIOC_STREAMOFF, &argument);
}

int linux_video_map(int fd, size_t length, uint32_t offset, void **address) {
    void *mapped = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
    if (mapped == MAP_FAILED) return -errno;
    *address = mapped;
    return 0;
}

int linux_video_unmap(void *address, size_t length) {
    return munmap(address, length) == -1 ? -errno : 0;
}

int linux_video_poll(int fd, int wake_fd, int timeout_milliseconds, short *device_events, bool *woken) {
    struct pollfd descriptors[2] = {{.fd = fd, .events = POLLIN | POLLPRI}, {.fd = wake_fd, .events = POLLIN}};
    int ready = poll(descriptors, 2, timeout_milliseconds);
    *device_events = ready > 0 ? descriptors[0].revents : 0;
    *woken = ready > 0 && descriptors[1].revents != 0;
    if (ready == -1) return errno == EINTR ? 0 : -errno;
    return ready;
}
