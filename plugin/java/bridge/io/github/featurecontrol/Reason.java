package io.github.featurecontrol;

import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.regex.Pattern;

/** What went wrong, in one line for the operator. */
public final class Reason {
    /** As in {@code shared/escape-unprintable.ts}, for what is logged before there is a script. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}§]");

    private Reason() {}

    /**
     * Of a file's problem the JDK often tells the file alone, and by the exception's name what is wrong with it. What a server sent may be
     * in the message, so it is escaped.
     */
    public static String of(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        String said = Objects.requireNonNullElse(cause.getMessage(), name);
        if (cause instanceof FileSystemException problem) said = problem.getFile() + ": " + Objects.requireNonNullElse(problem.getReason(), name);
        return UNPRINTABLE.matcher(said).replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }
}
