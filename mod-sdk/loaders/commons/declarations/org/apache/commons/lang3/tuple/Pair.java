package org.apache.commons.lang3.tuple;

/** Source: apache/commons-lang, src/main/java/org/apache/commons/lang3/tuple/Pair.java, tag LANG_3_5. */
public abstract class Pair<L, R> {

    public static native <L, R> Pair<L, R> of(L left, R right);
}
