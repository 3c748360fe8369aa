package org.example.minimap;

import io.github.featurecontrol.sdk.FakeChannel;
import java.util.ArrayList;
import java.util.List;

/** Runs the example mod without a game, as a unit test of a mod does. Prints what a player can see and use. */
public final class ExampleTest {
    public static void main(String[] arguments) {
        List<String> drawn = new ArrayList<>();
        MinimapMod mod = new MinimapMod(drawn::add);
        FakeChannel.block(mod.features);
        mod.onKey('M');
        FakeChannel.pass(1);
        show(mod, drawn);
        FakeChannel.block(mod.features, "minimap");
        show(mod, drawn);
        FakeChannel.leave();
        show(mod, drawn);
    }

    private static void show(MinimapMod mod, List<String> drawn) {
        drawn.clear();
        mod.onFrame();
        System.out.println("drawn " + drawn + ", key " + mod.onKey('M') + ", bindings "
            + mod.keyBindings().size()
            + ", menu " + mod.menuEntries() + ", hints " + mod.hints().size());
    }
}
