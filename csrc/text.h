/* SPDX-License-Identifier: MIT
 *
 * Writing text into a caller's buffer, reading it with a cursor, and describing errors. */
#ifndef TC_TEXT_H
#define TC_TEXT_H

#include "teocalli.h"

/* A writer that counts past the end of its buffer, so that the caller learns the length needed. */
typedef struct tc_writer {
    char *buffer;
    size_t size, length;
} tc_writer;

void put_char(tc_writer *out, char c);
void put_text(tc_writer *out, const char *text);
void put_number(tc_writer *out, unsigned long long number);

/* Close the text with a zero and return its length. */
size_t put_end(tc_writer *out);

/* Describe a failure in *error, unless that is NULL, and return `status`. */
tc_status fail(tc_error *error, tc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* One field of a text whose fields are parted by a character. */
typedef struct tc_field {
    const char *start;
    size_t length;
} tc_field;

/* Cut the next field off *text at `separator`, or at the end; false when nothing is left (*text is
 * NULL). An empty field counts: "a//b" has three. */
bool next_field(const char **text, const char *end, char separator, tc_field *field);

/* Tell whether a field is exactly `word`, or begins with it. */
bool field_is(tc_field field, const char *word);
bool field_begins(tc_field field, const char *word);

/* Read a whole field as a decimal number without sign or leading zeros, at most `limit`. */
bool field_number(tc_field field, uint64_t limit, uint64_t *number);

/* Read a player's number, from 1 in text, as a player, from 0. */
bool field_player(tc_field field, int players, uint8_t *player);

/* Squares of a 9x9 board count from a1 = 0 eastwards, then northwards. Reading takes the first two
 * characters of a text and gives NO_SQUARE if they are no square. */
#define NO_SQUARE 81
void put_square_9x9(tc_writer *out, int square);
int read_square_9x9(const char *text);

/* Read "2,1,3" as an order of `players` players; false unless it names each once. */
bool read_order(tc_field field, int players, uint8_t *order);

/* Fail with TC_BAD_POSITION: `what` in a position text has a value that makes no sense. */
tc_status bad_part(tc_error *error, const char *what, tc_field value, const char *valid);

/* For "%.*s" in messages: the length of a field, cut so that the message stays short. */
int shown(tc_field field);

#endif
