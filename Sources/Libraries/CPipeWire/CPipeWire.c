#include "CPipeWire.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/dma-buf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <pipewire/pipewire.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>

// The functions that are used; all other calls go through tables that the library's objects carry.
#define FUNCTIONS(X)            \
    X(pw_init)                  \
    X(pw_loop_new)              \
    X(pw_loop_destroy)          \
    X(pw_context_new)           \
    X(pw_context_destroy)       \
    X(pw_context_connect)       \
    X(pw_context_connect_fd)    \
    X(pw_core_disconnect)       \
    X(pw_properties_new)        \
    X(pw_proxy_destroy)         \
    X(pw_stream_new)            \
    X(pw_stream_add_listener)   \
    X(pw_stream_connect)        \
    X(pw_stream_destroy)        \
    X(pw_stream_dequeue_buffer) \
    X(pw_stream_queue_buffer)   \
    X(pw_stream_update_params)

static struct {
#define MEMBER(name) __typeof__(&name) name;
    FUNCTIONS(MEMBER)
#undef MEMBER
} call;

const char *pipewire_load(void) {
    void *library = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libpipewire-0.3.so.0 cannot be loaded; install the package libpipewire-0.3-0";
#define FIND(name) \
    if (!(call.name = (__typeof__(call.name))dlsym(library, #name))) return "the installed PipeWire has no " #name;
    FUNCTIONS(FIND)
#undef FIND
    call.pw_init(NULL, NULL);
    return NULL;
}

// Pixel formats

#define FOUR_CC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define MJPEG FOUR_CC('M', 'J', 'P', 'G')

static const struct {
    uint32_t spa;
    uint32_t four_cc;
} pixel_formats[] = {
    {SPA_VIDEO_FORMAT_NV12, FOUR_CC('N', 'V', '1', '2')},   {SPA_VIDEO_FORMAT_NV21, FOUR_CC('N', 'V', '2', '1')},
    {SPA_VIDEO_FORMAT_I420, FOUR_CC('Y', 'U', '1', '2')},   {SPA_VIDEO_FORMAT_YV12, FOUR_CC('Y', 'V', '1', '2')},
    {SPA_VIDEO_FORMAT_YUY2, FOUR_CC('Y', 'U', 'Y', 'V')},   {SPA_VIDEO_FORMAT_UYVY, FOUR_CC('U', 'Y', 'V', 'Y')},
    {SPA_VIDEO_FORMAT_YVYU, FOUR_CC('Y', 'V', 'Y', 'U')},   {SPA_VIDEO_FORMAT_NV16, FOUR_CC('N', 'V', '1', '6')},
    {SPA_VIDEO_FORMAT_NV61, FOUR_CC('N', 'V', '6', '1')},   {SPA_VIDEO_FORMAT_GRAY8, FOUR_CC('G', 'R', 'E', 'Y')},
    {SPA_VIDEO_FORMAT_RGB, FOUR_CC('R', 'G', 'B', '3')},    {SPA_VIDEO_FORMAT_BGR, FOUR_CC('B', 'G', 'R', '3')},
    {SPA_VIDEO_FORMAT_BGRx, FOUR_CC('X', 'R', '2', '4')},   {SPA_VIDEO_FORMAT_BGRA, FOUR_CC('A', 'R', '2', '4')},
    {SPA_VIDEO_FORMAT_P010_10LE, FOUR_CC('P', '0', '1', '0')},
};
#define PIXEL_FORMAT_COUNT (sizeof pixel_formats / sizeof *pixel_formats)

/// 0 for one that V4L2 does not know.
static uint32_t four_cc_of(uint32_t spa) {
    for (size_t i = 0; i < PIXEL_FORMAT_COUNT; i++)
        if (pixel_formats[i].spa == spa) return pixel_formats[i].four_cc;
    return 0;
}

static uint32_t spa_of(uint32_t four_cc) {
    for (size_t i = 0; i < PIXEL_FORMAT_COUNT; i++)
        if (pixel_formats[i].four_cc == four_cc) return pixel_formats[i].spa;
    return SPA_VIDEO_FORMAT_UNKNOWN;
}

// Connections

struct node {
    struct spa_list link;
    pipewire_connection *connection;
    uint32_t id;
    struct pw_proxy *proxy;
    struct spa_hook listener;
    /// Whether its first formats have been asked for.
    bool is_asked;
};

struct pipewire_connection {
    struct pw_loop *loop;
    /// What other threads signal.
    struct spa_source *wake;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook core_listener;
    struct spa_hook registry_listener;
    struct spa_list nodes;
    pipewire_events events;
};

#define MAXIMUM 64

/// The values of a property: one, each of a list, or a range's lower and upper bound.
static uint32_t values_of(const struct spa_pod *object, uint32_t key, uint32_t type, bool *is_range, const void **first) {
    const struct spa_pod_prop *property = spa_pod_find_prop(object, NULL, key);
    *is_range = false;
    if (!property) return 0;
    uint32_t count, choice;
    const struct spa_pod *value = spa_pod_get_values(&property->value, &count, &choice);
    // Another program writes these numbers.
    size_t expected = type == SPA_TYPE_Id ? sizeof(uint32_t) : sizeof(struct spa_rectangle);
    if (SPA_POD_TYPE(value) != type || SPA_POD_BODY_SIZE(value) != expected || count == 0) return 0;
    *first = SPA_POD_BODY_CONST(value);
    // The first value of a choice is the default, which is among the others too.
    size_t size = SPA_POD_BODY_SIZE(value);
    *is_range = (choice == SPA_CHOICE_Range || choice == SPA_CHOICE_Step) && count >= 3;
    bool is_list = choice == SPA_CHOICE_Enum && count > 1;
    if (*is_range || is_list) *first = SPA_PTROFF(*first, size, void);
    if (*is_range) return 2;
    if (is_list) count--;
    return count < MAXIMUM ? count : MAXIMUM;
}

static void on_param(void *data, int seq, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *param) {
    (void)seq, (void)index, (void)next;
    struct node *node = data;
    uint32_t type, subtype;
    if (id != SPA_PARAM_EnumFormat || !param || spa_format_parse(param, &type, &subtype) < 0) return;
    if (type != SPA_MEDIA_TYPE_video) return;
    uint32_t four_ccs[MAXIMUM], four_cc_count = 0;
    bool is_range;
    const void *values = NULL;
    if (subtype == SPA_MEDIA_SUBTYPE_mjpg) {
        four_ccs[four_cc_count++] = MJPEG;
    } else if (subtype == SPA_MEDIA_SUBTYPE_raw) {
        uint32_t count = values_of(param, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, &is_range, &values);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t four_cc = four_cc_of(((const uint32_t *)values)[i]);
            if (four_cc) four_ccs[four_cc_count++] = four_cc;
        }
    }
    if (four_cc_count == 0) return;
    pipewire_choice choice = {.four_ccs = four_ccs, .four_cc_count = four_cc_count};
    pipewire_pair sizes[MAXIMUM], rates[MAXIMUM];
    choice.size_count = values_of(param, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, &choice.is_size_range, &values);
    for (uint32_t i = 0; i < choice.size_count; i++) {
        const struct spa_rectangle *size = (const struct spa_rectangle *)values + i;
        sizes[i] = (pipewire_pair){size->width, size->height};
    }
    choice.rate_count = values_of(param, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, &choice.is_rate_range, &values);
    for (uint32_t i = 0; i < choice.rate_count; i++) {
        const struct spa_fraction *rate = (const struct spa_fraction *)values + i;
        rates[i] = (pipewire_pair){rate->num, rate->denom};
    }
    choice.sizes = sizes;
    choice.rates = rates;
    node->connection->events.offers(node->connection->events.context, node->id, &choice);
}

static void on_info(void *data, const struct pw_node_info *info) {
    struct node *node = data;
    const pipewire_events *events = &node->connection->events;
    if (info->change_mask & PW_NODE_CHANGE_MASK_PROPS && info->props)
        events->described(events->context, node->id, spa_dict_lookup(info->props, "api.libcamera.location"));
    if (!(info->change_mask & PW_NODE_CHANGE_MASK_PARAMS)) return;
    for (uint32_t i = 0; i < info->n_params; i++) {
        // The first information comes with the first formats, and a change that names them means new ones.
        if (info->params[i].id != SPA_PARAM_EnumFormat || !(info->params[i].flags & SPA_PARAM_INFO_READ)) continue;
        if (node->is_asked) {
            events->reoffers(events->context, node->id);
            pw_node_enum_params((struct pw_node *)node->proxy, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
        }
        node->is_asked = true;
        return;
    }
}

static const struct pw_node_events node_events = {.version = PW_VERSION_NODE_EVENTS, .info = on_info, .param = on_param};

static void on_global(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *properties) {
    (void)permissions, (void)version;
    pipewire_connection *connection = data;
    if (strcmp(type, PW_TYPE_INTERFACE_Node) != 0 || !properties) return;
    const char *media = spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS);
    if (!media || strcmp(media, "Video/Source") != 0) return;
    struct node *node = calloc(1, sizeof *node);
    if (!node) return;
    node->connection = connection;
    node->id = id;
    node->proxy = pw_registry_bind(connection->registry, id, type, PW_VERSION_NODE, 0);
    if (!node->proxy) {
        free(node);
        return;
    }
    spa_list_append(&connection->nodes, &node->link);
    pipewire_node about = {
        .id = id,
        .serial = spa_dict_lookup(properties, PW_KEY_OBJECT_SERIAL),
        .name = spa_dict_lookup(properties, PW_KEY_NODE_NAME),
        .description = spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION),
        .role = spa_dict_lookup(properties, PW_KEY_MEDIA_ROLE),
        .path = spa_dict_lookup(properties, PW_KEY_OBJECT_PATH),
    };
    connection->events.added(connection->events.context, &about);
    pw_node_add_listener((struct pw_node *)node->proxy, &node->listener, &node_events, node);
    pw_node_enum_params((struct pw_node *)node->proxy, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
}

static void forget(struct node *node) {
    spa_list_remove(&node->link);
    spa_hook_remove(&node->listener);
    call.pw_proxy_destroy(node->proxy);
    free(node);
}

static void on_global_remove(void *data, uint32_t id) {
    pipewire_connection *connection = data;
    struct node *node, *next;
    spa_list_for_each_safe(node, next, &connection->nodes, link) {
        if (node->id != id) continue;
        forget(node);
        connection->events.removed(connection->events.context, id);
    }
}

static void on_done(void *data, uint32_t id, int number) {
    pipewire_connection *connection = data;
    if (id == PW_ID_CORE) connection->events.synced(connection->events.context, number);
}

static void on_error(void *data, uint32_t id, int seq, int result, const char *message) {
    (void)seq, (void)message;
    pipewire_connection *connection = data;
    // Those of other objects are harmless: a node that is gone, or one that does not list its formats.
    if (id == PW_ID_CORE) connection->events.ended(connection->events.context, -result);
}

static const struct pw_core_events core_events = {
    .version = PW_VERSION_CORE_EVENTS, .done = on_done, .error = on_error};
static const struct pw_registry_events registry_events = {
    .version = PW_VERSION_REGISTRY_EVENTS, .global = on_global, .global_remove = on_global_remove};

static void on_wake(void *data, uint64_t count) { (void)data, (void)count; }

pipewire_connection *pipewire_connect(int descriptor, const pipewire_events *events, int *error) {
    pipewire_connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        *error = ENOMEM;
        if (descriptor >= 0) close(descriptor);
        return NULL;
    }
    connection->events = *events;
    spa_list_init(&connection->nodes);
    connection->loop = call.pw_loop_new(NULL);
    if (connection->loop) {
        pw_loop_enter(connection->loop);
        connection->wake = pw_loop_add_event(connection->loop, on_wake, connection);
        if (connection->wake) connection->context = call.pw_context_new(connection->loop, NULL, 0);
    }
    if (connection->context && descriptor < 0)
        connection->core = call.pw_context_connect(connection->context, NULL, 0);
    // It closes the descriptor, even if it fails.
    if (connection->context && descriptor >= 0)
        connection->core = call.pw_context_connect_fd(connection->context, descriptor, NULL, 0);
    if (!connection->core) {
        *error = errno ? errno : ECONNREFUSED;
        if (!connection->context && descriptor >= 0) close(descriptor);
        pipewire_disconnect(connection);
        return NULL;
    }
    pw_core_add_listener(connection->core, &connection->core_listener, &core_events, connection);
    connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
    if (!connection->registry) {
        *error = errno ? errno : ENOMEM;
        pipewire_disconnect(connection);
        return NULL;
    }
    pw_registry_add_listener(connection->registry, &connection->registry_listener, &registry_events, connection);
    return connection;
}

int pipewire_iterate(pipewire_connection *connection, int milliseconds) {
    int status = pw_loop_iterate(connection->loop, milliseconds);
    return status == -EINTR ? 0 : status;
}

// Not by pw_loop_invoke(), which one thread may call: the one that hands over the frames does.
void pipewire_wake(pipewire_connection *connection) { pw_loop_signal_event(connection->loop, connection->wake); }

int pipewire_sync(pipewire_connection *connection) { return pw_core_sync(connection->core, PW_ID_CORE, 0); }

void pipewire_disconnect(pipewire_connection *connection) {
    struct node *node, *next;
    spa_list_for_each_safe(node, next, &connection->nodes, link) forget(node);
    if (connection->registry) {
        spa_hook_remove(&connection->registry_listener);
        call.pw_proxy_destroy((struct pw_proxy *)connection->registry);
    }
    if (connection->core) {
        spa_hook_remove(&connection->core_listener);
        call.pw_core_disconnect(connection->core);
    }
    if (connection->context) call.pw_context_destroy(connection->context);
    if (connection->loop) {
        if (connection->wake) pw_loop_destroy_source(connection->loop, connection->wake);
        pw_loop_leave(connection->loop);
        call.pw_loop_destroy(connection->loop);
    }
    free(connection);
}

// Streams

struct pipewire_stream {
    struct pw_stream *stream;
    struct spa_hook listener;
    pipewire_stream_events events;
};

static const struct spa_pod *format_pod(struct spa_pod_builder *builder, const pipewire_format *format) {
    struct spa_pod_frame frame;
    struct spa_rectangle size = SPA_RECTANGLE(format->width, format->height);
    struct spa_fraction rate = SPA_FRACTION(format->rate.first, format->rate.second);
    bool is_mjpeg = format->four_cc == MJPEG;
    spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(
        builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
        SPA_POD_Id(is_mjpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
    if (!is_mjpeg) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(spa_of(format->four_cc)), 0);
    // Plain values: where there is a choice, the node takes its own default.
    spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), 0);
    if (format->rate.first > 0) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate), 0);
    return spa_pod_builder_pop(builder, &frame);
}

