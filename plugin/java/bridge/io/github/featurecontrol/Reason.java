package io.github.featurecontrol;

import java.nio.file.FileSystemException;
import java.util.Objects;

/** What went wrong, in one line for the operator. */
public final class Reason {
    private Reason() {}

    /** Of a file's problem the JDK often tells the file alone, and by the exception's name what is wrong with it. */
    public static String of(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        if (cause instanceof FileSystemException problem) return problem.getFile() + ": " + Objects.requireNonNullElse(problem.getReason(), name);
        return Objects.requireNonNullElse(cause.getMessage(), name);
    }
}
