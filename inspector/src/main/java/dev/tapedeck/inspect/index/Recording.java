package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.Header;
import java.nio.file.Path;

/**
 * A recording under the inspected folder.
 *
 * @param id id in addresses: a hash of what its header says for good, so that links work on another machine and stay
 *     when the recorder completes the header; of a file without a header, the hash of its first line and its name
 * @param name path below the folder, with {@code /} between its parts
 * @param headerless whether it is raw provider output and no recording of ours
 * @param growing whether somebody still writes it: it grew while it was watched, and has no end
 */
public record Recording(
        String id, String name, Path path, Header header, boolean headerless, FileStamp stamp, boolean growing) {

    /** What people call it: the scenario's name, else the file's. */
    public String title() {
        String scenario = header.scenario();
        return scenario == null || scenario.isBlank() ? name : scenario;
    }

    /** Whether its recorder stopped before it could close the file; of a packed file that is not known. */
    public boolean truncated() {
        return !headerless && !growing && !stamp.hasEnd() && !name.endsWith(".gz");
    }

    /** The folder that it lies in, below the inspected one, which is the scenario of its goldens. */
    public String scenarioFolder() {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? name : name.substring(0, slash);
    }
}