static void set_colors(pipewire_format *format, const struct spa_video_info_raw *raw) {
    switch (raw->color_primaries) {
        case SPA_VIDEO_COLOR_PRIMARIES_BT709: format->colorspace = 3; break;
        case SPA_VIDEO_COLOR_PRIMARIES_SMPTE170M: format->colorspace = 1; break;
        case SPA_VIDEO_COLOR_PRIMARIES_BT2020: format->colorspace = 10; break;
        default: break;
    }
    switch (raw->color_matrix) {
        case SPA_VIDEO_COLOR_MATRIX_BT601: format->ycbcr_encoding = 1; break;
        case SPA_VIDEO_COLOR_MATRIX_BT709: format->ycbcr_encoding = 2; break;
        case SPA_VIDEO_COLOR_MATRIX_BT2020: format->ycbcr_encoding = 6; break;
        default: break;
    }
    switch (raw->color_range) {
        case SPA_VIDEO_COLOR_RANGE_0_255: format->quantization = 1; break;
        case SPA_VIDEO_COLOR_RANGE_16_235: format->quantization = 2; break;
        default: break;
    }
    switch (raw->transfer_function) {
        case SPA_VIDEO_TRANSFER_BT709: format->transfer = 1; break;
        case SPA_VIDEO_TRANSFER_SRGB: format->transfer = 2; break;
        default: break;
    }
}

