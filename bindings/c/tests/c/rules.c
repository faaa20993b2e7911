/* Games, moves, notations, outcomes and rulings. */
#include "check.h"

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
#define CHECKS "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w"

static DuiyiGame *begin(const char *fen, const char *rules) {
    DuiyiGame *game = NULL;
    OK(duiyi_game_new(fen, rules, &game, &error));
    CHECK(game != NULL);
    return game;
}

static void check_fen(const DuiyiGame *game, const char *expected) {
    char *fen = NULL;
    OK(duiyi_game_fen(game, &fen, &error));
    check_text(fen, expected, __LINE__);
}

static void check_outcome(const DuiyiGame *game, DuiyiOutcome expected, const char *reason) {
    DuiyiOutcome outcome = DUIYI_OUTCOME_ONGOING;
    char *words = NULL;
    OK(duiyi_game_outcome(game, &outcome, &words, &error));
    CHECK(outcome == expected);
    if (reason == NULL) {
        CHECK(words == NULL);
    } else {
        check_text(words, reason, __LINE__);
    }
    OK(duiyi_game_outcome(game, &outcome, NULL, &error));
    CHECK(outcome == expected);
}

static void moves_are_listed_played_and_taken_back(void) {
    DuiyiGame *game = begin(NULL, NULL);
    check_fen(game, START);
    DuiyiMove moves[DUIYI_MAX_MOVES];
    size_t count = 0;
    OK(duiyi_game_legal_moves(game, NULL, 0, &count, &error));
    CHECK(count == 44);
    count = 0;
    OK(duiyi_game_legal_moves(game, moves, DUIYI_MAX_MOVES, &count, &error));
    CHECK(count == 44);
    for (size_t i = 0; i < count; i++) {
        bool legal = false;
        OK(duiyi_game_is_legal(game, moves[i], &legal, &error));
        CHECK(legal);
        OK(duiyi_game_push(game, moves[i], &error));
        DuiyiSide side = DUIYI_SIDE_RED;
        OK(duiyi_game_side(game, &side, &error));
        CHECK(side == DUIYI_SIDE_BLACK);
        DuiyiMove back = 0;
        OK(duiyi_game_pop(game, i % 2 ? &back : NULL, &error));
        CHECK(back == (i % 2 ? moves[i] : 0));
        OK(duiyi_game_side(game, &side, &error));
        CHECK(side == DUIYI_SIDE_RED);
    }
    check_fen(game, START);
    /* The number of a move: h2 is 2 * 9 + 7, e2 is 2 * 9 + 4. */
    DuiyiMove cannon = 25 * 128 + 22;
    PLAY(game, "炮二平五", "h9g7");
    DuiyiGame *copy = NULL;
    OK(duiyi_game_copy(game, &copy, &error));
    OK(duiyi_game_pop(game, NULL, &error));
    DuiyiMove back = 0;
    OK(duiyi_game_pop(game, &back, &error));
    CHECK(back == cannon);
    check_fen(game, START);
    check_fen(copy, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
    duiyi_game_free(game);
    OK(duiyi_game_pop(copy, NULL, &error));
    duiyi_game_free(copy);
}

static void every_notation_is_written_and_read(void) {
    const char *const spellings[][2] = {
        {"coordinates", "h2e2"},
        {"coordinates-1-10", "h3e3"},
        {"iccs", "H2-E2"},
        {"wxf", "C2=5"},
        {"wxf-xqbase", "C2.5"},
        {"chinese", "炮二平五"},
        {"chinese-half", "炮二平五"},
        {"traditional", "炮二平五"},
        {"traditional-half", "炮二平五"},
    };
    DuiyiGame *game = begin(START, "cxa2020-100");
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        DuiyiMove mv = 0;
        OK(duiyi_game_read_move(game, spellings[i][1], spellings[i][0], &mv, &error));
        CHECK(mv == 25 * 128 + 22);
        char *text = NULL;
        OK(duiyi_game_write_move(game, mv, spellings[i][0], &text, &error));
        check_text(text, spellings[i][1], __LINE__);
    }
    DuiyiMove mv = 0;
    OK(duiyi_game_read_move(game, "h3h10", "coordinates-1-10", &mv, &error));
    char *text = NULL;
    OK(duiyi_game_write_move(game, mv, NULL, &text, &error));
    check_text(text, "h2h9", __LINE__);
    PLAY(game, "h2e2");
    OK(duiyi_game_read_move(game, "馬８進７", NULL, &mv, &error));
    OK(duiyi_game_write_move(game, mv, "traditional", &text, &error));
    check_text(text, "馬８進７", __LINE__);
    OK(duiyi_game_write_move(game, mv, "chinese-half", &text, &error));
    check_text(text, "马8进7", __LINE__);
    OK(duiyi_game_rules(game, &text, &error));
    check_text(text, "cxa2020-100", __LINE__);
    duiyi_game_free(game);
}

