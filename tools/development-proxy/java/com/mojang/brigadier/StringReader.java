package com.mojang.brigadier;

/** A position in a command line. */
public class StringReader {
    private static final String UNQUOTED_SIGNS = "_-.+";

    private final String string;
    private int cursor;

    public StringReader(String string) {
        this.string = string;
    }

    public String getString() {
        return string;
    }

    public int getCursor() {
        return cursor;
    }

    public void setCursor(int cursor) {
        this.cursor = cursor;
    }

    public String getRemaining() {
        return string.substring(cursor);
    }

    public boolean canRead() {
        return cursor < string.length();
    }

    public char peek() {
        return string.charAt(cursor);
    }

    public char read() {
        return string.charAt(cursor++);
    }

    public String readUnquotedString() {
        int start = cursor;
        while (canRead() && isUnquoted(peek())) {
            cursor++;
        }
        return string.substring(start, cursor);
    }

    private static boolean isUnquoted(char sign) {
        return sign < 128 && (Character.isLetterOrDigit(sign) || UNQUOTED_SIGNS.indexOf(sign) >= 0);
    }
}