static bool parse_format(const struct spa_pod *param, pipewire_format *format) {
    uint32_t type, subtype;
    if (spa_format_parse(param, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video) return false;
    if (subtype == SPA_MEDIA_SUBTYPE_mjpg) {
        struct spa_video_info_mjpg info;
        memset(&info, 0, sizeof info);
        if (spa_format_video_mjpg_parse(param, &info) < 0) return false;
        *format = (pipewire_format){
            .four_cc = MJPEG, .width = info.size.width, .height = info.size.height,
            .rate = {info.framerate.num, info.framerate.denom}};
        return true;
    }
    struct spa_video_info_raw info;
    memset(&info, 0, sizeof info);
    if (subtype != SPA_MEDIA_SUBTYPE_raw || spa_format_video_raw_parse(param, &info) < 0) return false;
    *format = (pipewire_format){
        .four_cc = four_cc_of(info.format), .width = info.size.width, .height = info.size.height,
        .rate = {info.framerate.num, info.framerate.denom}};
    set_colors(format, &info);
    return true;
}

static void on_param_changed(void *data, uint32_t id, const struct spa_pod *param) {
    pipewire_stream *stream = data;
    pipewire_format format;
    if (id != SPA_PARAM_Format || !param || !parse_format(param, &format)) return;
    stream->events.agreed(stream->events.context, &format);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(8, 2, 16), SPA_PARAM_BUFFERS_dataType,
            SPA_POD_CHOICE_FLAGS_Int((1 << SPA_DATA_MemPtr) | (1 << SPA_DATA_MemFd) | (1 << SPA_DATA_DmaBuf))),
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    call.pw_stream_update_params(stream->stream, params, 2);
}

