package standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.permission.Tristate;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import standin.players.HostedServerConnection;
import standin.players.MessageOutcome;
import standin.players.PlayerSession;

/** Operations of the stand-in's driver on players and commands. */
final class Operations implements Function<JsonObject, CompletableFuture<JsonElement>> {

    private static final String FIRST_SERVER = "lobby";

    private final HostedProxy proxy;
    private final Function<JsonObject, CompletableFuture<JsonElement>> otherOperations;

    Operations(HostedProxy proxy, Function<JsonObject, CompletableFuture<JsonElement>> otherOperations) {
        this.proxy = proxy;
        this.otherOperations = otherOperations;
    }

    @Override
    public CompletableFuture<JsonElement> apply(JsonObject request) {
        return switch (request.get("op").getAsString()) {
            case "join" -> withoutResult(join(request));
            case "finishConfiguration" -> withoutResult(session(request).finishConfiguration());
            case "arrive" -> withoutResult(session(request).arrive());
            case "startSwitch" -> withoutResult(
                session(request).startSwitch(proxy.server(text(request, "server")))
            );
            case "startReconfiguration" -> withoutResult(session(request).startReconfiguration());
            case "acknowledgeConfiguration" -> withoutResult(session(request).acknowledgeConfiguration());
            case "send" -> outcome(session(request).send(text(request, "channel"), bytes(request)));
            case "backendSends" -> outcome(
                session(request).backendSends(text(request, "channel"), bytes(request))
            );
            case "backendState" -> withoutResult(backendState(request));
            case "disconnect" -> withoutResult(disconnect(request));
            case "permit" -> withoutResult(permit(request));
            case "failPermissions" -> withoutResult(failPermissions(request));
            case "locale" -> withoutResult(locale(request));
            case "command" -> proxy
                .commands()
                .executeAsync(source(request), text(request, "line"))
                .thenApply(JsonPrimitive::new);
            case "suggest" -> proxy
                .commands()
                .suggest(source(request), text(request, "line"))
                .thenApply(Operations::array);
            default -> otherOperations.apply(request);
        };
    }

    private CompletableFuture<Void> join(JsonObject request) {
        PlayerSession session = proxy.connect(
            text(request, "name"),
            uuid(request),
            request.get("protocol").getAsInt()
        );
        return session.logIn(proxy.server(FIRST_SERVER));
    }

    private CompletableFuture<Void> disconnect(JsonObject request) {
        session(request).player().close("the client left");
        return CompletableFuture.completedFuture(null);
    }

    /** Sets the state of the player's connection: the current one, otherwise the one being made. */
    private CompletableFuture<Void> backendState(JsonObject request) {
        ProtocolState state = ProtocolState.valueOf(text(request, "state"));
        PlayerSession session = session(request);
        HostedServerConnection connected = session.player().connected();
        (connected == null ? session.player().inFlight() : connected).setState(state);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> permit(JsonObject request) {
        Tristate value = Tristate.valueOf(text(request, "value").toUpperCase(Locale.ROOT));
        session(request).player().setPermission(text(request, "permission"), value);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> failPermissions(JsonObject request) {
        session(request).player().failPermissions();
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> locale(JsonObject request) {
        session(request)
            .player()
            .setLocale(Locale.forLanguageTag(text(request, "locale")));
        return CompletableFuture.completedFuture(null);
    }

    private CommandSource source(JsonObject request) {
        return request.has("player") ? session(request).player() : proxy.console();
    }

    private PlayerSession session(JsonObject request) {
        return proxy.session(uuid(request));
    }

    static UUID uuid(JsonObject request) {
        return UUID.fromString(text(request, "player"));
    }

    static String text(JsonObject request, String member) {
        return request.get(member).getAsString();
    }

    static byte[] bytes(JsonObject request) {
        return Base64.getDecoder().decode(text(request, "data"));
    }

    static CompletableFuture<JsonElement> withoutResult(CompletableFuture<?> done) {
        return done.thenApply(unused -> null);
    }

    private static JsonElement array(List<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return array;
    }

    private static CompletableFuture<JsonElement> outcome(CompletableFuture<MessageOutcome> decided) {
        return decided.thenApply(outcome -> new JsonPrimitive(outcome.name().toLowerCase(Locale.ROOT)));
    }
}
