package standin.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * Prints {@code [12:34:56 INFO] [name]: text}; the proxy's own lines have no name. Levels below INFO are not
 * printed.
 */
final class ConsoleLogger extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final String OWN_PREFIX = "com.velocitypowered.";

    ConsoleLogger(String name) {
        this.name = name;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        Marker marker,
        String pattern,
        Object[] arguments,
        Throwable error
    ) {
        String prefix = name.startsWith(OWN_PREFIX) ? "" : " [" + name + "]";
        StringWriter text = new StringWriter();
        text.append("[").append(LocalTime.now().format(TIME)).append(" ").append(level.name()).append("]");
        text.append(prefix).append(": ").append(MessageFormatter.basicArrayFormat(pattern, arguments));
        text.append(System.lineSeparator());
        if (error != null) {
            error.printStackTrace(new PrintWriter(text));
        }
        System.out.print(text);
        System.out.flush();
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return true;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }
}
