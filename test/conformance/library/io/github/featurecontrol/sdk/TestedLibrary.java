package io.github.featurecontrol.sdk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A client with a mod that uses the library. It reads lines: {@code tick <ms> <announced> <in the game>} sets
 * the clock and the state of the connection, and {@code receive <base64>} is a message from the server. It
 * answers each line with the messages that the library has sent since, in base64, separated by spaces.
 */
final class TestedLibrary implements Transport {
    private final Object connection = new Object();
    private final List<String> sent = new ArrayList<>();
    private long nowMs;
    private boolean isAnnounced;
    private boolean isInGame;

    public static void main(String[] args) throws IOException {
        new TestedLibrary().run(new BufferedReader(new InputStreamReader(System.in)));
    }

    private void run(BufferedReader lines) throws IOException {
        Registry registry = new Registry(new ConcurrentHashMap<>());
        Core core = new Core(registry, this, () -> nowMs);
        registry.claim(core);
        new ModBuilder("my-mod", registry).feature("fly").feature("minimap").register();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("receive")) {
                core.receive(connection, words.length < 2 ? new byte[0] : Base64.getDecoder().decode(words[1]));
            } else {
                nowMs = Long.parseLong(words[1]);
                isAnnounced = Boolean.parseBoolean(words[2]);
                isInGame = Boolean.parseBoolean(words[3]);
                core.tick();
            }
            System.out.println(String.join(" ", sent));
            sent.clear();
        }
    }

    @Override
    public Object connection() {
        return connection;
    }

    @Override
    public String network() {
        return "example.org";
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
        sent.add(Base64.getEncoder().encodeToString(content));
    }
}
