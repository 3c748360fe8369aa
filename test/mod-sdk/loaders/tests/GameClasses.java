import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;

/** The classes of a game, in which those of the library exist twice: relocated, {@code io} is {@code aa}. */
final class GameClasses extends URLClassLoader {

    GameClasses(URL[] urls) {
        super(urls, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith("aa.")) return super.findClass(name);
        String original = name.replaceFirst("aa", "io").replace('.', '/') + ".class";
        try (InputStream input = getResourceAsStream(original)) {
            byte[] relocated = new String(input.readAllBytes(), StandardCharsets.ISO_8859_1)
                .replace("io/github/", "aa/github/")
                .replace("io.github.", "aa.github.")
                .getBytes(StandardCharsets.ISO_8859_1);
            return defineClass(name, relocated, 0, relocated.length);
        } catch (IOException cause) {
            throw new ClassNotFoundException(name, cause);
        }
    }
}
