/* Checks for the test programs: the first one that fails ends the program with status 1. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "duiyi.h"

#define CHECK(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);     \
            exit(1);                                                                      \
        }                                                                                 \
    } while (0)

/* A call that must succeed and clear the message. */
#define OK(call)                                                                          \
    do {                                                                                  \
        char *error = (char *)"unset";                                                    \
        DuiyiStatus status = (call);                                                      \
        if (status != DUIYI_STATUS_OK || error != NULL) {                                 \
            fprintf(stderr, "%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, status); \
            exit(1);                                                                      \
        }                                                                                 \
    } while (0)

/* A call that must fail with a status, and a message that contains a text. */
#define FAILS(expected, text, call)                                                       \
    do {                                                                                  \
        char *error = NULL;                                                               \
        DuiyiStatus status = (call);                                                      \
        if (status != (expected) || error == NULL || strstr(error, text) == NULL) {       \
            fprintf(stderr, "%s:%d: %s: status %d, message %s\n", __FILE__, __LINE__,     \
                    #call, status, error ? error : "(none)");                             \
            exit(1);                                                                      \
        }                                                                                 \
        duiyi_string_free(error);                                                         \
    } while (0)

/* Compares a text of the library with the expected one and releases it. */
static inline void check_text(char *text, const char *expected, int line) {
    if (text == NULL || strcmp(text, expected) != 0) {
        fprintf(stderr, "line %d: '%s', expected '%s'\n", line, text ? text : "(null)", expected);
        exit(1);
    }
    duiyi_string_free(text);
}

/* Plays a list of moves in any notation. */
static inline void play(DuiyiGame *game, const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        DuiyiMove mv = 0;
        OK(duiyi_game_read_move(game, texts[i], NULL, &mv, &error));
        OK(duiyi_game_push(game, mv, &error));
    }
}

#define PLAY(game, ...)                                                                   \
    do {                                                                                  \
        const char *const texts[] = {__VA_ARGS__};                                        \
        play(game, texts, sizeof texts / sizeof texts[0]);                                \
    } while (0)

#endif
