package io.github.featurecontrol.sdk;

import java.util.concurrent.CompletableFuture;

/** The network of unit tests, in what docs/mods.md does not show. */
final class FakeChannelTest {

    private final ModFeatures mod = FeatureControl.mod("tested")
        .feature("map")
        .feature("fly")
        .failClosed()
        .register();

    static void run() {
        FakeChannelTest test = new FakeChannelTest();
        test.refusesUndeclaredFeatures();
        test.staysClosedUntilItIsAnswered();
        test.keepsTheLastAnswer();
        FakeChannel.leave();
    }

    private void refusesUndeclaredFeatures() {
        try {
            FakeChannel.block(mod, "mpa");
        } catch (IllegalArgumentException refused) {
            return;
        }
        throw new AssertionError("blocked a feature that was not declared");
    }

    private void staysClosedUntilItIsAnswered() {
        FakeChannel.loseAnswers();
        require(mod.isBlocked("map") && !mod.isKnown(), "open before the first answer");
        FakeChannel.failRequests();
        FakeChannel.pass(60);
        require(mod.isBlocked("map") && !mod.isKnown(), "open although each request has failed");
        FakeChannel.joinWithoutFeatureControl();
        require(!mod.isBlocked("map") && !mod.isKnown(), "blocked without feature control");
        FakeChannel.block(mod, "fly");
        require(!mod.isBlocked("map") && mod.isBlocked("fly") && mod.isKnown(), "not what was answered");
    }

    private void keepsTheLastAnswer() {
        FakeChannel.failRequests();
        CompletableFuture<Boolean> check = mod.check("fly");
        FakeChannel.pass(60);
        boolean isUnchanged = check.isDone() && check.join() && mod.isBlocked("fly");
        require(isUnchanged, "INTERNAL_ERROR has changed the answer");
        FakeChannel.leave();
        require(!mod.isBlocked("fly") && !mod.isKnown(), "blocked after leaving");
    }

    private static void require(boolean condition, String message) {
        if (!condition) throw new AssertionError(message);
    }
}
