package declarations;

/** Prints the results, one per line: a keyword for the kind of line, a tab, the text. */
final class Report {
    private int classes;
    private int members;
    private int scriptMembers;

    void difference(Class<?> type, String text) {
        difference(type.getName(), text);
    }

    void difference(String type, String text) {
        System.out.println("difference\t" + type + ": " + text);
    }

    void countClass() {
        classes++;
    }

    void countMember() {
        members++;
    }

    void countScriptMember() {
        scriptMembers++;
    }

    void printCounts() {
        System.out.println("classes\t" + classes);
        System.out.println("members\t" + members);
        System.out.println("script members\t" + scriptMembers);
    }
}
