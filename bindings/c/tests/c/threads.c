/* Two threads, each with its own game, and both with one game that they only read. */
#include <pthread.h>

#include "check.h"

enum { PLIES = 60, ROUNDS = 4 };

struct Task {
    const DuiyiGame *common;
    unsigned seed;
    char *fen;
};

/* Plays pseudo-random moves, and takes them back in all rounds but the last. */
static void *run(void *argument) {
    struct Task *task = argument;
    DuiyiGame *game = NULL;
    OK(duiyi_game_new(NULL, "wxf2018-120", &game, &error));
    for (int round = 1; round <= ROUNDS; round++) {
        unsigned state = task->seed;
        int played = 0;
        for (; played < PLIES; played++) {
            DuiyiMove moves[DUIYI_MAX_MOVES];
            size_t count = 0;
            OK(duiyi_game_legal_moves(game, moves, DUIYI_MAX_MOVES, &count, &error));
            if (count == 0) break;
            state = state * 1664525u + 1013904223u;
            OK(duiyi_game_push(game, moves[(state >> 8) % count], &error));
            DuiyiMove mv = 0;
            FAILS(DUIYI_STATUS_INVALID, "x1x2", duiyi_game_read_move(game, "x1x2", "coordinates", &mv, &error));
            uint64_t nodes = 0;
            OK(duiyi_game_perft(task->common, 1, &nodes, &error));
            CHECK(nodes == 44);
        }
        if (round == ROUNDS) break;
        while (played-- > 0) OK(duiyi_game_pop(game, NULL, &error));
    }
    OK(duiyi_game_fen(game, &task->fen, &error));
    duiyi_game_free(game);
    return NULL;
}

int main(void) {
    DuiyiGame *common = NULL;
    OK(duiyi_game_new(NULL, NULL, &common, &error));
    struct Task tasks[2] = {{common, 1, NULL}, {common, 2, NULL}};
    struct Task alone[2] = {{common, 1, NULL}, {common, 2, NULL}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) run(&alone[i]);
    for (int i = 0; i < 2; i++) CHECK(pthread_create(&threads[i], NULL, run, &tasks[i]) == 0);
    for (int i = 0; i < 2; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(strcmp(alone[0].fen, alone[1].fen) != 0);
    for (int i = 0; i < 2; i++) {
        CHECK(strcmp(alone[i].fen, tasks[i].fen) == 0);
        duiyi_string_free(alone[i].fen);
        duiyi_string_free(tasks[i].fen);
    }
    duiyi_game_free(common);
    puts("threads: passed");
    return 0;
}
