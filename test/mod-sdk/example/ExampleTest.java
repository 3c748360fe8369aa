import io.github.featurecontrol.sdk.LoaderChannel;
import io.github.featurecontrol.sdk.Transport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.example.minimap.MinimapMod;

/**
 * Runs the example mod on a connection whose server blocks the minimap. Prints what a player can see and use.
 */
public final class ExampleTest implements Transport {
    private static String request;

    public static void main(String[] arguments) {
        List<String> drawn = new ArrayList<>();
        MinimapMod mod = new MinimapMod(drawn::add);
        LoaderChannel.claim(new ExampleTest());
        mod.onKey('M');
        LoaderChannel.tick();
        answer("");
        show(mod, drawn);
        event("minimap");
        show(mod, drawn);
    }

    private static void answer(String blocked) {
        receive("{\"id\":\"" + request.substring(7, 43)
            + "\",\"ok\":true,\"payload\":{\"revision\":1,\"subscriptions\":["
            + "{\"client\":\"example-minimap\",\"blocklist\":[" + blocked + "]}]}}");
    }

    private static void event(String blocked) {
        receive("{\"event\":\"blocklistChanged\",\"payload\":{\"revision\":2,\"subscriptions\":["
            + "{\"client\":\"example-minimap\",\"blocked\":[],\"unblocked\":[],\"blocklist\":[\"" + blocked
                + "\"]}]}}");
    }

    private static void receive(String text) {
        LoaderChannel.receive(null, text.getBytes(StandardCharsets.UTF_8));
        LoaderChannel.tick();
    }

    private static void show(MinimapMod mod, List<String> drawn) {
        drawn.clear();
        mod.onFrame();
        System.out.println("drawn " + drawn + ", key " + mod.onKey('M') + ", bindings "
            + mod.keyBindings().size()
            + ", menu " + mod.menuEntries() + ", hints " + mod.hints().size());
    }

    @Override
    public Object connection() {
        return this;
    }

    @Override
    public String network() {
        return "network";
    }

    @Override
    public boolean isInGame() {
        return true;
    }

    @Override
    public Announcement announcement() {
        return Announcement.ANNOUNCED;
    }

    @Override
    public void send(byte[] content) {
        request = new String(content, StandardCharsets.UTF_8);
    }
}
