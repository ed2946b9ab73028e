#include "CConsole.h"

static const uint8_t start[] = {
#embed "Page/Start.html"
};

static const uint8_t style[] = {
#embed "Page/Style.css"
};

static const uint8_t body[] = {
#embed "Page/Body.html"
};

// One script, in the order in which its parts need each other.
static const uint8_t script[] = {
#embed "Page/Elements.js"
    ,
#embed "Page/Service.js"
    ,
#embed "Page/Messages.js"
    ,
#embed "Page/PagedTable.js"
    ,
#embed "Page/Catalog.js"
    ,
#embed "Page/Locales.js"
    ,
#embed "Page/Keys.js"
    ,
#embed "Page/KeyDialog.js"
    ,
#embed "Page/Problems.js"
    ,
#embed "Page/Missing.js"
    ,
#embed "Page/Playground.js"
    ,
#embed "Page/Main.js"
};

static const uint8_t end[] = {
#embed "Page/End.html"
};

cconsole_page cconsole(void) {
    return (cconsole_page){
        .start = {start, sizeof start},
        .style = {style, sizeof style},
        .body = {body, sizeof body},
        .script = {script, sizeof script},
        .end = {end, sizeof end},
    };
}
