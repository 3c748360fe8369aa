package io.github.featurecontrol.sdk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Runs the core against a model of networks, with events chosen by a seeded random source:
 * {@code ModelTest <first seed> <seeds>}. Messages are lost, delayed, duplicated, reordered, forged and
 * replaced by garbage; players leave, return and change networks; clocks jump.
 */
public final class ModelTest {
    private static final int TICK_MS = 50;
    private static final int MAX_FAULTY_TICKS = 3_000;
    /** Longer than 25 mods need one after the other, after the longest delay. */
    private static final int CALM_MS = 600_000;
    private static final int CALM_TICK_MS = 500;

    private final Random random;
    private final ModelClient client;
    private final List<ModelNetwork> networks = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private int mods;

    private ModelTest(long seed) {
        random = new Random(seed);
        client = new ModelClient(random);
        for (int i = 0; i < 3; i++) {
            boolean hasFeatureControl = i < 2 || random.nextBoolean();
            networks.add(new ModelNetwork("network" + i, hasFeatureControl, random.nextBoolean(), 5_000
                + random.nextInt(10_000)));
        }
        for (int left = 1 + random.nextInt(random.nextInt(4) == 0 ? 25
            : 6); left > 0; left--) client.addMod(mods++);
    }

    public static void main(String[] arguments) {
        long first = Long.parseLong(arguments[0]);
        int requests = 0;
        for (long seed = first; seed < first + Long.parseLong(arguments[1]); seed++) {
            try {
                if (seed == first) SharingTest.run();
                if (seed == first) DefectsTest.run();
                if (seed == first) JoiningTest.run();
                if (seed == first) FailingSubscribeTest.run();
                requests += new ModelTest(seed).play();
            } catch (Throwable failure) {
                System.out.println("seed " + seed + ": " + failure);
                failure.printStackTrace(System.out);
                System.exit(1);
            }
        }
        System.out.println("passed, with " + requests + " requests");
    }

    private int play() {
        int requests = 0;
        client.wire.isFaulty = true;
        int ticks = 500 + random.nextInt(MAX_FAULTY_TICKS);
        for (int tick = 0; tick < ticks; tick++) {
            doSomething();
            int before = client.sent.size();
            tick(TICK_MS);
            requests += client.sent.size() - before;
        }
        for (ModelNetwork network : networks) network.isUnavailable = false;
        for (ModelNetwork network : networks) if (network.hasFeatureControl) settle(network);
        client.leave();
        tick(TICK_MS);
        requireUnblocked();
        return requests;
    }

    /** Requires that everything becomes known, and stays known, once faults have ended. */
    private void settle(ModelNetwork network) {
        client.wire.isFaulty = false;
        client.join(network);
        client.isInGame = true;
        client.announcement = random.nextBoolean() ? Transport.Announcement.ANNOUNCED
            : Transport.Announcement.UNKNOWN;
        for (int waited = 0; waited < CALM_MS; waited += CALM_TICK_MS) tick(CALM_TICK_MS);
        requireKnown(network, mod -> true);
        for (String mod : client.mods.keySet()) network.set(mod, "f0", random.nextBoolean());
        network.push();
        tick(CALM_TICK_MS);
        tick(CALM_TICK_MS);
        if (network.hasSubscribe) {
            requireKnown(network, mod -> !client.large.contains(mod));
            loseAnEvent(network);
        }
        for (int waited = 0; waited < CALM_MS; waited += CALM_TICK_MS) {
            if (waited % 20_000 == 0)
                client.mods.values().forEach(mod -> checks.add(new Check(mod.check("f0"), client.nowMs)));
            tick(CALM_TICK_MS);
        }
        requireKnown(network, mod -> true);
    }

    /** Loses an event. The revision of the next event reveals that, even if it is about other mods. */
    private void loseAnEvent(ModelNetwork network) {
        String lost = "mod" + random.nextInt(mods);
        client.wire.losesNext = true;
        network.set(lost, "f0", !network.isBlocked(lost, "f0"));
        network.push();
        client.wire.losesNext = false;
        for (String mod : client.mods.keySet())
            if (!mod.equals(lost)) network.set(mod, "f0", !network.isBlocked(mod, "f0"));
        network.push();
        for (int waited = 0; waited < 2 * CALM_TICK_MS + 15_000; waited += CALM_TICK_MS) tick(CALM_TICK_MS);
        if (mods > client.large.size() + 1) requireKnown(network, mod -> !client.large.contains(mod));
    }

