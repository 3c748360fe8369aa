package loaders;

import io.github.featurecontrol.sdk.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;

/**
 * The mod of docs/mods.md in a fake game. It reads lines: {@code announce}, {@code join}, {@code tick <ms>}
 * with the time, and {@code receive <base64>} with a message from the server. It answers each line with the
 * messages that the game has sent since, in base64, separated by spaces.
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
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("announce")) GAME.register(GAME.channel());
            else if (words[0].equals("join")) GAME.joinGame();
            else if (words[0].equals("receive")) GAME.receive(Base64.getDecoder().decode(line.substring(8)));
            else tick(Long.parseLong(words[1]));
            System.out.println(
                GAME.takeSent()
                    .stream()
                    .map(text -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                    .collect(Collectors.joining(" "))
            );
        }
    }

    private static void tick(long nowMs) {
        Clock.nowMs = nowMs;
        GAME.tick();
    }
}
