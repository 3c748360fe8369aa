package declarations;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Formats types so that equal types of different class loaders have equal texts, whatever the names of their
 * type variables.
 */
final class TypeText {
    private TypeText() {
    }

    static String of(Type type) {
        if (type instanceof Class<?> plain) {
            return plain.isArray() ? of(plain.getComponentType()) + "[]" : plain.getName();
        }
        if (type instanceof ParameterizedType parameterized) {
            return of(parameterized.getRawType()) + "<" + list(parameterized.getActualTypeArguments()) + ">";
        }
        if (type instanceof GenericArrayType array) {
            return of(array.getGenericComponentType()) + "[]";
        }
        if (type instanceof WildcardType wildcard) {
            return wildcard.getLowerBounds().length > 0
                    ? "? super " + list(wildcard.getLowerBounds())
                    : "? extends " + list(wildcard.getUpperBounds());
        }
        return variable((TypeVariable<?>) type);
    }

    static String list(Type... types) {
        return Arrays.stream(types).map(TypeText::of).collect(Collectors.joining(", "));
    }

    /** Returns the type parameters of a class or method, with their bounds. */
    static String parameters(GenericDeclaration generic) {
        return Arrays.stream(generic.getTypeParameters())
                .map(parameter -> of(parameter) + " extends " + list(parameter.getBounds()))
                .collect(Collectors.joining(", ", "<", ">"));
    }

    static String of(Method method) {
        return of(method.getReturnType()) + " " + method.getName() + "(" + list(method.getParameterTypes()) + ")";
    }

    /** Names a type variable by its position: T1 is the first of a class, M1 the first of a method. */
    private static String variable(TypeVariable<?> variable) {
        GenericDeclaration owner = variable.getGenericDeclaration();
        int position = Arrays.asList(owner.getTypeParameters()).indexOf(variable) + 1;
        return (owner instanceof Class<?> ? "T" : "M") + position;
    }
}
