package io.github.featurecontrol;

import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.regex.Pattern;

/** Describes an exception in one line for the operator. */
public final class Reason {
    private Reason() {}

    /**
     * Returns whether the JVM denies the direct access to memory: by a flag, by the default of a later version,
     * or as a runtime without that module.
     */
    static boolean isUnsafeDenied(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        StackTraceElement[] trace = root.getStackTrace();
        boolean isThrownThere = trace.length > 0 && trace[0].getClassName().equals("sun.misc.Unsafe");
        return isThrownThere || root.toString().contains("sun.misc.Unsafe");
    }

    /**
     * Returns the message of an exception. For a file system exception without a reason, whose message is
     * only the file's name, it adds the name of the exception. The text is escaped, as it may contain data of
     * a server.
     */
    public static String of(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        String message = cause instanceof FileSystemException problem
                ? problem.getFile() + ": " + Objects.requireNonNullElse(problem.getReason(), name)
                : Objects.requireNonNullElse(cause.getMessage(), name);
        // The same as shared/escape-unprintable.ts, for texts that are logged before the script runs.
        return Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}§]").matcher(message)
                .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }
}
