// A camera for tests: a PipeWire node with a list of discrete modes, as a webcam has.
//
//   virtual-camera FORMAT:WIDTHxHEIGHT:RATE ...        FORMAT: YUY2, NV12, MJPG
//
// Every frame carries its number (modulo 65536) as 16 blocks, black for 0 and white for 1, most significant on the left,
// over the top sixteenth of the picture: enough to be read after JPEG and H.264. Below it, color bars and a square that
// moves.
//
// Prints "ready" on standard output when the node is there, and "untaken N" if there was no buffer for frame N.
// Takes commands on standard input, one per line:
//   stall, go     stops and continues, without any other sign, like a hung driver
//   corrupt N     marks the next N frames as damaged
//   drop N        leaves out N frames (their numbers are skipped)
//   quit          disappears, like a camera that is unplugged

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jpeglib.h>
#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>

enum { most_modes = 16, header_blocks = 16 };

struct mode {
    char name[5];
    uint32_t width, height, rate;
};

struct camera {
    struct pw_main_loop *main_loop;
    struct pw_stream *stream;
    struct spa_source *clock;
    struct mode modes[most_modes];
    int mode_count;

    struct mode mode;      // the one that was negotiated
    uint8_t *picture;      // 3 bytes a pixel: Y, Cb, Cr
    uint32_t square_x;     // where the square was drawn last
    uint64_t number;
    int to_drop, to_corrupt;
    bool stalled, announced;
};

// -- The picture

static void fill(struct camera *camera, uint32_t x, uint32_t y, uint32_t width, uint32_t height, const uint8_t color[3])
{
    for (uint32_t row = y; row < y + height; row++)
        for (uint32_t column = x; column < x + width; column++)
            memcpy(camera->picture + 3 * ((size_t)row * camera->mode.width + column), color, 3);
}

// Color bars of 75 %, from white to black.
static const uint8_t bars[8][3] = {
    {180, 128, 128}, {162, 44, 142}, {131, 156, 44}, {112, 72, 58},
    {84, 184, 198}, {65, 100, 212}, {35, 212, 114}, {16, 128, 128},
};

static void draw_bars(struct camera *camera, uint32_t from, uint32_t to, uint32_t y, uint32_t height)
{
    uint32_t width = camera->mode.width;
    for (int bar = 0; bar < 8; bar++) {
        uint32_t left = SPA_MAX(width * bar / 8, from), right = SPA_MIN(width * (bar + 1) / 8, to);
        if (left < right)
            fill(camera, left, y, right - left, height, bars[bar]);
    }
}

static void draw_background(struct camera *camera)
{
    draw_bars(camera, 0, camera->mode.width, 0, camera->mode.height);
    camera->square_x = 0;
}

static void draw_frame(struct camera *camera)
{
    static const uint8_t black[3] = {16, 128, 128}, white[3] = {235, 128, 128};
    uint32_t width = camera->mode.width, height = camera->mode.height, side = height / 8;
    for (int block = 0; block < header_blocks; block++) {
        bool is_set = camera->number >> (header_blocks - 1 - block) & 1;
        uint32_t left = width * block / header_blocks, right = width * (block + 1) / header_blocks;
        fill(camera, left, 0, right - left, height / 16, is_set ? white : black);
    }
    draw_bars(camera, camera->square_x, camera->square_x + side, height / 2, side);
    camera->square_x = (uint32_t)(camera->number * 4 % (width - side));
    fill(camera, camera->square_x, height / 2, side, side, white);
}

// -- The picture as the bytes of a format

static uint32_t pack_yuy2(const struct camera *camera, uint8_t *out)
{
    size_t pairs = (size_t)camera->mode.width * camera->mode.height / 2;
    const uint8_t *in = camera->picture;
    for (size_t pair = 0; pair < pairs; pair++, in += 6, out += 4) {
        out[0] = in[0];
        out[1] = in[1];
        out[2] = in[3];
        out[3] = in[2];
    }
    return (uint32_t)(pairs * 4);
}

static uint32_t pack_nv12(const struct camera *camera, uint8_t *out)
{
    uint32_t width = camera->mode.width, height = camera->mode.height;
    uint8_t *chroma = out + (size_t)width * height;
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *in = camera->picture + 3 * (size_t)y * width;
        for (uint32_t x = 0; x < width; x++)
            *out++ = in[3 * x];
        if (y % 2 == 0)
            for (uint32_t x = 0; x < width; x += 2) {
                *chroma++ = in[3 * x + 1];
                *chroma++ = in[3 * x + 2];
            }
    }
    return width * height * 3 / 2;
}

