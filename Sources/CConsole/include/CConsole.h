#ifndef PARLANCE_CCONSOLE_H
#define PARLANCE_CCONSOLE_H

#include <stddef.h>
#include <stdint.h>

/// A piece of the console's page: bytes that are part of the program.
typedef struct {
    const uint8_t *_Nonnull start;
    size_t count;
} cconsole_piece;

/// The page in the order in which its pieces stand. The style and the script are pieces of their own, since the page's
/// policy names the hash of each.
typedef struct {
    /// From the document type to the style's opening tag.
    cconsole_piece start;
    cconsole_piece style;
    /// From the style's closing tag to the script's opening one.
    cconsole_piece body;
    cconsole_piece script;
    /// From the script's closing tag on.
    cconsole_piece end;
} cconsole_page;

/// The console's page.
cconsole_page cconsole(void);

#endif
