package io.github.featurecontrol;

import java.util.Map;

/**
 * The configuration as read, before the script validates it.
 *
 * @param defaults the default settings in the jar, as JSON
 * @param written the operator's file, as JSON
 * @param files contents of the files that settings name, by dotted key; empty if a file cannot be read
 * @param lines line numbers in the operator's file by dotted key
 * @param environment environment variables that are set and override a setting, by dotted key
 * @param values effective values by dotted key: environment, then file, then defaults; a value in the file
 * counts only if it has the type of the default. Without arrays
 */
public record Settings(
    String defaults,
    String written,
    Map<String, String> files,
    Map<String, Integer> lines,
    Map<String, String> environment,
    Map<String, Object> values
) {
    String text(String key) {
        return (String) values.get(key);
    }

    /**
     * Returns a number, limited to 0 to the maximum of an int. The script rejects values outside the
     * setting's own range.
     */
    int number(String key) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, ((Number) values.get(key)).longValue()));
    }
}