static void on_state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *message) {
    (void)old;
    pipewire_stream *stream = data;
    stream->events.changed(stream->events.context, (int)state, message);
}

/// Memory of another device may be in its caches until it is asked for.
static void synchronize(const struct spa_data *data, uint64_t flags) {
    if (data->type != SPA_DATA_DmaBuf) return;
    struct dma_buf_sync sync = {.flags = flags | DMA_BUF_SYNC_READ};
    ioctl((int)data->fd, DMA_BUF_IOCTL_SYNC, &sync);
}

static void deliver(pipewire_stream *stream, const struct spa_buffer *buffer) {
    pipewire_plane planes[4];
    pipewire_frame frame = {.planes = planes, .time = -1};
    frame.plane_count = buffer->n_datas < 4 ? buffer->n_datas : 4;
    for (uint32_t i = 0; i < frame.plane_count; i++) {
        const struct spa_data *data = &buffer->datas[i];
        // The other side writes these numbers.
        uint32_t offset = SPA_MIN(data->chunk->offset, data->maxsize);
        uint32_t size = SPA_MIN(data->chunk->size, data->maxsize - offset);
        planes[i] = (pipewire_plane){
            .data = data->data ? SPA_PTROFF(data->data, offset, void) : NULL,
            .size = data->data ? size : 0,
            .bytes_per_row = data->chunk->stride,
        };
        if (data->chunk->flags & SPA_CHUNK_FLAG_CORRUPTED) frame.is_damaged = true;
        synchronize(data, DMA_BUF_SYNC_START);
    }
    const struct spa_meta_header *header = spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
    if (header) {
        frame.time = header->pts;
        frame.sequence = header->seq;
        frame.has_sequence = true;
        if (header->flags & SPA_META_HEADER_FLAG_CORRUPTED) frame.is_damaged = true;
    }
    stream->events.delivered(stream->events.context, &frame);
    for (uint32_t i = 0; i < frame.plane_count; i++) synchronize(&buffer->datas[i], DMA_BUF_SYNC_END);
}

