package declarations;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What an annotation type is annotated with: whether it is kept, and where it may stand, and what it means to
 * an injector.
 */
final class AnnotationText {
    private AnnotationText() {
    }

    static String of(Class<?> annotationType) {
        return Arrays.stream(annotationType.getAnnotations())
                .filter(annotation -> !annotation.annotationType().getSimpleName().equals("Documented"))
                .map(Annotation::toString)
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
