package dev.tapedeck.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.matrix.KindLists;
import dev.tapedeck.provider.Manifest;
import dev.tapedeck.provider.Manifests;
import dev.tapedeck.runtime.ItemKind;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.StringEntry;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What ARCHITECTURE.md says about the code, held by the build. Sees the classes of all three modules. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.tapedeck");
    private static final List<String> MODULES = List.of("recorder", "replayer", "inspector");
    private static final Set<String> PROVIDERS = Set.of("codex", "claude", "opencode", "cursor", "pi", "gemini");

    @Test
    void every_class_is_in_one_of_the_three_modules() {
        assertEquals(
                Set.copyOf(MODULES),
                CLASSES.stream().map(ArchitectureTest::moduleOf).collect(Collectors.toSet()));
    }

    @Test
    void modules_depend_on_those_to_their_left_only() {
        List<String> wrong = new ArrayList<>();
        for (JavaClass each : CLASSES) {
            each.getDirectDependenciesFromSelf().stream()
                    .filter(dependency -> CLASSES.contain(dependency.getTargetClass().getName()))
                    .filter(dependency -> MODULES.indexOf(moduleOf(dependency.getTargetClass()))
                            > MODULES.indexOf(moduleOf(each)))
                    .forEach(dependency -> wrong.add(dependency.getDescription()));
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void no_package_lies_in_two_modules() {
        TreeMap<String, Set<String>> modules = new TreeMap<>();
        for (JavaClass each : CLASSES) {
            modules.computeIfAbsent(each.getPackageName(), key -> new TreeSet<>()).add(moduleOf(each));
        }
        modules.values().removeIf(in -> in.size() == 1);
        assertEquals(new TreeMap<>(), modules);
    }

    @Test
    void packages_are_free_of_cycles() {
        slices().matching("dev.tapedeck.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void a_native_name_or_a_provider_id_stands_in_rule_books_and_data_only() throws IOException {
        Set<String> names = nativeNames();
        assertTrue(names.contains("item/agentMessage/delta") && names.contains("codex"), "the lists were read");
        List<String> found = new ArrayList<>();
        int literals = 0;
        for (JavaClass each : CLASSES) {
            for (String literal : stringLiterals(each)) {
                literals++;
                if (names.contains(literal) && !maySay(each, literal)) {
                    found.add(each.getName() + ": \"" + literal + "\"");
                }
            }
        }
        assertTrue(literals > 500, "literals are seen");
        assertEquals(List.of(), found);
    }

    @Test
    void the_replayer_reads_no_clock_and_draws_no_lots() {
        noClasses()
                .that(new InModule("replayer"))
                .should().callMethod(System.class, "currentTimeMillis")
                .orShould().callMethod(System.class, "nanoTime")
                .orShould().callMethod(Instant.class, "now")
                .orShould().callMethod(LocalDateTime.class, "now")
                .orShould().callMethod(Clock.class, "systemUTC")
                .orShould().callMethod(Clock.class, "systemDefaultZone")
                .orShould().callMethod(Math.class, "random")
                .orShould().callMethod(UUID.class, "randomUUID")
                .orShould().callMethod(Thread.class, "sleep", long.class)
                .orShould().dependOnClassesThat().areAssignableTo(Random.class)
                .orShould().dependOnClassesThat().areAssignableTo(ThreadLocalRandom.class)
                .check(CLASSES);
    }

    @Test
    void S25_the_inspector_has_no_code_that_could_start_a_process() {
        noClasses()
                .that().resideInAPackage("dev.tapedeck.inspect..")
                .should().dependOnClassesThat().areAssignableTo(ProcessBuilder.class)
                .orShould().dependOnClassesThat().areAssignableTo(Process.class)
                .orShould().dependOnClassesThat().areAssignableTo(Runtime.class)
                .orShould().dependOnClassesThat().areAssignableTo(java.awt.Desktop.class)
                .orShould().dependOnClassesThat().resideInAPackage("dev.tapedeck.recorder..")
                .check(CLASSES);
    }

    @Test
    void S26_the_inspector_has_no_code_that_could_call_out() {
        noClasses()
                .that().resideInAPackage("dev.tapedeck.inspect..")
                .should().dependOnClassesThat().areAssignableTo(java.net.Socket.class)
                .orShould().dependOnClassesThat().areAssignableTo(java.net.http.HttpClient.class)
                .orShould().dependOnClassesThat().areAssignableTo(java.net.URLConnection.class)
                .orShould().callMethod(java.net.URL.class, "openStream")
                .orShould().callMethod(java.net.URL.class, "openConnection")
                .check(CLASSES);
    }

    @Test
    void every_package_says_that_null_is_the_exception() {
        List<String> unmarked = StreamSupport.stream(CLASSES.spliterator(), false)
                .map(JavaClass::getPackage)
                .distinct()
                .filter(each -> !each.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .sorted()
                .toList();
        assertEquals(List.of(), unmarked);
    }

    @Test
    void names_say_a_role() {
        for (JavaClass each : CLASSES) {
            assertFalse(
                    Arrays.stream(each.getPackageName().split("\\."))
                            .anyMatch(Set.of("util", "utils", "common", "misc", "helper", "manager")::contains),
                    each.getName());
            assertFalse(each.getSimpleName().matches(".*(Util|Utils|Manager|Helper|Common)"), each.getName());
        }
    }

    /** Rule books say what they match; the scripted model speaks APIs of models, from which wires took some words. */
    private static boolean maySay(JavaClass each, String literal) {
        boolean ofModel = each.getPackageName().equals("dev.tapedeck.lab.model") && !PROVIDERS.contains(literal);
        return ofModel || each.getPackageName().startsWith("dev.tapedeck.wire.");
    }

    /**
     * Method names and item types that the vendors list, and provider ids; without plain words, and without those that
     * are words of our own vocabularies too.
     */
    private static Set<String> nativeNames() {
        Set<String> names = KindLists.all().stream()
                .flatMap(list -> list.kinds().stream())
                .flatMap(kind -> Arrays.stream(kind.split(":")))
                .filter(name -> name.matches(".*[/A-Z_].*"))
                .collect(Collectors.toCollection(TreeSet::new));
        Arrays.stream(ItemType.values()).map(ItemType::word).forEach(names::remove);
        Arrays.stream(ItemKind.values()).map(ItemKind::word).forEach(names::remove);
        Arrays.stream(ToolKind.values()).map(ToolKind::word).forEach(names::remove);
        Manifests.all().stream().map(Manifest::provider).forEach(names::add);
        names.addAll(PROVIDERS);
        return names;
    }

    private static List<String> stringLiterals(JavaClass each) throws IOException {
        try (InputStream in = each.getSource().orElseThrow().getUri().toURL().openStream()) {
            List<String> literals = new ArrayList<>();
            ClassFile.of().parse(in.readAllBytes()).constantPool().forEach(entry -> {
                if (entry instanceof StringEntry literal) {
                    literals.add(literal.stringValue());
                }
            });
            return literals;
        }
    }

    private static String moduleOf(JavaClass each) {
        String uri = each.getSource().orElseThrow().getUri().toString();
        return MODULES.stream()
                .filter(module -> uri.contains("/" + module + "/target/") || uri.contains("tapedeck-" + module))
                .findFirst()
                .orElse(uri.contains("/tapedeck.jar!") ? "inspector" : uri);
    }

    private static final class InModule extends DescribedPredicate<JavaClass> {
        private final String module;

        InModule(String module) {
            super("classes of the " + module);
            this.module = module;
        }

        @Override
        public boolean test(JavaClass each) {
            return moduleOf(each).equals(module);
        }
    }
}
