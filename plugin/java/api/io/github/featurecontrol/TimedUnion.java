package io.github.featurecontrol;

import java.util.AbstractSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The features of a list and those with a timed block. Does not copy the list, which may be long. */
final class TimedUnion extends AbstractSet<String> {
    private final Set<String> list;
    /** The features with a timed block that are not in the list. */
    private final Set<String> others;

    private TimedUnion(Set<String> list, Set<String> others) {
        this.list = list;
        this.others = others;
    }

    /**
     * @param list never modified afterwards
     * @param ends feature → when its block ends, in milliseconds since the epoch
     * @param nowMs blocks that end later count, in milliseconds since the epoch
     */
    static Set<String> of(Set<String> list, Map<String, Number> ends, double nowMs) {
        Set<String> others = new HashSet<>();
        ends.forEach((feature, endMs) -> {
            if (endMs.doubleValue() > nowMs && !list.contains(feature)) {
                others.add(feature);
            }
        });
        return others.isEmpty() ? list : new TimedUnion(list, others);
    }

    @Override
    public boolean contains(Object feature) {
        return list.contains(feature) || others.contains(feature);
    }

    @Override
    public int size() {
        return list.size() + others.size();
    }

    @Override
    public Iterator<String> iterator() {
        return Stream.concat(list.stream(), others.stream()).iterator();
    }
}
