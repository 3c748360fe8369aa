package io.github.featurecontrol;

import java.util.Map;

/**
 * The configuration as read, before the script has judged it.
 *
 * @param defaults the file that the jar carries, as JSON
 * @param written the operator's file, as JSON
 * @param authority what is in the file that {@code redis.ca-file} names; empty where it cannot be read
 * @param lines by dotted key, where in the operator's file it stands
 * @param environment by dotted key, the variable of the environment that is set and wins over it
 * @param values by dotted key, what counts: the environment, then the file, then the defaults; the first that
 *     is a number or a text as the default is
 */
public record Settings(
        String defaults,
        String written,
        String authority,
        Map<String, Integer> lines,
        Map<String, String> environment,
        Map<String, Object> values) {

    String text(String key) {
        return (String) values.get(key);
    }

    /**
     * Within the range of an int, whatever was configured: the script refuses what is out of its own range.
     */
    int number(String key) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, ((Number) values.get(key)).longValue()));
    }
}
