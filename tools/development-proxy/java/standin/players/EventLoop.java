package standin.players;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One thread that does all the work of some connections, like a network thread of the proxy. */
public final class EventLoop implements Executor {

    private final ExecutorService thread;

    public EventLoop(int number) {
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, "Netty NIO Worker #" + number);
            worker.setDaemon(true);
            return worker;
        });
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    /** Runs the task on this thread; the result includes that of the returned future. */
    public <T> CompletableFuture<T> call(Callable<CompletableFuture<T>> task) {
        return CompletableFuture.completedFuture(null).thenComposeAsync(unused -> {
            try {
                return task.call();
            } catch (Exception error) {
                throw new CompletionException(error);
            }
        }, this);
    }
}
