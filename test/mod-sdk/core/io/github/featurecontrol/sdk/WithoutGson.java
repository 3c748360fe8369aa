package io.github.featurecontrol.sdk;

/** Runs the library in a game without Gson, which it must report once, and not in each tick. */
public final class WithoutGson {

    private WithoutGson() {}

    public static void main(String[] arguments) {
        LoaderChannel.start(RecordingTransport::new);
        FeatureControl.mod("mod").feature("map").register();
        for (int tick = 0; tick < 100; tick++) LoaderChannel.tick();
    }
}
