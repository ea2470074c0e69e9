// FFmpeg's types and constants, and its functions through pointers.
//
// The libraries are not linked: bringing in libavcodec and its hundred dependencies costs tens of milliseconds at process
// start, which even a single photo would pay, although it needs none of them. They are opened by ffx_load() on first
// use, under the sonames of the headers that this was compiled with, so that a structure's layout always fits.
#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

// Every function that is used: X(library, name). One line here makes it callable as ffx_functions.name.
#define FFX_FUNCTIONS(X)                      \
    X(avutil, av_buffer_create)               \
    X(avutil, av_buffer_get_ref_count)        \
    X(avutil, av_buffer_unref)                \
    X(avutil, av_channel_layout_default)      \
    X(avutil, av_dict_free)                   \
    X(avutil, av_dict_get)                    \
    X(avutil, av_dict_set)                    \
    X(avutil, av_frame_alloc)                 \
    X(avutil, av_frame_copy_props)            \
    X(avutil, av_frame_free)                  \
    X(avutil, av_frame_get_buffer)            \
    X(avutil, av_frame_get_side_data)         \
    X(avutil, av_frame_make_writable)         \
    X(avutil, av_frame_move_ref)              \
    X(avutil, av_frame_unref)                 \
    X(avutil, av_get_pix_fmt_name)            \
    X(avutil, av_get_sample_fmt_name)         \
    X(avutil, av_log_set_callback)            \
    X(avutil, av_log_set_level)               \
    X(avutil, av_opt_set_int)                 \
    X(avutil, av_pix_fmt_desc_get)            \
    X(avutil, av_read_image_line2)            \
    X(avutil, av_strerror)                    \
    X(swresample, swr_alloc_set_opts2)        \
    X(swresample, swr_convert)                \
    X(swresample, swr_free)                   \
    X(swresample, swr_get_delay)              \
    X(swresample, swr_init)                   \
    X(avcodec, av_packet_alloc)               \
    X(avcodec, av_packet_free)                \
    X(avcodec, av_packet_unref)               \
    X(avcodec, avcodec_alloc_context3)        \
    X(avcodec, avcodec_descriptor_get)        \
    X(avcodec, avcodec_find_decoder)          \
    X(avcodec, avcodec_find_encoder_by_name)  \
    X(avcodec, avcodec_flush_buffers)         \
    X(avcodec, avcodec_free_context)          \
    X(avcodec, avcodec_get_name)              \
    X(avcodec, avcodec_open2)                 \
    X(avcodec, avcodec_parameters_to_context) \
    X(avcodec, avcodec_receive_frame)         \
    X(avcodec, avcodec_receive_packet)        \
    X(avcodec, avcodec_send_frame)            \
    X(avcodec, avcodec_send_packet)           \
    X(avformat, av_find_best_stream)          \
    X(avformat, av_guess_frame_rate)          \
    X(avformat, av_read_frame)                \
    X(avformat, av_seek_frame)                \
    X(avformat, av_stream_get_side_data)      \
    X(avformat, avio_size)                    \
    X(avformat, avformat_close_input)         \
    X(avformat, avformat_find_stream_info)    \
    X(avformat, avformat_index_get_entries_count) \
    X(avformat, avformat_index_get_entry)     \
    X(avformat, avformat_open_input)

/// The functions, under their own names.
typedef struct ffx_functions {
#define FFX_MEMBER(library, name) __typeof__(&name) name;
    FFX_FUNCTIONS(FFX_MEMBER)
#undef FFX_MEMBER
} ffx_functions;

/// Opens the libraries, finds the functions and silences FFmpeg's log.
///
/// Not thread-safe: call it once. On failure `*problem` is a sentence in static storage and NULL is returned.
const ffx_functions *ffx_load(const char **problem);

/// Keeps what libjxl prints off the standard error stream, until ffx_end_silence(); what others print passes. Calls nest,
/// from any thread. The descriptor 2 stays as it is, also for child processes.
void ffx_begin_silence(void);
void ffx_end_silence(void);

// Macros that Swift cannot see.
static const int64_t ffx_nopts = AV_NOPTS_VALUE;
static const int32_t ffx_eof = AVERROR_EOF;
static const int32_t ffx_again = AVERROR(EAGAIN);
static const int32_t ffx_no_memory = AVERROR(ENOMEM);
/// What a decoder answers to a kind of file that it does not know yet.
static const int32_t ffx_unknown_kind = AVERROR_PATCHWELCOME;

/// The errno value in an error code, or 0 when it is one of FFmpeg's own.
static inline int32_t ffx_errno(int32_t error) { return error < 0 && error > -4096 ? AVUNERROR(error) : 0; }

/// A free callback for buffers that somebody else owns.
static inline void ffx_keep(void *opaque, uint8_t *data) {
    (void)opaque;
    (void)data;
}
