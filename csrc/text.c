/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void put_char(tc_writer *out, char c) {
    if (out->length + 1 < out->size)
        out->buffer[out->length] = c;
    out->length++;
}

void put_text(tc_writer *out, const char *text) {
    while (*text)
        put_char(out, *text++);
}

void put_number(tc_writer *out, unsigned long long number) {
    if (number >= 10)
        put_number(out, number / 10);
    put_char(out, (char)('0' + number % 10));
}

size_t put_end(tc_writer *out) {
    if (out->size > 0)
        out->buffer[out->length < out->size ? out->length : out->size - 1] = '\0';
    return out->length;
}

/* Values from outside may hold any byte; an error line is ASCII. */
static void keep_ascii(char *text) {
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

tc_status fail(tc_error *error, tc_status status, const char *format, ...) {
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        keep_ascii(error->text);
    }
    return status;
}

bool next_field(const char **text, const char *end, char separator, tc_field *field) {
    if (!*text)
        return false;
    const char *stop = memchr(*text, separator, (size_t)(end - *text));
    field->start = *text;
    field->length = (size_t)((stop ? stop : end) - *text);
    *text = stop ? stop + 1 : NULL;
    return true;
}

bool field_is(tc_field field, const char *word) {
    return field.length == strlen(word) && memcmp(field.start, word, field.length) == 0;
}

bool field_begins(tc_field field, const char *word) {
    const size_t length = strlen(word);
    return field.length >= length && memcmp(field.start, word, length) == 0;
}

bool field_number(tc_field field, uint64_t limit, uint64_t *number) {
    if (field.length == 0 || (field.start[0] == '0' && field.length > 1))
        return false;
    *number = 0;
    for (size_t i = 0; i < field.length; i++) {
        const char c = field.start[i];
        if (c < '0' || c > '9' || *number > (UINT64_MAX - 9) / 10)
            return false;
        *number = *number * 10 + (uint64_t)(c - '0');
    }
    return *number <= limit;
}

bool field_player(tc_field field, int players, uint8_t *player) {
    uint64_t number;
    if (!field_number(field, (uint64_t)players, &number) || number == 0)
        return false;
    *player = (uint8_t)(number - 1);
    return true;
}

void put_square_9x9(tc_writer *out, int square) {
    put_char(out, (char)('a' + square % 9));
    put_char(out, (char)('1' + square / 9));
}

int read_square_9x9(const char *text) {
    const int column = text[0] - 'a', row = text[0] ? text[1] - '1' : -1;
    return column < 0 || column > 8 || row < 0 || row > 8 ? NO_SQUARE : 9 * row + column;
}

bool read_order(tc_field field, int players, uint8_t *order) {
    if (field.length != (size_t)(2 * players - 1))
        return false;
    unsigned seen = 0;
    for (int place = 0; place < players; place++) {
        const int player = field.start[2 * place] - '1';
        if (player < 0 || player >= players || (place > 0 && field.start[2 * place - 1] != ','))
            return false;
        seen |= 1u << player;
        order[place] = (uint8_t)player;
    }
    return seen == (1u << players) - 1;
}

int shown(tc_field field) {
    return field.length > 80 ? 80 : (int)field.length;
}

tc_status bad_part(tc_error *error, const char *what, tc_field value, const char *valid) {
    return fail(error, TC_BAD_POSITION, "%s '%.*s' makes no sense: %s", what, shown(value), value.start, valid);
}