static uint32_t pack_jpeg(const struct camera *camera, uint8_t *out, uint32_t room)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = out;
    unsigned long size = room;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = camera->mode.width;
    jpeg.image_height = camera->mode.height;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_YCbCr;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 85, TRUE);
    // 4:2:2, as webcams send it.
    jpeg.comp_info[0].h_samp_factor = 2;
    jpeg.comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = camera->picture + 3 * (size_t)jpeg.next_scanline * camera->mode.width;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    if (bytes == out)
        return (uint32_t)size;
    free(bytes);  // libjpeg moved to a larger buffer of its own
    return 0;
}

// -- The node

static bool is_jpeg(const struct mode *mode) { return strcmp(mode->name, "MJPG") == 0; }

static uint32_t raw_format(const struct mode *mode)
{
    return strcmp(mode->name, "NV12") == 0 ? SPA_VIDEO_FORMAT_NV12 : SPA_VIDEO_FORMAT_YUY2;
}

static uint32_t bytes_per_row(const struct mode *mode)
{
    return is_jpeg(mode) ? 0 : strcmp(mode->name, "NV12") == 0 ? mode->width : mode->width * 2;
}

static void on_process(void *data)
{
    struct camera *camera = data;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(camera->stream);
    if (buffer == NULL || buffer->buffer->datas[0].data == NULL) {
        // The consumer has all buffers: a lost frame.
        printf("untaken %u\n", (unsigned)(camera->number++ & 0xffff));
        return;
    }
    struct spa_data *plane = &buffer->buffer->datas[0];
    draw_frame(camera);
    uint32_t size = is_jpeg(&camera->mode) ? pack_jpeg(camera, plane->data, plane->maxsize)
                    : raw_format(&camera->mode) == SPA_VIDEO_FORMAT_NV12 ? pack_nv12(camera, plane->data)
                                                                         : pack_yuy2(camera, plane->data);
    bool is_corrupt = camera->to_corrupt > 0;
    camera->to_corrupt -= is_corrupt;
    *plane->chunk = (struct spa_chunk){
        .size = is_corrupt ? size / 2 : size,
        .stride = (int32_t)bytes_per_row(&camera->mode),
        .flags = is_corrupt ? SPA_CHUNK_FLAG_CORRUPTED : SPA_CHUNK_FLAG_NONE,
    };
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof(*header));
    if (header != NULL) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        *header = (struct spa_meta_header){
            .pts = SPA_TIMESPEC_TO_NSEC(&now),
            .seq = camera->number,
            .flags = is_corrupt ? SPA_META_HEADER_FLAG_CORRUPTED : 0,
        };
    }
    camera->number++;
    pw_stream_queue_buffer(camera->stream, buffer);
}

static void on_clock(void *data, uint64_t ticks)
{
    struct camera *camera = data;
    (void)ticks;
    if (camera->stalled)
        return;
    if (camera->to_drop > 0) {
        camera->to_drop--;
        camera->number++;
        return;
    }
    pw_stream_trigger_process(camera->stream);
}

static void on_state(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error)
{
    struct camera *camera = data;
    (void)old;
    if (error != NULL)
        printf("error %s\n", error);
    if (state == PW_STREAM_STATE_PAUSED && !camera->announced) {
        camera->announced = true;
        printf("ready\n");
    }
    uint64_t interval = state == PW_STREAM_STATE_STREAMING && camera->mode.rate > 0 ? SPA_NSEC_PER_SEC / camera->mode.rate : 0;
    struct timespec every = {interval / SPA_NSEC_PER_SEC, (long)(interval % SPA_NSEC_PER_SEC)};
    pw_loop_update_timer(pw_main_loop_get_loop(camera->main_loop), camera->clock, &every, &every, false);
    if (state == PW_STREAM_STATE_ERROR)
        pw_main_loop_quit(camera->main_loop);
}

// A consumer has chosen a mode.
static void on_format(struct camera *camera, const struct spa_pod *pod)
{
    uint32_t type, subtype;
    struct spa_video_info_raw raw = {0};
    struct spa_video_info_mjpg jpeg = {0};
    if (spa_format_parse(pod, &type, &subtype) < 0)
        return;
    if (subtype == SPA_MEDIA_SUBTYPE_mjpg && spa_format_video_mjpg_parse(pod, &jpeg) >= 0) {
        camera->mode = (struct mode){"MJPG", jpeg.size.width, jpeg.size.height, jpeg.framerate.num};
    } else if (subtype == SPA_MEDIA_SUBTYPE_raw && spa_format_video_raw_parse(pod, &raw) >= 0) {
        camera->mode = (struct mode){"", raw.size.width, raw.size.height, raw.framerate.num};
        strcpy(camera->mode.name, raw.format == SPA_VIDEO_FORMAT_NV12 ? "NV12" : "YUY2");
    } else {
        return;
    }
    const struct mode *mode = &camera->mode;
    free(camera->picture);
    camera->picture = malloc((size_t)mode->width * mode->height * 3);
    draw_background(camera);
    printf("mode %s:%ux%u:%u\n", mode->name, mode->width, mode->height, mode->rate);

    uint8_t room[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof(room));
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
            SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(8, 2, 16),
            SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
            SPA_PARAM_BUFFERS_size, SPA_POD_Int(mode->width * mode->height * 2),
            SPA_PARAM_BUFFERS_stride, SPA_POD_Int(bytes_per_row(mode)),
            SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd | 1 << SPA_DATA_MemPtr)),
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta,
            SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
            SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    pw_stream_update_params(camera->stream, params, SPA_N_ELEMENTS(params));
}

