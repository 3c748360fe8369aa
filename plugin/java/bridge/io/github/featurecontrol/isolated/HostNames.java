package io.github.featurecontrol.isolated;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.CompositeNameResolver;
import io.netty.resolver.DefaultHostsFileEntriesResolver;
import io.netty.resolver.DefaultNameResolver;
import io.netty.resolver.NameResolver;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import java.net.InetAddress;

/**
 * Resolves the host names of Redis again for each connection, as a failover may move them. Netty by itself
 * reads the hosts file once, and the JVM caches addresses for 30 seconds, or as long as a setting of the whole
 * JVM says; the JVM is only asked for names that neither the hosts file nor DNS knows.
 */
public final class HostNames extends DnsAddressResolverGroup {

    /** A cluster opens many connections at a time. */
    private static final int MAX_TTL_SECONDS = 1;

    public HostNames() {
        super(
            new DnsNameResolverBuilder()
                .datagramChannelType(NioDatagramChannel.class)
                .socketChannelType(NioSocketChannel.class)
                .hostsFileEntriesResolver((name, types) ->
                    new DefaultHostsFileEntriesResolver().address(name, types)
                )
                .ttl(0, MAX_TTL_SECONDS)
        );
    }

    @Override
    @SuppressWarnings("unchecked") // the array of resolvers
    protected NameResolver<InetAddress> newNameResolver(
        EventLoop loop,
        ChannelFactory<? extends DatagramChannel> channels,
        DnsServerAddressStreamProvider servers
    ) throws Exception {
        NameResolver<InetAddress> dns = super.newNameResolver(loop, channels, servers);
        return new CompositeNameResolver<>(loop, dns, new DefaultNameResolver(loop));
    }
}
