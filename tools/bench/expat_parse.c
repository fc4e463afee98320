// The baseline for importers with a general XML parser: expat parses every element and attribute of an
// Apple Health export; dates are converted to epoch seconds and values to numbers, and nothing is
// stored. Skips the DTD, which is not well-formed in some exports.
//
// usage: expat_parse export.xml
#include <expat.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    long records;
    int64_t starts, ends;
    double values;
} sums;

static int64_t days_from_civil(int64_t year, unsigned month, unsigned day) {
    year -= month <= 2;
    const int64_t era = (year >= 0 ? year : year - 399) / 400;
    const unsigned of_era = (unsigned)(year - era * 400);
    const unsigned of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static unsigned two(const char *text) { return (unsigned)((text[0] - '0') * 10 + text[1] - '0'); }

// "YYYY-MM-DD HH:MM:SS +HHMM" in epoch seconds.
static int64_t instant(const char *text) {
    if (strlen(text) != 25) return 0;
    const int64_t day = days_from_civil(two(text) * 100 + two(text + 2), two(text + 5), two(text + 8));
    const int64_t offset = two(text + 21) * 3600 + two(text + 23) * 60;
    const int64_t local = day * 86400 + two(text + 11) * 3600 + two(text + 14) * 60 + two(text + 17);
    return text[20] == '-' ? local + offset : local - offset;
}

static void begin(void *context, const XML_Char *name, const XML_Char **attributes) {
    if (strcmp(name, "Record") != 0) return;
    sums *all = context;
    all->records++;
    for (; *attributes; attributes += 2) {
        if (strcmp(attributes[0], "startDate") == 0) all->starts += instant(attributes[1]);
        else if (strcmp(attributes[0], "endDate") == 0) all->ends += instant(attributes[1]);
        else if (strcmp(attributes[0], "value") == 0) all->values += strtod(attributes[1], NULL);
    }
}

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: expat_parse export.xml\n");
        return 2;
    }
    static char block[1 << 20];
    sums all = {0};
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetUserData(parser, &all);
    XML_SetElementHandler(parser, begin, NULL);

    size_t length = fread(block, 1, sizeof block - 1, file);
    block[length] = 0;
    const char *root = strstr(block, "<HealthData ");
    if (!root) {
        fprintf(stderr, "%s: has no <HealthData\n", arguments[1]);
        return 1;
    }
    enum XML_Status status = XML_Parse(parser, root, (int)(block + length - root), 0);
    while (status == XML_STATUS_OK && (length = fread(block, 1, sizeof block, file)) > 0)
        status = XML_Parse(parser, block, (int)length, 0);
    if (status == XML_STATUS_OK) status = XML_Parse(parser, block, 0, 1);
    if (status != XML_STATUS_OK) {
        fprintf(stderr, "%s\n", XML_ErrorString(XML_GetErrorCode(parser)));
        return 1;
    }
    printf("%ld %lld %lld %.4f\n", all.records, (long long)all.starts, (long long)all.ends, all.values);
    return 0;
}