static void outcomes_have_reasons(void) {
    DuiyiGame *game = begin(NULL, NULL);
    check_outcome(game, DUIYI_OUTCOME_ONGOING, NULL);
    duiyi_game_free(game);
    game = begin("3k5/4P4/9/9/9/9/9/9/9/4K4 b", NULL);
    check_outcome(game, DUIYI_OUTCOME_RED_WINS, "stalemate");
    duiyi_game_free(game);
    game = begin("3k5/9/9/9/9/9/9/9/r8/r3K4 w", NULL);
    check_outcome(game, DUIYI_OUTCOME_BLACK_WINS, "checkmate");
    duiyi_game_free(game);
    game = begin("3k5/9/9/9/9/9/9/9/9/3AK1B2 w", NULL);
    check_outcome(game, DUIYI_OUTCOME_DRAW, "insufficient material");
    duiyi_game_free(game);
}

static void a_perpetual_check_is_ruled_on(void) {
    DuiyiGame *game = begin(CHECKS, "asian-120");
    char *json = NULL;
    OK(duiyi_game_judge(game, NULL, &json, &error));
    CHECK(strstr(json, "\"ruling\":\"open\",\"loser\":null") != NULL);
    duiyi_string_free(json);
    PLAY(game, "h8h9", "f9f8", "h9h8", "f8f9");
    OK(duiyi_game_judge(game, NULL, &json, &error));
    static const char *const parts[] = {
        "{\"book\":\"asian\",\"ruling\":\"red-loses\",\"loser\":\"red\"",
        "\"rule\":\"perpetual check by Red\",\"occurrences\":2,\"span\":[0,4]",
        "{\"move\":\"h8h9\",\"side\":\"red\",\"piece\":\"rook\",\"nature\":\"check\",\"threats\":[]",
        "\"attacker\":{\"side\":\"black\",\"piece\":\"cannon\",\"square\":\"a9\"}",
        "\"target\":{\"side\":\"red\",\"piece\":\"rook\",\"square\":\"h9\"}",
        "\"text\":\"cannon a9 attacks rook h9: worth more than the attacker\"",
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        CHECK(strstr(json, parts[i]) != NULL);
    }
    duiyi_string_free(json);
    OK(duiyi_game_judge(game, "none", &json, &error));
    CHECK(strstr(json, "\"book\":\"none\",\"ruling\":\"draw\"") != NULL);
    duiyi_string_free(json);
    check_outcome(game, DUIYI_OUTCOME_ONGOING, NULL);
    PLAY(game, "h8h9", "f9f8", "h9h8", "f8f9");
    check_outcome(game, DUIYI_OUTCOME_BLACK_WINS, "perpetual check");
    OK(duiyi_game_pop(game, NULL, &error));
    check_outcome(game, DUIYI_OUTCOME_ONGOING, NULL);
    duiyi_game_free(game);
}

static void sequences_are_counted(void) {
    DuiyiGame *game = begin(NULL, NULL);
    static const uint64_t counts[] = {1, 44, 1920, 79666};
    for (uint32_t depth = 0; depth < 4; depth++) {
        uint64_t count = 0;
        OK(duiyi_game_perft(game, depth, &count, &error));
        CHECK(count == counts[depth]);
    }
    check_fen(game, START);
    duiyi_game_free(game);
}

int main(void) {
    CHECK(strcmp(duiyi_version(), VERSION) == 0);
    moves_are_listed_played_and_taken_back();
    every_notation_is_written_and_read();
    outcomes_have_reasons();
    a_perpetual_check_is_ruled_on();
    sequences_are_counted();
    puts("rules: passed");
    return 0;
}
