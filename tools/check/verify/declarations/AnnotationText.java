package declarations;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Describes the annotations of an annotation type: its retention, its targets, and its meaning to an
 * injector.
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
