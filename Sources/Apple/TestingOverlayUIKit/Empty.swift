// Empty: attachments of pictures are not available here.
