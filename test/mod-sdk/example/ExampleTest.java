import io.github.featurecontrol.sdk.FakeChannel;
import java.util.ArrayList;
import java.util.List;
import org.example.minimap.MinimapMod;

/** Runs the example mod without a game, as a unit test of a mod does. Prints what a player can see and use. */
public final class ExampleTest {
    public static void main(String[] arguments) {
        List<String> drawn = new ArrayList<>();
        MinimapMod mod = new MinimapMod(drawn::add);
        mod.onKey('M');
        FakeChannel.block("example-minimap");
        show(mod, drawn);
        FakeChannel.block("example-minimap", "minimap");
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
