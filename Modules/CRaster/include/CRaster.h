#pragma once

#include <stddef.h>
#include <stdint.h>

/// A picture or a document as the bytes of a file.
struct dayline_file {
    uint8_t *bytes;
    size_t count;
    /// Why there are none; empty when there are.
    char problem[256];
};

/// An SVG document with its place on a page of a PDF, in points.
struct dayline_drawing {
    const char *svg;
    size_t count;
    double x, y, width, height;
    /// The number of the page, from 0; not below that of the drawing before.
    int page;
};

/// Draws an SVG document with librsvg into a PNG of `width` by `height` pixels.
///
/// librsvg is opened here and not linked: it brings some thirty libraries, which every command would
/// have to load. Returns 0; 1 when the library is not installed, 2 when it cannot draw the document.
int dayline_png_draw(const char *svg, size_t count, int width, int height,
                     struct dayline_file *png);

/// Draws SVG documents with librsvg on the pages of a PDF of `width` by `height` points. Returns as
/// dayline_png_draw.
int dayline_pdf_draw(const struct dayline_drawing *drawings, size_t count, double width,
                     double height, struct dayline_file *pdf);

void dayline_file_free(struct dayline_file *file);
