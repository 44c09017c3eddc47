package dev.tapedeck.torture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Loads every class of Tapedeck anew, those of a mutant's file from its broken source. */
final class MutantLoader extends ClassLoader {
    private static final String OURS = "dev.tapedeck.";

    private final Map<String, byte[]> broken;

    MutantLoader(Mutant mutant) throws IOException {
        super(MutantLoader.class.getClassLoader());
        broken = compiled(mutant);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : name.startsWith(OURS) ? defined(name) : super.loadClass(name, resolve);
        }
    }

    private Class<?> defined(String name) throws ClassNotFoundException {
        byte[] code = broken.get(name);
        try (InputStream sound = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (code == null && sound == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = code == null ? sound.readAllBytes() : code;
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static Map<String, byte[]> compiled(Mutant mutant) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> written = new HashMap<>();
        try (JavaFileManager files = new InMemory(compiler.getStandardFileManager(null, null, null), written)) {
            List<String> options =
                    List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
            if (!compiler.getTask(null, files, null, options, null, List.of(new Source(mutant))).call()) {
                throw new AssertionError(mutant.name() + ": the broken " + mutant.file() + " does not compile");
            }
        }
        Map<String, byte[]> classes = new HashMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Mutant mutant) throws IOException {
            super(URI.create("string:///dev/tapedeck/" + mutant.file()), Kind.SOURCE);
            text = mutant.source();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written;

        InMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> written) {
            super(files);
            this.written = written;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return written.computeIfAbsent(className, unused -> new ByteArrayOutputStream());
                }
            };
        }
    }
}
