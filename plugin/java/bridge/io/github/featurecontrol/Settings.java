package io.github.featurecontrol;

import java.util.Map;

/**
 * The configuration as read, before the script has judged it.
 *
 * @param defaults the file that the jar carries, as JSON
 * @param written the operator's file, as JSON
 * @param lines by dotted key, where in the operator's file it stands
 * @param environment by dotted key, the variable of the environment that is set and wins over it
 * @param values by dotted key, what counts: the environment, then the file, then the defaults; the first that has the default's type
 */
public record Settings(
        String defaults, String written, Map<String, Integer> lines, Map<String, String> environment, Map<String, Object> values) {

    /** @return 0 where the operator's file does not have it */
    public int lineOf(String key) {
        return lines.getOrDefault(key, 0);
    }

    /** @return null where the environment has no say */
    public String variableOf(String key) {
        return environment.get(key);
    }

    public String text(String key) {
        return (String) values.get(key);
    }

    /** Within the range of an int, whatever was configured: the script refuses what is out of its own range. */
    int number(String key) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, (Long) values.get(key)));
    }
}