    private void doSomething() {
        ModelNetwork here = client.network;
        int choice = random.nextInt(1_000);
        if (choice < 10) client.join(networks.get(random.nextInt(networks.size())));
        else if (choice < 14) client.leave();
        else if (choice < 100) enter();
        else if (choice < 120) client.isInGame = false;
        else if (choice < 124) client.clockSkew += random.nextInt(7_200_000);
        else if (choice < 128 && mods < 25) client.addMod(mods++);
        else if (choice < 200) edit(networks.get(random.nextInt(networks.size())));
        else if (choice < 230 && here != null && here.hasFeatureControl)
            client.receive(client.connection(), client.wire.garbage(client.sent));
        else if (choice < 240) client.core.receive(new Object(), client.wire.garbage(client.sent));
        else if (choice < 260) check();
        else if (choice < 264) networks.get(random.nextInt(3)).isUnavailable = random.nextBoolean();
    }

    private void enter() {
        if (client.network == null) return;
        client.isInGame = true;
        if (client.announcement != Transport.Announcement.NOT_ANNOUNCED) return;
        boolean canDetect = random.nextBoolean();
        if (!canDetect) client.announcement = Transport.Announcement.UNKNOWN;
        else if (client.network.hasFeatureControl) client.announcement = Transport.Announcement.ANNOUNCED;
    }

    private void edit(ModelNetwork network) {
        network.set("mod" + random.nextInt(mods), "f" + random.nextInt(4), random.nextBoolean());
        network.push();
    }

    private void check() {
        ModFeatures mod = client.mods.get("mod" + random.nextInt(mods));
        checks.add(new Check(mod.check("f0"), client.nowMs));
    }

    private void tick(int ms) {
        client.nowMs += ms;
        client.wire.deliver(client.nowMs);
        String address = client.network == null ? "" : client.network.address;
        Map<String, Boolean> before = client.network == null ? new HashMap<>() : known(address);
        int sent = client.sent.size();
        client.core.tick();
        client.ticked(address);
        if (client.violation != null) throw client.violation;
        client.require(client.sent.size() <= sent + 1, "two requests in one tick");
        if (client.network == null) requireUnblocked();
        else requireConsistent(before);
        checks.removeIf(check -> check.result.isDone());
        for (Check check : checks)
            client.require(client.nowMs - check.sinceMs <= Delays.CHECK_TIMEOUT_MS + 2 * CALM_TICK_MS,
                "a check has not timed out");
    }

    /** By network and mod: the last known state, which the library must keep when the player leaves. */
    private final Map<String, Map<String, Boolean>> lastKnown = new HashMap<>();

    private Map<String, Boolean> known(String address) {
        return lastKnown.computeIfAbsent(address, absent -> new HashMap<>());
    }

    private void requireConsistent(Map<String, Boolean> before) {
        ModelNetwork here = client.network;
        client.mods.forEach((name, mod) -> {
            boolean isBlocked = mod.isBlocked("f0");
            client.require(client.reported.get(name).contains("f0") == isBlocked,
                "a listener was called with another state");
            boolean mayFail = client.failingClosed.contains(name) && !mod.isKnown();
            if (isBlocked && !mayFail)
                client.require(here.everBlocked.contains(name + "/f0"), name
                    + " is blocked, but never was on this network");
            if (before.containsKey(name)) client.require(mod.isKnown(), name + " has lost the known answers");
            if (mod.isKnown()) before.put(name, isBlocked);
        });
    }

    private void requireKnown(ModelNetwork network, Predicate<String> filter) {
        client.mods.forEach((name, mod) -> {
            if (!filter.test(name)) return;
            client.require(mod.isKnown(), name + " is not known on a network without faults");
            for (int i = 0; i < 4; i++) {
                String feature = "f" + i;
                if (client.reported.containsKey(name) && has(mod, feature))
                    client.require(mod.isBlocked(feature) == network.isBlocked(name, feature), name + "/"
                        + feature + " is wrong");
            }
        });
    }

    private void requireUnblocked() {
        client.mods.forEach((name, mod) ->
            client.require(!mod.isBlocked("f0") && !mod.isKnown(), name
                + " is blocked or known without a server"));
    }

    private static boolean has(ModFeatures mod, String feature) {
        try {
            mod.isBlocked(feature);
            return true;
        } catch (IllegalArgumentException undeclared) {
            return false;
        }
    }

    private static final class Check {
        final CompletableFuture<Boolean> result;
        final long sinceMs;

        Check(CompletableFuture<Boolean> result, long sinceMs) {
            this.result = result;
            this.sinceMs = sinceMs;
        }
    }
}
