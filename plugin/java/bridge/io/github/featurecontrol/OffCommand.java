package io.github.featurecontrol;

import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.SimpleCommand;

/**
 * The command of a plugin that is off, whatever its arguments are. The script registers the full command,
 * with the same name and permission, once it has started.
 */
record OffCommand(String reason) implements SimpleCommand {
    void register(Object plugin, CommandManager commands) {
        commands.register(commands.metaBuilder("featurecontrol").plugin(plugin).build(), this);
    }

    @Override
    public void execute(Invocation invocation) {
        invocation.source().sendPlainMessage("feature-control is off: " + reason);
    }

    @Override
    public boolean hasPermission(Invocation invocation) {
        return invocation.source().hasPermission("featurecontrol.command.status");
    }
}
