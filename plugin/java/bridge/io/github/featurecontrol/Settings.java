package io.github.featurecontrol;

import java.util.Map;

/**
 * The configuration as read, before the script validates it. All maps are by dotted key.
 *
 * @param values effective values: environment, then file, then defaults; an array as an array of Java
 * @param files contents of the files that settings name; empty if a file cannot be read
 * @param lines line numbers in the operator's file
 * @param environment environment variables that are set and override a setting
 */
public record Settings(
    Map<String, Object> values,
    Map<String, String> files,
    Map<String, Integer> lines,
    Map<String, String> environment
) {
    /** Returns a text. The script rejects values of another type. */
    String text(String key) {
        return values.get(key) instanceof String text ? text : "";
    }

    /**
     * Returns a number, limited to 0 to the maximum of an int. The script rejects values outside the
     * setting's own range.
     */
    int number(String key) {
        long number = values.get(key) instanceof Number given ? given.longValue() : 0;
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, number));
    }
}
