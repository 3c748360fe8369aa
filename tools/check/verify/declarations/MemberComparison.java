package declarations;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares each visible member of one declared class, by exact descriptor, with the member that a call would
 * resolve to at run time.
 */
final class MemberComparison {
    private final Class<?> declared;
    private final Class<?> real;
    private final Report report;

    MemberComparison(Class<?> declared, Class<?> real, Report report) {
        this.declared = declared;
        this.real = real;
        this.report = report;
    }

    void compareAll() {
        visible(declared.getDeclaredFields()).forEach(this::compareField);
        visible(declared.getDeclaredConstructors()).forEach(this::compareConstructor);
        visible(declared.getDeclaredMethods()).forEach(this::compareMethod);
    }

    private static <M extends Member> List<M> visible(M[] members) {
        return Arrays.stream(members)
                .filter(member -> Members.isVisible(member.getModifiers()) && !member.isSynthetic())
                .toList();
    }

    private void compareConstructor(Constructor<?> constructor) {
        report.countMember();
        String name = "constructor (" + TypeText.list(constructor.getParameterTypes()) + ")";
        Constructor<?> found = Arrays.stream(real.getDeclaredConstructors())
                .filter(other -> parameters(other).equals(parameters(constructor)))
                .findFirst()
                .orElse(null);
        if (found == null) {
            report.difference(real, name + " is missing");
        } else {
            compareDetails(name, constructor, found);
        }
    }

    private void compareMethod(Method method) {
        report.countMember();
        String name = "method " + method.getName() + "(" + TypeText.list(method.getParameterTypes()) + ")";
        Method found = find(method);
        if (found == null) {
            report.difference(real, name + " returning " + TypeText.of(method.getReturnType()) + " is missing" + others(method));
            return;
        }
        compareDetails(name, method, found);
        if (found.getDeclaringClass() == real) {
            same(name, "returns", TypeText.of(method.getGenericReturnType()), TypeText.of(found.getGenericReturnType()));
        }
        same(name, "has the default", text(method.getDefaultValue()), text(found.getDefaultValue()));
    }

    /**
     * Resolves a method like the JVM: by name, parameters and return type, in the class and then in its
     * supertypes.
     */
    private Method find(Method declaredMethod) {
        for (Class<?> type : Members.lineage(real)) {
            for (Method method : type.getDeclaredMethods()) {
                if (TypeText.of(method).equals(TypeText.of(declaredMethod)) && Members.isVisible(method.getModifiers())) {
                    return method;
                }
            }
        }
        return null;
    }

    private String others(Method declaredMethod) {
        Set<String> found = new TreeSet<>();
        for (Class<?> type : Members.lineage(real)) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(declaredMethod.getName()) && !method.isBridge()) {
                    found.add(TypeText.of(method));
                }
            }
        }
        return found.isEmpty() ? "" : "; found " + String.join(", ", found);
    }

    /** Compares the properties in which two executables with the same descriptor can differ. */
    private void compareDetails(String name, Executable declaredMember, Executable realMember) {
        same(name, "is", modifiers(declaredMember), modifiers(realMember));
        same(name, "throws", checkedExceptions(declaredMember), checkedExceptions(realMember));
        if (realMember.getDeclaringClass() == real) {
            same(name, "takes", TypeText.list(declaredMember.getGenericParameterTypes()), TypeText.list(realMember.getGenericParameterTypes()));
            same(name, "has the type parameters", TypeText.parameters(declaredMember), TypeText.parameters(realMember));
        }
    }

    private void compareField(Field field) {
        report.countMember();
        String name = (field.isEnumConstant() ? "constant " : "field ") + field.getName();
        Field found = Members.lineage(real).stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                .filter(other -> other.getName().equals(field.getName()) && Members.isVisible(other.getModifiers()))
                .findFirst()
                .orElse(null);
        if (found == null) {
            report.difference(real, name + " is missing");
            return;
        }
        same(name, "is", modifiers(field), modifiers(found));
        same(name, "is of type", TypeText.of(field.getGenericType()), TypeText.of(found.getGenericType()));
        // The compiler copies a constant's value into our classes.
        if (Modifier.isStatic(field.getModifiers()) && (field.getType().isPrimitive() || field.getType() == String.class)) {
            same(name, "is", valueOf(field), valueOf(found));
        }
    }

    private static String valueOf(Field field) {
        try {
            field.trySetAccessible();
            return text(field.get(null));
        } catch (IllegalAccessException | LinkageError cause) {
            return "unreadable (" + cause + ")";
        }
    }

    private void same(String member, String what, String declaredMember, String realMember) {
        if (!declaredMember.equals(realMember)) {
            report.difference(real, member + " " + what + " " + realMember + ", not " + declaredMember);
        }
    }

    private static String modifiers(Member member) {
        int modifiers = member.getModifiers();
        String access = Modifier.isPublic(modifiers) ? "public" : "protected";
        String owner = Modifier.isStatic(modifiers) ? "static" : "instance";
        boolean isMutable = member instanceof Field && !Modifier.isFinal(modifiers);
        return access + ", " + owner + (isMutable ? ", mutable" : "");
    }

    private static List<String> parameters(Executable executable) {
        return Arrays.stream(executable.getParameterTypes()).map(TypeText::of).toList();
    }

    private static String checkedExceptions(Executable executable) {
        return Arrays.stream(executable.getExceptionTypes())
                .filter(type -> !RuntimeException.class.isAssignableFrom(type) && !Error.class.isAssignableFrom(type))
                .map(TypeText::of)
                .sorted()
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String text(Object value) {
        return value instanceof Object[] array ? Arrays.toString(array) : Objects.toString(value, "nothing");
    }
}
