/* Calls with invalid arguments: each is an error with a message, and changes nothing. */
#include "check.h"

#define NULL_IS(name) FAILS(DUIYI_STATUS_NULL_POINTER, "'" name "' is NULL"

static void null_pointers_are_refused(DuiyiGame *game) {
    DuiyiGame *made = NULL;
    DuiyiMove mv = 3222, moves[DUIYI_MAX_MOVES];
    DuiyiSide side = DUIYI_SIDE_BLACK;
    DuiyiOutcome outcome = DUIYI_OUTCOME_DRAW;
    bool legal = true;
    size_t count = 77;
    uint64_t nodes = 77;
    char *text = NULL;
    NULL_IS("game"), duiyi_game_new(NULL, NULL, NULL, &error));
    NULL_IS("game"), duiyi_game_copy(NULL, &made, &error));
    NULL_IS("copy"), duiyi_game_copy(game, NULL, &error));
    NULL_IS("game"), duiyi_game_fen(NULL, &text, &error));
    NULL_IS("fen"), duiyi_game_fen(game, NULL, &error));
    NULL_IS("game"), duiyi_game_rules(NULL, &text, &error));
    NULL_IS("rules"), duiyi_game_rules(game, NULL, &error));
    NULL_IS("game"), duiyi_game_side(NULL, &side, &error));
    NULL_IS("side"), duiyi_game_side(game, NULL, &error));
    NULL_IS("game"), duiyi_game_legal_moves(NULL, moves, DUIYI_MAX_MOVES, &count, &error));
    NULL_IS("moves"), duiyi_game_legal_moves(game, NULL, DUIYI_MAX_MOVES, &count, &error));
    NULL_IS("count"), duiyi_game_legal_moves(game, moves, DUIYI_MAX_MOVES, NULL, &error));
    NULL_IS("game"), duiyi_game_is_legal(NULL, mv, &legal, &error));
    NULL_IS("legal"), duiyi_game_is_legal(game, mv, NULL, &error));
    NULL_IS("game"), duiyi_game_push(NULL, mv, &error));
    NULL_IS("game"), duiyi_game_pop(NULL, &mv, &error));
    NULL_IS("game"), duiyi_game_outcome(NULL, &outcome, &text, &error));
    NULL_IS("outcome"), duiyi_game_outcome(game, NULL, &text, &error));
    NULL_IS("game"), duiyi_game_judge(NULL, NULL, &text, &error));
    NULL_IS("json"), duiyi_game_judge(game, NULL, NULL, &error));
    NULL_IS("game"), duiyi_game_read_move(NULL, "h2e2", NULL, &mv, &error));
    NULL_IS("move_text"), duiyi_game_read_move(game, NULL, NULL, &mv, &error));
    NULL_IS("mv"), duiyi_game_read_move(game, "h2e2", NULL, NULL, &error));
    NULL_IS("game"), duiyi_game_write_move(NULL, mv, NULL, &text, &error));
    NULL_IS("move_text"), duiyi_game_write_move(game, mv, NULL, NULL, &error));
    NULL_IS("game"), duiyi_game_perft(NULL, 1, &nodes, &error));
    NULL_IS("count"), duiyi_game_perft(game, 1, NULL, &error));
    CHECK(side == DUIYI_SIDE_BLACK && outcome == DUIYI_OUTCOME_DRAW && legal && count == 77 && nodes == 77 && mv == 3222);
    /* A message is not written without a place for it. */
    CHECK(duiyi_game_side(NULL, &side, NULL) == DUIYI_STATUS_NULL_POINTER);
    CHECK(duiyi_game_new("x", NULL, &made, NULL) == DUIYI_STATUS_INVALID && made == NULL);
    duiyi_game_free(NULL);
    duiyi_string_free(NULL);
}