static void on_process(void *data) {
    pipewire_stream *stream = data;
    struct pw_buffer *buffer;
    while ((buffer = call.pw_stream_dequeue_buffer(stream->stream))) {
        deliver(stream, buffer->buffer);
        call.pw_stream_queue_buffer(stream->stream, buffer);
    }
}

static const struct pw_stream_events stream_events = {
    .version = PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .param_changed = on_param_changed,
    .process = on_process,
};

pipewire_stream *pipewire_start(
    pipewire_connection *connection, const char *serial, const pipewire_format *format,
    const pipewire_stream_events *events, int *error) {
    pipewire_stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        *error = ENOMEM;
        return NULL;
    }
    stream->events = *events;
    struct pw_properties *properties = call.pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_TARGET_OBJECT,
        serial, NULL);
    stream->stream = call.pw_stream_new(connection->core, "camera", properties);
    if (!stream->stream) {
        *error = errno ? errno : ENOMEM;
        free(stream);
        return NULL;
    }
    call.pw_stream_add_listener(stream->stream, &stream->listener, &stream_events, stream);
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *params[] = {format_pod(&builder, format)};
    // Without DONT_RECONNECT the session manager would go on with another camera when this one is unplugged.
    int status = call.pw_stream_connect(
        stream->stream, PW_DIRECTION_INPUT, PW_ID_ANY,
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_DONT_RECONNECT, params, 1);
    if (status < 0) {
        *error = -status;
        pipewire_stop(stream);
        return NULL;
    }
    return stream;
}

void pipewire_stop(pipewire_stream *stream) {
    call.pw_stream_destroy(stream->stream);
    free(stream);
}