static void on_param(void *data, uint32_t id, const struct spa_pod *pod)
{
    if (id == SPA_PARAM_Format && pod != NULL)
        on_format(data, pod);
}

static const struct spa_pod *offer(struct spa_pod_builder *builder, const struct mode *mode)
{
    struct spa_rectangle size = SPA_RECTANGLE(mode->width, mode->height);
    struct spa_fraction rate = SPA_FRACTION(mode->rate, 1);
    struct spa_pod_frame frame;
    spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
        SPA_FORMAT_mediaSubtype, SPA_POD_Id(is_jpeg(mode) ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw),
        SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate), 0);
    if (!is_jpeg(mode))
        spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(raw_format(mode)), 0);
    return spa_pod_builder_pop(builder, &frame);
}

// -- Commands

static void on_signal(void *data, int number)
{
    struct camera *camera = data;
    (void)number;
    pw_main_loop_quit(camera->main_loop);
}

static void on_input(void *data, int descriptor, uint32_t mask)
{
    struct camera *camera = data;
    char text[256];
    (void)mask;
    ssize_t size = read(descriptor, text, sizeof(text) - 1);
    if (size <= 0) {
        pw_main_loop_quit(camera->main_loop);
        return;
    }
    text[size] = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strcmp(line, "stall") == 0)
            camera->stalled = true;
        else if (strcmp(line, "go") == 0)
            camera->stalled = false;
        else if (sscanf(line, "drop %d", &camera->to_drop) == 1 || sscanf(line, "corrupt %d", &camera->to_corrupt) == 1)
            continue;
        else if (strcmp(line, "quit") == 0)
            pw_main_loop_quit(camera->main_loop);
        else
            printf("error unknown command %s\n", line);
    }
}

static bool read_mode(const char *text, struct mode *mode)
{
    return sscanf(text, "%4[A-Z0-9]:%ux%u:%u", mode->name, &mode->width, &mode->height, &mode->rate) == 4
        && (is_jpeg(mode) || strcmp(mode->name, "NV12") == 0 || strcmp(mode->name, "YUY2") == 0)
        && mode->width >= 64 && mode->width <= 4096 && mode->width % 2 == 0
        && mode->height >= 64 && mode->height <= 4096 && mode->height % 2 == 0 && mode->rate > 0;
}

int main(int count, char **arguments)
{
    static const struct pw_stream_events events = {
        PW_VERSION_STREAM_EVENTS, .state_changed = on_state, .param_changed = on_param, .process = on_process,
    };
    struct camera camera = {0};
    for (int index = 1; index < count; index++)
        if (camera.mode_count == most_modes || !read_mode(arguments[index], &camera.modes[camera.mode_count++])) {
            fprintf(stderr, "virtual-camera: \"%s\" is not FORMAT:WIDTHxHEIGHT:RATE\n", arguments[index]);
            return 64;
        }
    setvbuf(stdout, NULL, _IOLBF, 0);
    pw_init(NULL, NULL);
    camera.main_loop = pw_main_loop_new(NULL);
    struct pw_loop *loop = pw_main_loop_get_loop(camera.main_loop);
    pw_loop_add_signal(loop, SIGTERM, on_signal, &camera);
    pw_loop_add_signal(loop, SIGINT, on_signal, &camera);
    pw_loop_add_io(loop, STDIN_FILENO, SPA_IO_IN | SPA_IO_HUP, false, on_input, &camera);
    camera.clock = pw_loop_add_timer(loop, on_clock, &camera);
    camera.stream = pw_stream_new_simple(loop, "virtual-camera",
        pw_properties_new(PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_NODE_NAME, "virtual-camera",
            PW_KEY_NODE_DESCRIPTION, "Virtual Camera", PW_KEY_PRIORITY_SESSION, "1000", NULL),
        &events, &camera);

    uint8_t room[4096];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof(room));
    const struct spa_pod *offers[most_modes];
    for (int index = 0; index < camera.mode_count; index++)
        offers[index] = offer(&builder, &camera.modes[index]);
    int result = pw_stream_connect(camera.stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
        PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS, offers, (uint32_t)camera.mode_count);
    if (result < 0) {
        fprintf(stderr, "virtual-camera: %s\n", strerror(-result));
        return 1;
    }
    pw_main_loop_run(camera.main_loop);
    pw_stream_destroy(camera.stream);
    pw_main_loop_destroy(camera.main_loop);
    free(camera.picture);
    return 0;
}
