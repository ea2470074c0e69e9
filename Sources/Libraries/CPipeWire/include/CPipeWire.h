// PipeWire's cameras: a connection to the daemon, the nodes that give pictures, and a stream from one of them.
//
// The library is not linked, so that programs start as quickly without it: pipewire_load() opens it. None of its types is
// visible here: most of its API is macros, unions and tagged values, which Swift cannot read.
//
// A connection, and everything made with it, belongs to the thread that made it, except pipewire_wake().
// Source: PipeWire, "Registry API", "Stream API"; SPA, "POD".
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Opens the library. Not thread-safe: call it once.
///
/// Returns NULL, or a sentence in static storage that says what is missing.
const char *pipewire_load(void);

/// A node that gives pictures. All strings are valid during the call that hands it out; NULL when the daemon has none.
typedef struct pipewire_node {
    /// The daemon's number, used again for other objects later.
    uint32_t id;
    /// A number that is never used again.
    const char *serial;
    const char *name;
    const char *description;
    const char *role;
    /// Where its device is: `v4l2:/dev/video0`, `libcamera:\_SB_.PC00.LNK1`.
    const char *path;
} pipewire_node;

typedef struct pipewire_pair {
    uint32_t first;
    uint32_t second;
} pipewire_pair;

/// A way in which a node gives pictures: every pixel format with every size and every rate.
typedef struct pipewire_choice {
    /// As V4L2 writes them; only those that it knows.
    const uint32_t *four_ccs;
    uint32_t four_cc_count;
    /// Width and height. In a range, the smallest and the largest.
    const pipewire_pair *sizes;
    uint32_t size_count;
    bool is_size_range;
    /// Frames for so many seconds: 30 and 1. In a range, the lowest and the highest.
    const pipewire_pair *rates;
    uint32_t rate_count;
    bool is_rate_range;
} pipewire_choice;

/// What a connection tells. Called only inside pipewire_iterate().
typedef struct pipewire_events {
    void *context;
    void (*added)(void *context, const pipewire_node *node);
    /// `location` is "front", "back", "external" or NULL.
    void (*described)(void *context, uint32_t id, const char *location);
    /// What it offered is no longer true; what it offers now follows.
    void (*reoffers)(void *context, uint32_t id);
    void (*offers)(void *context, uint32_t id, const pipewire_choice *choice);
    void (*removed)(void *context, uint32_t id);
    /// The daemon has answered everything that was asked before the pipewire_sync() that gave this number.
    void (*synced)(void *context, int number);
    /// The connection has ended; the errno value says why.
    void (*ended)(void *context, int error);
} pipewire_events;

typedef struct pipewire_connection pipewire_connection;

/// Connects to the user's daemon: at its socket, or over a descriptor (-1: none), which then belongs to the connection.
///
/// Returns NULL and sets `error` to an errno value on failure.
pipewire_connection *pipewire_connect(int descriptor, const pipewire_events *events, int *error);

/// Waits until something has happened, at most so many milliseconds (-1: forever), and tells it.
///
/// Returns a negative errno value on failure.
int pipewire_iterate(pipewire_connection *connection, int milliseconds);

/// Ends pipewire_iterate() early. From any thread, as long as the connection is there.
void pipewire_wake(pipewire_connection *connection);

/// Returns the number that `synced` will get.
int pipewire_sync(pipewire_connection *connection);

void pipewire_disconnect(pipewire_connection *connection);

/// A picture's format, as the node and the stream have agreed on it.
typedef struct pipewire_format {
    uint32_t four_cc;
    uint32_t width;
    uint32_t height;
    pipewire_pair rate;
    /// V4L2_COLORSPACE_, V4L2_YCBCR_ENC_, V4L2_QUANTIZATION_ and V4L2_XFER_FUNC_; 0 when the node does not say.
    uint32_t colorspace;
    uint32_t ycbcr_encoding;
    uint32_t quantization;
    uint32_t transfer;
} pipewire_format;

typedef struct pipewire_plane {
    const void *data;
    uint32_t size;
    /// From one row to the next; 0 when the node does not say.
    int32_t bytes_per_row;
} pipewire_plane;

typedef struct pipewire_frame {
    /// Valid during the call.
    const pipewire_plane *planes;
    uint32_t plane_count;
    /// On the monotonic clock, in nanoseconds; -1 when the node does not say.
    int64_t time;
    /// The node's own number; counts also frames that nobody gets. Only valid with has_sequence.
    uint64_t sequence;
    bool has_sequence;
    bool is_damaged;
} pipewire_frame;

/// Source: PipeWire, enum pw_stream_state.
enum pipewire_state {
    pipewire_failed = -1,
    pipewire_unconnected = 0,
    pipewire_connecting = 1,
    pipewire_paused = 2,
    pipewire_streaming = 3,
};

/// What a stream tells. Called only inside pipewire_iterate(), and pipewire_stop().
typedef struct pipewire_stream_events {
    void *context;
    /// `message` is NULL unless it failed.
    void (*changed)(void *context, int state, const char *message);
    /// What comes from now on, which may be something else than what was asked for.
    void (*agreed)(void *context, const pipewire_format *format);
    void (*delivered)(void *context, const pipewire_frame *frame);
} pipewire_stream_events;

typedef struct pipewire_stream pipewire_stream;

/// Asks the node with this serial number for pictures, in one format.
///
/// Returns NULL and sets `error` to an errno value on failure.
pipewire_stream *pipewire_start(
    pipewire_connection *connection, const char *serial, const pipewire_format *format,
    const pipewire_stream_events *events, int *error);

void pipewire_stop(pipewire_stream *stream);
