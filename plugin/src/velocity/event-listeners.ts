import type { ScriptHost } from '../../types/bridge.ts';
import type { JavaClass } from '../../types/jdk.ts';
import type { EventHandler } from '../../types/velocity.ts';

/**
 * Listens to events of the proxy. The listeners run on the script thread, so the proxy's threads do not wait
 * for them.
 */
export class EventListeners {
  readonly #host: ScriptHost;
  #handlers: EventHandler[] = [];

  constructor(host: ScriptHost) {
    this.#host = host;
  }

  get areListening(): boolean {
    return this.#handlers.length > 0;
  }

  on<Event>(event: JavaClass<Event>, listener: (event: Event) => void): void {
    const handler = this.#host.listener(
      'com.velocitypowered.api.event.EventHandler',
      null,
      (_: string, __: unknown, happened: Event) => {
        listener(happened);
      },
    ) as EventHandler;
    this.#host.proxy().getEventManager().register(this.#host.plugin(), event, handler);
    this.#handlers.push(handler);
  }

  close(): void {
    const eventManager = this.#host.proxy().getEventManager();
    for (const handler of this.#handlers) eventManager.unregister(this.#host.plugin(), handler);
    this.#handlers = [];
  }
}
