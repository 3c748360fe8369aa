package loaders;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Records the messages that a fake game sends to the server. */
public final class Wire {

    private final List<String> sent = new ArrayList<>();

    public void send(byte[] content) {
        sent.add(new String(content, StandardCharsets.UTF_8));
    }

    public List<String> takeSent() {
        List<String> taken = new ArrayList<>(sent);
        sent.clear();
        return taken;
    }
}
