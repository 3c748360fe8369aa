import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Reads and writes jars as maps of their files. */
final class Jars {
    private Jars() {}

    static Map<String, byte[]> read(byte[] jar) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar));
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry())
            if (!entry.isDirectory()) files.put(entry.getName(), zip.readAllBytes());
        return files;
    }

    static byte[] pack(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(jar)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return jar.toByteArray();
    }

    /**
     * Replaces a text in all files and their names.
     *
     * @param replacement must have the same length in bytes as the text, because class files are included
     */
    static Map<String, byte[]> replace(Map<String, byte[]> files, String text, String replacement) {
        Map<String, byte[]> replaced = new LinkedHashMap<>();
        files.forEach((name, content) -> {
            String latin = new String(content, StandardCharsets.ISO_8859_1);
            byte[] changed = latin.replace(text, replacement).getBytes(StandardCharsets.ISO_8859_1);
            replaced.put(name.replace(text, replacement), changed);
        });
        return replaced;
    }
}
