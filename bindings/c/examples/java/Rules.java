// The rules of xiangqi from Java 22 or later, by its foreign function interface:
//   java --enable-native-access=ALL-UNNAMED Rules.java path/to/libduiyi_capi.so
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Plays a perpetual check and prints the moves, the outcome and the ruling. */
public final class Rules {
    /** The message of a failed call. */
    static final class DuiyiException extends RuntimeException {
        DuiyiException(String message) {
            super(message);
        }
    }

    /** The functions of the library. */
    static final class Library {
        private final SymbolLookup symbols;
        private final MethodHandle free;

        Library(Path file) {
            symbols = SymbolLookup.libraryLookup(file, Arena.global());
            free = function("duiyi_string_free", FunctionDescriptor.ofVoid(ADDRESS));
        }

        MethodHandle function(String name, FunctionDescriptor type) {
            return Linker.nativeLinker().downcallHandle(symbols.find(name).orElseThrow(), type);
        }

        /** A function that returns a status and has an error as its last argument. */
        MethodHandle fallible(String name, MemoryLayout... arguments) {
            MemoryLayout[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
            all[arguments.length] = ADDRESS;
            return function(name, FunctionDescriptor.of(JAVA_INT, all));
        }

        /** Copies a text of the library and releases it. */
        String text(MemorySegment pointer) throws Throwable {
            if (pointer.address() == 0) return null;
            try {
                return pointer.reinterpret(Long.MAX_VALUE).getString(0);
            } finally {
                free.invoke(pointer);
            }
        }
    }

    /** A game; the methods throw a DuiyiException with the message of the library. */
    static final class Game implements AutoCloseable {
        private static final int MAX_MOVES = 128;
        private static final String[] OUTCOMES = {"ongoing", "red wins", "black wins", "draw"};

        private final Library library;
        private final Arena arena = Arena.ofConfined();
        private final MemorySegment error = arena.allocate(ADDRESS);
        private final MemorySegment result = arena.allocate(JAVA_LONG);
        private final MemorySegment pointer = arena.allocate(ADDRESS);
        private final MemorySegment handle;

        Game(Library library, String fen, String rules) throws Throwable {
            this.library = library;
            MethodHandle begin = library.fallible("duiyi_game_new", ADDRESS, ADDRESS, ADDRESS);
            check((int) begin.invoke(text(fen), text(rules), pointer, error));
            handle = pointer.get(ADDRESS, 0);
        }

        private MemorySegment text(String text) {
            return text == null ? MemorySegment.NULL : arena.allocateFrom(text);
        }

        private void check(int status) throws Throwable {
            if (status != 0) throw new DuiyiException(library.text(error.get(ADDRESS, 0)));
        }

        short read(String move) throws Throwable {
            MethodHandle read = library.fallible("duiyi_game_read_move", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
            check((int) read.invoke(handle, text(move), MemorySegment.NULL, result, error));
            return result.get(JAVA_SHORT, 0);
        }

        String write(short move, String notation) throws Throwable {
            MethodHandle write = library.fallible("duiyi_game_write_move", ADDRESS, JAVA_SHORT, ADDRESS, ADDRESS);
            check((int) write.invoke(handle, move, text(notation), pointer, error));
            return library.text(pointer.get(ADDRESS, 0));
        }

        void push(short move) throws Throwable {
            check((int) library.fallible("duiyi_game_push", ADDRESS, JAVA_SHORT).invoke(handle, move, error));
        }

        short[] legalMoves() throws Throwable {
            MemorySegment moves = arena.allocate(JAVA_SHORT, MAX_MOVES);
            MethodHandle list = library.fallible("duiyi_game_legal_moves", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
            check((int) list.invoke(handle, moves, (long) MAX_MOVES, result, error));
            return moves.asSlice(0, 2 * result.get(JAVA_LONG, 0)).toArray(JAVA_SHORT);
        }

        boolean isLegal(short move) throws Throwable {
            MethodHandle legal = library.fallible("duiyi_game_is_legal", ADDRESS, JAVA_SHORT, ADDRESS);
            check((int) legal.invoke(handle, move, result, error));
            return result.get(JAVA_BOOLEAN, 0);
        }

        String outcome() throws Throwable {
            MethodHandle outcome = library.fallible("duiyi_game_outcome", ADDRESS, ADDRESS, ADDRESS);
            check((int) outcome.invoke(handle, result, pointer, error));
            String reason = library.text(pointer.get(ADDRESS, 0));
            String words = OUTCOMES[result.get(JAVA_INT, 0)];
            return reason == null ? words : words + ": " + reason;
        }

        String judge() throws Throwable {
            MethodHandle judge = library.fallible("duiyi_game_judge", ADDRESS, ADDRESS, ADDRESS);
            check((int) judge.invoke(handle, MemorySegment.NULL, pointer, error));
            return library.text(pointer.get(ADDRESS, 0));
        }

        @Override
        public void close() {
            try {
                library.function("duiyi_game_free", FunctionDescriptor.ofVoid(ADDRESS)).invoke(handle);
            } catch (Throwable error) {
                throw new AssertionError(error);
            }
            arena.close();
        }
    }

    public static void main(String[] arguments) throws Throwable {
        Library library = new Library(Path.of(arguments[0]).toAbsolutePath());
        try (Game game = new Game(library, "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w", "asian-120")) {
            short[] legal = game.legalMoves();
            System.out.println(legal.length + " legal moves, the first is legal: " + game.isLegal(legal[0]));
            String[] moves = {"h8h9", "f9f8", "h9h8", "f8f9"};
            for (int i = 0; i < 8; i++) {
                short move = game.read(moves[i % 4]);
                System.out.println(game.write(move, "wxf"));
                game.push(move);
            }
            System.out.println(game.outcome());
            System.out.println(game.judge());
            game.read("a0a9");
        } catch (DuiyiException error) {
            System.out.println("error: " + error.getMessage());
        }
    }
}
