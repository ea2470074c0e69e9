// GStreamer, and functions for its macros, which Swift does not see.
#pragma once
#include <gst/app/app.h>
#include <gst/video/video.h>

static inline GstAppSink *cgst_app_sink(GstElement *element) { return GST_APP_SINK(element); }
static inline GstBin *cgst_bin(GstElement *element) { return GST_BIN(element); }
static inline GstMessageType cgst_message_type(GstMessage *message) { return GST_MESSAGE_TYPE(message); }
static inline GstClockTime cgst_presentation_time(GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }
static inline GstEventType cgst_event_type(GstEvent *event) { return GST_EVENT_TYPE(event); }
