import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Selects the copy of the library that a loader keeps of two mods which nest different versions. Modelled on
 * FabricMC/fabric-loader, src/main/java/net/fabricmc/loader/impl/discovery/ModPrioSorter.java, branch master
 * (a16c6d6), and neoforged/JarJar, selector/src/main/java/net/neoforged/jarjar/selection/JarSelector.java,
 * branch main (292269f), which Forge includes from 1.18.2 on.
 */
final class Nesting {
    private static final String GROUP = "io.github.featurecontrol";
    private static final String FABRIC = "fabric.mod.json";
    private static final String JAR_JAR = "META-INF/jarjar/metadata.json";
    private static final List<String> TOMLS = List.of("META-INF/mods.toml", "META-INF/neoforge.mods.toml");

    private final String artifact;

    Nesting(String artifact) {
        this.artifact = artifact;
    }

    /** Returns whether the part's loader supports nested jars. */
    static boolean isNested(Map<String, byte[]> part) {
        return part.containsKey(FABRIC) || TOMLS.stream().anyMatch(part::containsKey);
    }

    /** Returns the copy that the loader keeps, which must not depend on the order of the mods. */
    Map<String, byte[]> keep(List<Map<String, byte[]>> copies) throws IOException {
        List<Map<String, byte[]>> mods = new ArrayList<>();
        for (Map<String, byte[]> copy : copies) mods.add(modWith(copy));
        Map<String, byte[]> kept = select(mods);
        List<Map<String, byte[]>> reversed = List.of(mods.get(1), mods.get(0));
        if (!versionOf(select(reversed)).equals(versionOf(kept)))
            throw new AssertionError("the selection depends on the order of the mods");
        return kept;
    }

    /** Builds the jar of a mod, as Loom, NeoGradle, ModDevGradle and ForgeGradle do with docs/mods.md. */
    private Map<String, byte[]> modWith(Map<String, byte[]> copy) throws IOException {
        String version = versionOf(copy);
        Map<String, byte[]> mod = new LinkedHashMap<>();
        boolean isFabric = copy.containsKey(FABRIC);
        String path = (isFabric ? "META-INF/jars/" : "META-INF/jarjar/") + artifact + '-' + version + ".jar";
        String metadata = isFabric
            ? "{\"schemaVersion\":1,\"id\":\"mod\",\"version\":\"1\",\"jars\":[{\"file\":\"" + path + "\"}]}"
            : "{\"jars\":[{\"identifier\":{\"group\":\"" + GROUP + "\",\"artifact\":\"" + artifact
                + "\"},\"version\":{\"range\":\"[" + version + ",)\",\"artifactVersion\":\"" + version
                + "\"},\"path\":\"" + path + "\"}]}";
        mod.put(isFabric ? FABRIC : JAR_JAR, metadata.getBytes(StandardCharsets.UTF_8));
        mod.put(path, Jars.pack(copy));
        return mod;
    }

    private static Map<String, byte[]> select(List<Map<String, byte[]>> mods) throws IOException {
        return mods.get(0).containsKey(FABRIC) ? selectForFabric(mods) : selectByRanges(mods);
    }

    /** Selects the highest version. */
    private static Map<String, byte[]> selectForFabric(List<Map<String, byte[]>> mods) throws IOException {
        Map<String, List<Map<String, byte[]>>> byId = new LinkedHashMap<>();
        for (Map<String, byte[]> mod : mods)
            for (JsonElement each : json(mod.get(FABRIC)).getAsJsonArray("jars")) {
                byte[] jar = mod.get(each.getAsJsonObject().get("file").getAsString());
                Map<String, byte[]> nested = Jars.read(jar);
                String id = json(nested.get(FABRIC)).get("id").getAsString();
                byId.computeIfAbsent(id, absent -> new ArrayList<>()).add(nested);
            }
        if (byId.size() != 1) throw new AssertionError("copies with several ids: " + byId.keySet());
        List<Map<String, byte[]>> candidates = byId.values().iterator().next();
        candidates.sort(Comparator.comparing(Nesting::versionOf).reversed());
        return candidates.get(0);
    }

    /** Selects the first copy whose version is in the ranges of all mods. */
    private static Map<String, byte[]> selectByRanges(List<Map<String, byte[]>> mods) throws IOException {
        String lowest = "";
        for (Map<String, byte[]> mod : mods)
            for (JsonElement each : jarsIn(mod)) {
                String range = version(each).get("range").getAsString();
                String bound = range.substring(1, range.indexOf(','));
                if (bound.compareTo(lowest) > 0) lowest = bound;
            }
        for (Map<String, byte[]> mod : mods)
            for (JsonElement each : jarsIn(mod))
                if (version(each).get("artifactVersion").getAsString().compareTo(lowest) >= 0) {
                    byte[] jar = mod.get(each.getAsJsonObject().get("path").getAsString());
                    return Jars.read(jar);
                }
        throw new AssertionError("no copy is in the ranges of all mods");
    }

    private static JsonArray jarsIn(Map<String, byte[]> mod) {
        return json(mod.get(JAR_JAR)).getAsJsonArray("jars");
    }

    private static JsonObject version(JsonElement jar) {
        return jar.getAsJsonObject().getAsJsonObject("version");
    }

    /** Returns the version in a copy's metadata. */
    static String versionOf(Map<String, byte[]> copy) {
        if (copy.containsKey(FABRIC)) return json(copy.get(FABRIC)).get("version").getAsString();
        String toml = TOMLS.stream().filter(copy::containsKey).findFirst().orElseThrow();
        Matcher matcher = Pattern.compile("(?m)^version = \"(\\d+\\.\\d+\\.\\d+)\"$").matcher(
            new String(copy.get(toml), StandardCharsets.UTF_8));
        if (!matcher.find()) throw new AssertionError("no version in " + toml);
        return matcher.group(1);
    }

    private static JsonObject json(byte[] text) {
        return new JsonParser().parse(new String(text, StandardCharsets.UTF_8)).getAsJsonObject();
    }
}
