package declarations;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares one declared class with the real one: its kind, its supertypes, then each member. */
final class ClassComparison {
    private final ClassLoader declaredLoader;
    private final ClassLoader realLoader;
    private final Report report;

    ClassComparison(ClassLoader declaredLoader, ClassLoader realLoader, Report report) {
        this.declaredLoader = declaredLoader;
        this.realLoader = realLoader;
        this.report = report;
    }

    void compare(String name) {
        try {
            Class<?> declared = Class.forName(name, false, declaredLoader);
            if (Members.isVisible(declared.getModifiers())) {
                report.countClass();
                compare(declared, Class.forName(name, false, realLoader));
            }
        } catch (ClassNotFoundException cause) {
            report.difference(name, "there is no such class");
        } catch (LinkageError cause) {
            report.difference(name, "cannot be compared: " + cause);
        }
    }

    private void compare(Class<?> declared, Class<?> real) {
        same(real, "is", kind(declared), kind(real));
        same(real, "has the type parameters", TypeText.parameters(declared), TypeText.parameters(real));
        compareSupertypes(declared, real);
        MemberComparison members = new MemberComparison(declared, real, report);
        members.compareAll();
        if (declared.isAnnotation()) {
            same(real, "is annotated with", AnnotationText.of(declared), AnnotationText.of(real));
        }
        if (declared.isAnnotationPresent(FunctionalInterface.class)) {
            same(real, "has the abstract methods", abstractMethods(declared), abstractMethods(real));
        }
    }

    private static String kind(Class<?> type) {
        List<String> words = new ArrayList<>();
        words.add(Modifier.isPublic(type.getModifiers()) ? "public" : "protected");
        if (type.isMemberClass() && !type.isInterface() && Modifier.isStatic(type.getModifiers())) {
            words.add("static");
        }
        // An enum is final or not depending on its constants' bodies, and an interface is always abstract.
        boolean plain = !type.isEnum() && !type.isInterface();
        if (plain && Modifier.isFinal(type.getModifiers())) {
            words.add("final");
        }
        if (plain && Modifier.isAbstract(type.getModifiers())) {
            words.add("abstract");
        }
        words.add(type.isAnnotation() ? "annotation"
                : type.isInterface() ? "interface"
                : type.isEnum() ? "enum"
                : type.isRecord() ? "record"
                : "class");
        return String.join(" ", words);
    }

    /**
     * A declaration may omit supertypes, also intermediate ones, but must not name one that the real class
     * lacks.
     */
    private void compareSupertypes(Class<?> declared, Class<?> real) {
        List<Class<?>> named = new ArrayList<>(List.of(declared.getInterfaces()));
        if (declared.getSuperclass() != null) {
            named.add(declared.getSuperclass());
        }
        Set<String> actual = Members.lineage(real).stream().map(Class::getName).collect(Collectors.toSet());
        for (Class<?> supertype : named) {
            if (!actual.contains(supertype.getName())) {
                report.difference(real, "does not extend " + supertype.getName());
            }
        }
    }

    /**
     * Returns the abstract methods of an interface. An interface that scripts implement with a function has
     * exactly one.
     */
    private static String abstractMethods(Class<?> type) {
        Set<String> found = new TreeSet<>();
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers()) && !Members.isOfObject(method)) {
                found.add(TypeText.of(method));
            }
        }
        return String.join(", ", found);
    }

    private void same(Class<?> real, String what, String declared, String actual) {
        if (!declared.equals(actual)) {
            report.difference(real, what + " " + actual + ", not " + declared);
        }
    }
}
