package io.github.featurecontrol.sdk;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Several clients, each with two mods, controlled by lines on standard input: {@code join <client>},
 * {@code announced <client>}, {@code in-game <client>}, {@code receive <client> <base64>},
 * {@code check <client>}, {@code leave <client>}, {@code tick}. Prints {@code send <client> <base64>}, and
 * {@code state <client> <known> <blocked features>} when that changes.
 */
public final class LiveMods implements Transport {
    private static final Map<String, LiveMods> CLIENTS = new TreeMap<>();
    private final String name;
    private final Registry registry = new Registry(new ConcurrentHashMap<>());
    private final Core core = new Core(registry, this);
    private final ModFeatures mine =
        new ModBuilder("my-mod", registry).feature("fly").feature("minimap").register();
    private final ModFeatures other = new ModBuilder("other-mod", registry).feature("speed").register();
    private Object connection;
    private boolean isAnnounced;
    private boolean isInGame;
    private String printed = "";

    private LiveMods(String name) {
        this.name = name;
        registry.claim(core);
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("tick")) CLIENTS.values().forEach(LiveMods::tick);
            else CLIENTS.computeIfAbsent(words[1], LiveMods::new).run(words);
        }
    }

    private void run(String[] words) {
        switch (words[0]) {
            case "join":
                connection = new Object();
                break;
            case "announced":
                isAnnounced = true;
                break;
            case "in-game":
                isInGame = true;
                break;
            case "receive":
                core.receive(connection, Base64.getDecoder().decode(words[2]));
                break;
            case "check":
                mine.check("fly").thenAccept(blocked ->
                    System.out.println("checked " + name + " " + blocked));
                break;
            case "leave":
                connection = null;
                isAnnounced = isInGame = false;
                break;
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    private void tick() {
        core.tick();
        StringBuilder blocked = new StringBuilder();
        if (mine.isBlocked("fly")) blocked.append(" fly");
        if (mine.isBlocked("minimap")) blocked.append(" minimap");
        if (other.isBlocked("speed")) blocked.append(" speed");
        String state = "state " + name + " " + (mine.isKnown() && other.isKnown()) + blocked;
        if (!state.equals(printed)) System.out.println(state);
        printed = state;
    }

    @Override
    public Object connection() {
        return connection;
    }

    @Override
    public String network() {
        return "127.0.0.1";
    }

    @Override
    public boolean isInGame() {
        return isInGame;
    }

    @Override
    public Announcement announcement() {
        return isAnnounced ? Announcement.ANNOUNCED : Announcement.NOT_ANNOUNCED;
    }

    @Override
    public void send(byte[] content) {
        System.out.println("send " + name + " " + Base64.getEncoder().encodeToString(content));
    }
}
