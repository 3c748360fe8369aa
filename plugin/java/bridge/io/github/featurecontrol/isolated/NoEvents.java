package io.github.featurecontrol.isolated;

import io.lettuce.core.event.Event;
import io.lettuce.core.event.EventBus;
import reactor.core.publisher.Flux;

/** Lettuce's events, which nobody listens to. Its own event bus would load 190 classes of Reactor. */
public final class NoEvents implements EventBus {

    @Override
    public Flux<Event> get() {
        return Flux.never();
    }

    @Override
    public void publish(Event event) {}
}
