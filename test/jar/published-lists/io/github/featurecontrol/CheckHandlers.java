package io.github.featurecontrol;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Prints with what, and on which thread, the handlers of checks are called. */
final class CheckHandlers {
    private static final ExecutorService SCRIPT = Executors.newSingleThreadExecutor(
            task -> new Thread(task, "script"));

    private CheckHandlers() {
    }

    public static void main(String[] args) {
        PublishedLists lists = new PublishedLists(SCRIPT);
        String unconnected = check(lists);
        connect(lists, null);
        String failed = check(lists);
        connect(lists, new String[] {"fly"});
        String successful = check(lists);
        SCRIPT.shutdown();
        System.out.printf("{\"before the script has started\":\"%s\",\"without lists\":\"%s\","
                + "\"with lists\":\"%s\"}", unconnected, failed, successful);
    }

    /** @param blocked the answer of the script to each check; null if it has no lists */
    @SuppressWarnings("unchecked")
    private static void connect(PublishedLists lists, String[] blocked) {
        lists.connect((method, result, details) -> {
            if (method.equals("check")) {
                lists.complete((CompletableFuture<List<String>>) result, blocked);
            }
        });
    }

    /** The script thread waits for the handler, which would be called on this thread otherwise. */
    private static String check(PublishedLists lists) {
        CountDownLatch handled = new CountDownLatch(1);
        SCRIPT.execute(() -> {
            try {
                handled.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        CompletableFuture<List<String>> check = lists.check(null, "my-mod", List.of("fly"));
        CompletableFuture<String> seen = check.handle((blocked, failure) -> {
            boolean isScript = Thread.currentThread().getName().equals("script");
            String outcome = failure == null ? blocked.toString() : failure.getClass().getSimpleName();
            return outcome + (isScript ? " on the script thread" : " on another thread");
        });
        handled.countDown();
        return seen.join();
    }
}
