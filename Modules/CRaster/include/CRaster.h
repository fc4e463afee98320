#pragma once

#include <stddef.h>
#include <stdint.h>

/// A picture as the bytes of a PNG file.
struct dayline_png {
    uint8_t *bytes;
    size_t count;
    /// Why there are none; empty when there are.
    char problem[256];
};

/// Draws an SVG document with librsvg into `width` by `height` pixels.
///
/// librsvg is opened here and not linked: it brings some thirty libraries, which every command would
/// have to load. Returns 0; 1 when the library is not installed, 2 when it cannot draw the document.
int dayline_png_draw(const char *svg, size_t count, int width, int height,
                     struct dayline_png *png);

void dayline_png_free(struct dayline_png *png);
