package declarations;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * Checks the members that scripts call, by name and number of arguments. A script sees public members,
 * including inherited ones.
 */
final class ScriptMembers {
    private final ClassLoader loader;
    private final Report report;

    ScriptMembers(ClassLoader loader, Report report) {
        this.loader = loader;
        this.report = report;
    }

    /**
     * @param line class, {@code static} or {@code instance}, kind, name, number of arguments, separated by
     * tabs
     */
    void check(String line) {
        String[] parts = line.split("\t", -1);
        boolean isStatic = parts[1].equals("static");
        report.countScriptMember();
        try {
            Class<?> type = Class.forName(parts[0], false, loader);
            String missing = switch (parts[2]) {
                case "class" -> null;
                case "constructor" -> constructor(type, Integer.parseInt(parts[4]));
                case "method" -> method(type, isStatic, parts[3], Integer.parseInt(parts[4]));
                default -> field(type, isStatic, parts[3]);
            };
            if (missing != null) {
                report.difference(type, "(script) " + missing);
            }
        } catch (ClassNotFoundException cause) {
            report.difference(parts[0], "(script) there is no such class");
        } catch (LinkageError cause) {
            report.difference(parts[0], "(script) cannot be loaded: " + cause);
        }
    }

    private static String constructor(Class<?> type, int arity) {
        for (Constructor<?> constructor : type.getConstructors()) {
            if (accepts(constructor, arity)) {
                return null;
            }
        }
        return "public constructor of " + arity + " arguments is missing";
    }

    private static String method(Class<?> type, boolean isStatic, String name, int arity) {
        for (Class<?> ancestor : Members.lineage(type)) {
            for (Method method : ancestor.getMethods()) {
                if (method.getName().equals(name) && Modifier.isStatic(method.getModifiers()) == isStatic && accepts(method, arity)) {
                    return null;
                }
            }
        }
        return "public " + (isStatic ? "static " : "") + "method " + name + " of " + arity + " arguments is missing";
    }

    private static String field(Class<?> type, boolean isStatic, String name) {
        boolean found = Arrays.stream(type.getFields())
                .anyMatch(field -> field.getName().equals(name) && Modifier.isStatic(field.getModifiers()) == isStatic);
        return found ? null : "public " + (isStatic ? "static " : "") + "field " + name + " is missing";
    }

    private static boolean accepts(Executable executable, int arity) {
        int parameters = executable.getParameterCount();
        return parameters == arity || (executable.isVarArgs() && arity >= parameters - 1);
    }
}
