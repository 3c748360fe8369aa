package io.github.featurecontrol;

import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

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

    /** Describes an exception. The text is escaped, as it may contain data of a server. */
    public static String of(Throwable cause) {
        // The same as shared/escape-unprintable.ts, for texts that are logged before the script runs.
        return Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}§]")
            .matcher(messageOf(cause))
            .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }

    private static String messageOf(Throwable cause) {
        if (cause instanceof FileSystemException problem) {
            return problem.getFile() + ": " + reasonOf(problem);
        }
        if (cause instanceof UnknownHostException) {
            return "the name of the host is not known: " + cause.getMessage();
        }
        if (cause instanceof SSLException) {
            return "TLS failed: this Java does not trust the server, or the server does not speak TLS";
        }
        return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    }

    /** The exceptions of Java without a text, and the text of the operating system for all others. */
    private static String reasonOf(FileSystemException problem) {
        if (problem instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (problem instanceof AccessDeniedException) {
            return "access is denied";
        }
        if (problem instanceof FileAlreadyExistsException) {
            return "a file of this name is in the way";
        }
        if (problem instanceof DirectoryNotEmptyException) {
            return "a folder of this name is in the way";
        }
        return Objects.requireNonNullElse(problem.getReason(), "it cannot be read or written");
    }
}
