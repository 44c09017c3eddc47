package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.SessionPayload.SessionStarted;
import dev.tapedeck.canonical.SessionPayload.SessionStateChanged;
import dev.tapedeck.canonical.SessionState;
import dev.tapedeck.canonical.TelemetryPayload.McpStatusUpdated;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import java.util.Set;

/** What the server tells of itself and of the workspace, beside any session. */
final class ServerRules {
    private ServerRules() {}

    static void rules(RuleBook.Builder book) {
        book.map("server.connected", SESSION, EventType.SESSION_STARTED, ServerRules::connected)
                .map("server.instance.disposed", OTHER, EventType.SESSION_STATE_CHANGED, ServerRules::disposed)
                .map("global.disposed", OTHER, EventType.SESSION_STATE_CHANGED, ServerRules::disposed)
                .map("mcp.tools.changed", Concept.MCP, EventType.MCP_STATUS_UPDATED, ServerRules::toolsChanged)
                .map("GET /mcp#result", Concept.MCP, EventType.MCP_STATUS_UPDATED, ServerRules::servers)
                .map("POST /mcp#result", Concept.MCP, EventType.MCP_STATUS_UPDATED, ServerRules::servers)
                .map("POST /mcp/{name}/connect#result", Concept.MCP, Set.of(), (frame, out) ->
                        new McpServers(out.scratch()).remember(frame.parameter("name")))
                .map("GET /config#result", Concept.MCP, Set.of(), ServerRules::configured)
                .map("PATCH /config#result", Concept.MCP, Set.of(), ServerRules::configured)
                .map("mcp.browser.open.failed", Concept.MCP, EventType.RUNTIME_WARNING, ServerRules::noBrowser)
                .map("workspace.failed", OTHER, EventType.RUNTIME_WARNING, ServerRules::failed)
                .map("worktree.failed", OTHER, EventType.RUNTIME_WARNING, ServerRules::failed)
                .drop("server.heartbeat", "tells that the stream lives, and nothing else")
                .duplicate("command.executed", "the turn that the command began")
                .drop("file.edited", "tools tell what they change; no host state depends on it")
                .drop("file.watcher.updated", "what changes in the folder; no host state depends on it")
                .drop("vcs.branch.updated", "the folder's branch; no host state depends on it")
                .drop("lsp.updated", "the vendor's language servers; no host state depends on it")
                .drop("lsp.client.diagnostics", "the vendor's language servers; no host state depends on it")
                .drop("project.updated", "the vendor's list of projects; no host state depends on it")
                .drop("project.directories.updated", "the vendor's list of projects; no host state depends on it")
                .drop("workspace.ready", "the vendor's list of workspaces; no host state depends on it")
                .drop("workspace.status", "the vendor's list of workspaces; no host state depends on it")
                .drop("worktree.ready", "the vendor's list of work trees; no host state depends on it")
                .drop("plugin.added", "what the server has loaded; the session's own tools are told by their calls")
                .drop("catalog.updated", "which models can be chosen; the session tells the one that it uses")
                .drop("models-dev.refreshed", "which models can be chosen; the session tells the one that it uses")
                .drop("reference.updated", "where the vendor keeps references; no host state depends on it")
                .drop("integration.updated", "which vendors can be logged in to; no host state depends on it")
                .drop("integration.connection.updated", "which vendors are logged in to; no session is named")
                .drop("installation.updated", "the program replaced itself; the running one stays as it is")
                .drop("installation.update-available", "there is a newer program; the running one stays as it is")
                .drop("pty.created", "a terminal of the user's own, beside any session")
                .drop("pty.updated", "a terminal of the user's own, beside any session")
                .drop("pty.exited", "a terminal of the user's own, beside any session")
                .drop("pty.deleted", "a terminal of the user's own, beside any session")
                .drop("tui.prompt.append", "steers the vendor's own terminal window")
                .drop("tui.command.execute", "steers the vendor's own terminal window")
                .drop("tui.toast.show", "steers the vendor's own terminal window")
                .drop("tui.session.select", "steers the vendor's own terminal window");
    }

    /** A stream that is opened anew is no new session. */
    private static void connected(FrameView frame, Emitter out) {
        if (out.scratch().get("connected") == null) {
            out.scratch().put("connected", EventJson.object());
            out.emit(new SessionStarted(null, null));
        }
    }

    private static void toolsChanged(FrameView frame, Emitter out) {
        String server = frame.optionalText("/server");
        if (server != null) {
            new McpServers(out.scratch()).remember(server);
        }
        out.emit(new McpStatusUpdated(frame.node("")));
    }

    /** The list of servers: how each one does, by its name. */
    private static void servers(FrameView frame, Emitter out) {
        new McpServers(out.scratch()).rememberAll(frame.node(""));
        out.emit(new McpStatusUpdated(frame.node("")));
    }

    private static void configured(FrameView frame, Emitter out) {
        new McpServers(out.scratch()).rememberAll(frame.at("/mcp"));
    }

    private static void disposed(FrameView frame, Emitter out) {
        String kind = frame.message().kind().path();
        out.emit(new SessionStateChanged(SessionState.STOPPED, kind, frame.optionalText("/directory")));
    }

    private static void noBrowser(FrameView frame, Emitter out) {
        String name = frame.optionalText("/mcpName");
        out.emit(new RuntimeWarning("no browser for the login page of " + name, frame.node("")));
    }

    private static void failed(FrameView frame, Emitter out) {
        out.emit(new RuntimeWarning(frame.text("/message"), null));
    }
}