static void wrong_texts_are_refused(DuiyiGame *game) {
    DuiyiGame *made = (DuiyiGame *)&made;
    FAILS(DUIYI_STATUS_INVALID, "expected 10", duiyi_game_new("9/9 w", NULL, &made, &error));
    CHECK(made == NULL);
    FAILS(DUIYI_STATUS_INVALID, "is empty", duiyi_game_new("", NULL, &made, &error));
    FAILS(DUIYI_STATUS_INVALID, "face each other",
          duiyi_game_new("4k4/9/9/9/9/9/9/9/9/4K4 w", NULL, &made, &error));
    FAILS(DUIYI_STATUS_INVALID, "'fide' is not a rule set", duiyi_game_new(NULL, "fide", &made, &error));
    FAILS(DUIYI_STATUS_NOT_UTF8, "'fen' is not UTF-8: the first 2 bytes", duiyi_game_new("9/\xff", NULL, &made, &error));
    FAILS(DUIYI_STATUS_NOT_UTF8, "'rules'", duiyi_game_new(NULL, "\xc3(", &made, &error));
    char *text = (char *)"unset";
    FAILS(DUIYI_STATUS_INVALID, "'fide' is not a rule set", duiyi_game_judge(game, "fide", &text, &error));
    CHECK(text == NULL);
    FAILS(DUIYI_STATUS_NOT_UTF8, "'book'", duiyi_game_judge(game, "\x80", &text, &error));
    DuiyiMove mv = 7;
    FAILS(DUIYI_STATUS_INVALID, "is not a move", duiyi_game_read_move(game, "Qd4", NULL, &mv, &error));
    FAILS(DUIYI_STATUS_INVALID, "is not a move", duiyi_game_read_move(game, "H2-E2", "wxf", &mv, &error));
    FAILS(DUIYI_STATUS_INVALID, "unknown notation 'san'", duiyi_game_read_move(game, "h2e2", "san", &mv, &error));
    FAILS(DUIYI_STATUS_NOT_UTF8, "'notation'", duiyi_game_read_move(game, "h2e2", "\xe7\x82", &mv, &error));
    /* The first two bytes of a character. */
    FAILS(DUIYI_STATUS_NOT_UTF8, "'move_text'", duiyi_game_read_move(game, "\xe7\x82", NULL, &mv, &error));
    FAILS(DUIYI_STATUS_ILLEGAL, "the cannon on h2 cannot reach g9", duiyi_game_read_move(game, "H2-G9", NULL, &mv, &error));
    CHECK(mv == 7);
    FAILS(DUIYI_STATUS_INVALID, "unknown notation", duiyi_game_write_move(game, 3222, "san", &text, &error));
}

static void wrong_numbers_are_refused(DuiyiGame *game) {
    DuiyiMove moves[DUIYI_MAX_MOVES] = {0};
    size_t count = 0;
    FAILS(DUIYI_STATUS_TOO_SMALL, "room for 43 moves: expected at least 44",
          duiyi_game_legal_moves(game, moves, 43, &count, &error));
    CHECK(count == 44 && moves[0] == 0);
    FAILS(DUIYI_STATUS_TOO_SMALL, "room for 0 moves", duiyi_game_legal_moves(game, moves, 0, &count, &error));
    OK(duiyi_game_legal_moves(game, moves, 44, &count, &error));
    CHECK(moves[43] != 0 && moves[44] == 0);
    static const DuiyiMove wrong[] = {0, 129, 90 * 128, 127, UINT16_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        bool legal = true;
        OK(duiyi_game_is_legal(game, wrong[i], &legal, &error));
        CHECK(!legal);
        FAILS(DUIYI_STATUS_INVALID, "is not a move", duiyi_game_push(game, wrong[i], &error));
        char *text = NULL;
        FAILS(DUIYI_STATUS_INVALID, "is not a move", duiyi_game_write_move(game, wrong[i], NULL, &text, &error));
    }
    /* From the empty a1 to a2: a move, but not a legal one. */
    bool legal = true;
    OK(duiyi_game_is_legal(game, 9 * 128 + 18, &legal, &error));
    CHECK(!legal);
    FAILS(DUIYI_STATUS_ILLEGAL, "no piece of the side to move stands on a1", duiyi_game_push(game, 9 * 128 + 18, &error));
    char *text = NULL;
    FAILS(DUIYI_STATUS_ILLEGAL, "a1", duiyi_game_write_move(game, 9 * 128 + 18, NULL, &text, &error));
    DuiyiMove mv = 7;
    FAILS(DUIYI_STATUS_NO_MOVE, "no move was played", duiyi_game_pop(game, &mv, &error));
    CHECK(mv == 7);
    uint64_t nodes = 7;
    FAILS(DUIYI_STATUS_INVALID, "expected at most 9",
          duiyi_game_perft(game, DUIYI_MAX_PERFT_DEPTH + 1, &nodes, &error));
    FAILS(DUIYI_STATUS_INVALID, "depth 4294967295", duiyi_game_perft(game, UINT32_MAX, &nodes, &error));
    CHECK(nodes == 7);
}

int main(void) {
    DuiyiGame *game = NULL;
    OK(duiyi_game_new(NULL, NULL, &game, &error));
    null_pointers_are_refused(game);
    wrong_texts_are_refused(game);
    wrong_numbers_are_refused(game);
    char *fen = NULL;
    OK(duiyi_game_fen(game, &fen, &error));
    check_text(fen, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", __LINE__);
    duiyi_game_free(game);
    puts("errors: passed");
    return 0;
}
