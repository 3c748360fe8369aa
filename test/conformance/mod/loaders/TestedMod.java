package loaders;

import io.github.featurecontrol.sdk.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;

/**
 * The mod of docs/mods.md in a fake game. It reads lines: {@code tick <ms> <announced> <in the game>} sets
 * the clock and the state of the connection, and {@code receive <base64>} is a message from the server. It
 * answers each line with the messages that the game has sent since, in base64, separated by spaces.
 */
final class TestedMod {
    private static final FakeGame GAME = new Game();

    public static void main(String[] entryPoint) throws IOException, ReflectiveOperationException {
        GAME.start("io");
        Object mod = Class.forName(entryPoint[0]).getConstructor().newInstance();
        // NeoForge calls the constructor only.
        if (entryPoint.length > 1) mod.getClass().getMethod(entryPoint[1]).invoke(mod);
        GAME.connect("play.example.org", false);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        boolean isAnnounced = false;
        boolean isInGame = false;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("receive")) {
                GAME.receive(words.length < 2 ? new byte[0] : Base64.getDecoder().decode(words[1]));
            } else {
                Clock.nowMs = Long.parseLong(words[1]);
                if (!isAnnounced && Boolean.parseBoolean(words[2])) GAME.register(GAME.channel());
                if (!isInGame && Boolean.parseBoolean(words[3])) GAME.joinGame();
                isAnnounced |= Boolean.parseBoolean(words[2]);
                isInGame |= Boolean.parseBoolean(words[3]);
                GAME.tick();
            }
            System.out.println(GAME.takeSent().stream()
                .map(text -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining(" ")));
        }
    }
}
