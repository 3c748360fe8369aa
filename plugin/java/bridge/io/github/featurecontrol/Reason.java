package io.github.featurecontrol;

import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.regex.Pattern;

/** What went wrong, in one line for the operator. */
public final class Reason {
    private Reason() {}

    /**
     * The message of a file's problem is often the file alone; the exception's name then says what is wrong
     * with it. What a server sent may be in the message, so it is escaped.
     */
    public static String of(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        String said = cause instanceof FileSystemException problem
                ? problem.getFile() + ": " + Objects.requireNonNullElse(problem.getReason(), name)
                : Objects.requireNonNullElse(cause.getMessage(), name);
        // As in shared/escape-unprintable.ts, for what is logged before there is a script.
        return Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}§]").matcher(said)
                .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }
}
