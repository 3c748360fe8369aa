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
import standin.players.Fate;
import standin.players.HostedServerConnection;
import standin.players.Journey;

/** What the driver of the stand-in can ask for, about players and commands. */
final class Operations implements Function<JsonObject, CompletableFuture<JsonElement>> {
    private static final String FIRST_SERVER = "lobby";

    private final HostedProxy proxy;
    private final Function<JsonObject, CompletableFuture<JsonElement>> others;

    Operations(HostedProxy proxy, Function<JsonObject, CompletableFuture<JsonElement>> others) {
        this.proxy = proxy;
        this.others = others;
    }

    @Override
    public CompletableFuture<JsonElement> apply(JsonObject request) {
        return switch (request.get("op").getAsString()) {
            case "join" -> nothing(join(request));
            case "finishConfiguration" -> nothing(journey(request).finishConfiguration());
            case "arrive" -> nothing(journey(request).arrive());
            case "setOut" -> nothing(journey(request).setOut(proxy.server(text(request, "server"))));
            case "send" -> fate(journey(request).send(text(request, "channel"), bytes(request)));
            case "backendSends" -> fate(journey(request).backendSends(text(request, "channel"), bytes(request)));
            case "backendState" -> nothing(backendState(request));
            case "disconnect" -> nothing(disconnect(request));
            case "permit" -> nothing(permit(request));
            case "failPermissions" -> nothing(failPermissions(request));
            case "locale" -> nothing(locale(request));
            case "command" -> proxy.commands().executeAsync(source(request), text(request, "line"))
                    .thenApply(JsonPrimitive::new);
            case "suggest" -> proxy.commands().suggest(source(request), text(request, "line")).thenApply(Operations::array);
            case "announcedCommands" ->
                    CompletableFuture.completedFuture(array(proxy.commands().announced(source(request))));
            default -> others.apply(request);
        };
    }

    private CompletableFuture<Void> join(JsonObject request) {
        Journey journey = proxy.connect(
                text(request, "name"), uuid(request), request.get("protocol").getAsInt());
        return journey.logIn(proxy.server(FIRST_SERVER));
    }

    private CompletableFuture<Void> disconnect(JsonObject request) {
        journey(request).player().close("the client left");
        return CompletableFuture.completedFuture(null);
    }

    /** Both of the connections that a player can have, whichever there are. */
    private CompletableFuture<Void> backendState(JsonObject request) {
        ProtocolState state = ProtocolState.valueOf(text(request, "state"));
        Journey journey = journey(request);
        HostedServerConnection connected = journey.player().connected();
        (connected == null ? journey.player().inFlight() : connected).setState(state);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> permit(JsonObject request) {
        Tristate value = Tristate.valueOf(text(request, "value").toUpperCase(Locale.ROOT));
        journey(request).player().setPermission(text(request, "permission"), value);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> failPermissions(JsonObject request) {
        journey(request).player().failPermissions();
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> locale(JsonObject request) {
        journey(request).player().setLocale(Locale.forLanguageTag(text(request, "locale")));
        return CompletableFuture.completedFuture(null);
    }

    private CommandSource source(JsonObject request) {
        return request.has("player") ? journey(request).player() : proxy.getConsoleCommandSource();
    }

    private Journey journey(JsonObject request) {
        return proxy.journey(uuid(request));
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

    static CompletableFuture<JsonElement> nothing(CompletableFuture<?> done) {
        return done.thenApply(unused -> null);
    }

    private static JsonElement array(List<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return array;
    }

    private static CompletableFuture<JsonElement> fate(CompletableFuture<Fate> decided) {
        return decided.thenApply(fate -> new JsonPrimitive(fate.name().toLowerCase(Locale.ROOT)));
    }
}
