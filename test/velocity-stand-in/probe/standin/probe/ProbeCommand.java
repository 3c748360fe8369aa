package standin.probe;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.arguments.StringArgumentType;
import com.velocitypowered.api.command.BrigadierCommand;
import com.velocitypowered.api.proxy.ProxyServer;
import java.util.List;

/** {@code probe say <words…>} and {@code probe pick <colour>}; the second needs a permission. */
final class ProbeCommand {
    private static final List<String> COLOURS = List.of("red", "green", "grey");

    private ProbeCommand() {
    }

    static void register(ProxyServer proxy, Object plugin) {
        BrigadierCommand command = new BrigadierCommand(BrigadierCommand.literalArgumentBuilder("probe")
                .then(BrigadierCommand.literalArgumentBuilder("say")
                        .then(BrigadierCommand.requiredArgumentBuilder("words", StringArgumentType.greedyString())
                                .executes(context -> {
                                    context.getSource().sendPlainMessage(
                                            StringArgumentType.getString(context, "words"));
                                    return Command.SINGLE_SUCCESS;
                                })))
                .then(BrigadierCommand.literalArgumentBuilder("pick")
                        .requires(source -> source.hasPermission("probe.pick"))
                        .then(BrigadierCommand.requiredArgumentBuilder("colour", StringArgumentType.word())
                                .suggests((context, builder) -> {
                                    COLOURS.stream()
                                            .filter(colour -> colour.startsWith(builder.getRemainingLowerCase()))
                                            .forEach(builder::suggest);
                                    return builder.buildFuture();
                                })
                                .executes(context -> {
                                    context.getSource().sendPlainMessage(
                                            "picked " + StringArgumentType.getString(context, "colour"));
                                    return Command.SINGLE_SUCCESS;
                                }))));
        proxy.getCommandManager().register(
                proxy.getCommandManager().metaBuilder(command).aliases("pr").plugin(plugin).build(), command);
    }
}
