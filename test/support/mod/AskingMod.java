import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.example.mymod.FeatureCheck;

/**
 * A mod that is played by lines of its standard input, each answered with one line: what it sends, or whether
 * it hides a feature.
 */
public final class AskingMod {
    private AskingMod() {}

    public static void main(String[] features) throws IOException {
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        FeatureCheck check = new FeatureCheck("my-mod", Arrays.asList(features));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) out.println(answerTo(line, check));
    }

    private static String answerTo(String line, FeatureCheck check) {
        String[] words = line.split(" ", 2);
        StringBuilder answer = new StringBuilder();
        switch (words[0]) {
            case "tick":
                check.tick(Long.parseLong(words[1]), true, true, content -> answer.append(new String(content, StandardCharsets.UTF_8)));
                break;
            case "unannounced":
                check.tick(Long.parseLong(words[1]), true, false, content -> answer.append("asked"));
                break;
            case "not-in-game":
                check.tick(Long.parseLong(words[1]), false, true, content -> answer.append("asked"));
                break;
            case "receive":
                check.receive(words[1].getBytes(StandardCharsets.UTF_8));
                break;
            case "hides":
                answer.append(check.isBlocked(words[1]));
                break;
            case "ask-again":
                check.askAgain();
                break;
            case "forget":
                check.forget();
                break;
            default:
                throw new IllegalArgumentException(line);
        }
        return answer.toString();
    }
}
