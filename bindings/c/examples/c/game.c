/* A perpetual check: plays moves in several notations and prints the ruling. */
#include <stdio.h>
#include <stdlib.h>

#include "duiyi.h"

/* Prints the message of a failed call and ends the program. */
static void check(DuiyiStatus status, char *error) {
    if (status == DUIYI_STATUS_OK) return;
    fprintf(stderr, "%s\n", error);
    duiyi_string_free(error);
    exit(1);
}

int main(void) {
    char *error = NULL;
    DuiyiGame *game = NULL;
    check(duiyi_game_new("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w", "asian-120", &game, &error), error);
    const char *texts[] = {"车二进一", "K6+1", "H9-H8", "f8f9"};
    for (int i = 0; i < 8; i++) {
        DuiyiMove mv;
        char *chinese = NULL;
        check(duiyi_game_read_move(game, texts[i % 4], NULL, &mv, &error), error);
        check(duiyi_game_write_move(game, mv, "chinese", &chinese, &error), error);
        check(duiyi_game_push(game, mv, &error), error);
        printf("%s\n", chinese);
        duiyi_string_free(chinese);
    }
    DuiyiOutcome outcome;
    char *reason = NULL, *json = NULL;
    check(duiyi_game_outcome(game, &outcome, &reason, &error), error);
    check(duiyi_game_judge(game, NULL, &json, &error), error);
    printf("%s: %s\n%s\n", outcome == DUIYI_OUTCOME_BLACK_WINS ? "Black wins" : "not over", reason, json);
    duiyi_string_free(reason);
    duiyi_string_free(json);
    duiyi_game_free(game);
    return 0;
}
