package dev.tapedeck.rules;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects that say in one member what they are: a book says which types are requests, which are answers, and where
 * their ids stand.
 *
 * <p>Ids keep type and digits; a request and its answer are joined per direction, as in JSON-RPC. Where such objects
 * come as server-sent events, HTTP exchanges stand beside them: a response is joined with its request by the number
 * of the exchange, and a call may answer a request that an event opened.
 */
public final class TypedDialect implements Dialect {
    /** Exchanges without a response that are remembered; a stream that is subscribed to never has one. */
    private static final int MAX_EXCHANGES = 1024;

    private final Shape shape;
    private final Map<String, List<JsonPointer>> discriminators;
    private final Map<String, JsonPointer> requests;
    private final Map<String, Answer> answers;
    private final HttpCalls calls;
    private final Map<String, String> callAnswers;

    /**
     * @param discriminators for each kind that goes deeper, where its further parts stand
     * @param requests types, or kinds where only some of a type's do, that ask for an answer, and where their id stands
     * @param answers types that answer
     * @param kinds kinds of rules, among them the HTTP calls that are told apart
     * @param callAnswers calls that answer, and the parameter of their path that is the request's id
     */
    TypedDialect(
            Shape shape,
            Map<String, List<JsonPointer>> discriminators,
            Map<String, JsonPointer> requests,
            Map<String, Answer> answers,
            Set<String> kinds,
            Map<String, String> callAnswers) {
        this.shape = shape;
        this.discriminators = Map.copyOf(discriminators);
        this.requests = Map.copyOf(requests);
        this.answers = Map.copyOf(answers);
        this.callAnswers = Map.copyOf(callAnswers);
        Set<String> called = new HashSet<>(kinds);
        called.addAll(callAnswers.keySet());
        this.calls = new HttpCalls(called);
    }

    /**
     * Where frames keep what they are and what they say.
     *
     * @param type where a frame says what it is
     * @param body the member that rules read as the frame; empty, or absent from a frame: the whole frame
     * @param wrapper a member in which the same objects stand on some streams; empty when there is none
     */
    record Shape(String type, String body, String wrapper) {
        /** Pointer of the object itself, within its wrapper where it has one. */
        String object(JsonNode json) {
            return !wrapper.isEmpty() && json.at(FrameView.compiled(wrapper)).isObject() ? wrapper : "";
        }

        /** Pointer of the member that rules read as the frame. */
        String base(String object, JsonNode json) {
            if (body.isEmpty()) {
                return object;
            }
            return json.at(FrameView.compiled(object + body)).isMissingNode() ? object : object + body;
        }
    }

    /**
     * How frames of one type answer.
     *
     * @param id where the id of the request stands
     * @param method where it stands what is answered, for requests without an id; null where none does
     * @param verdict where it stands whether the request is refused
     * @param refused the word that says so
     */
    public record Answer(JsonPointer id, @Nullable JsonPointer method, JsonPointer verdict, String refused) {}

    @Override
    public Session open() {
        return new TypedSession();
    }

    @Override
    public @Nullable JsonPointer placeOfId(Message message) {
        String word = word(message.json(), shape.object(message.json()));
        Answer answer = answers.get(word);
        JsonPointer place = answer != null ? answer.id() : placeOfRequest(message.kind(), word);
        return place == null ? null : JsonPointer.compile(message.base()).append(place);
    }

    private @Nullable JsonPointer placeOfRequest(Kind kind, String word) {
        return requests.getOrDefault(kind.path(), requests.get(word));
    }

    /** What an object says it is. */
    private String word(JsonNode json, String object) {
        JsonNode told = json.at(FrameView.compiled(object + shape.type()));
        return told.isValueNode() && !told.isNull() ? told.asText() : Kind.UNTOLD;
    }

    private final class TypedSession implements Session {
        private final Map<RequestRef, String> clientRequests = new HashMap<>();
        private final Map<RequestRef, String> serverRequests = new HashMap<>();
        private final Map<Long, HttpCalls.Call> exchanges = new LinkedHashMap<>();
        private final KindReader kinds = new KindReader(discriminators);

        @Override
        public Message read(Frame frame, JsonNode json) {
            return switch (frame.carrier()) {
                case Carrier.Line line -> object(frame, json);
                case Carrier.SseEvent event -> object(frame, json);
                case Carrier.HttpRequest request -> call(frame, json, request);
                case Carrier.HttpResponse response -> response(frame, json, response);
            };
        }

        @Override
        public Session fork() {
            TypedSession fork = new TypedSession();
            fork.clientRequests.putAll(clientRequests);
            fork.serverRequests.putAll(serverRequests);
            fork.exchanges.putAll(exchanges);
            return fork;
        }

        private Message object(Frame frame, JsonNode json) {
            String object = shape.object(json);
            String word = word(json, object);
            String base = shape.base(object, json);
            JsonNode body = base.isEmpty() ? json : json.at(FrameView.compiled(base));
            Answer answer = answers.get(word);
            if (answer != null) {
                return answer(frame, json, base, body, answer);
            }
            Kind kind = kinds.read(word, body);
            JsonPointer place = placeOfRequest(kind, word);
            RequestRef id = place == null ? null : JsonRpcDialect.idOf(body.at(place));
            if (id == null) {
                return new Message(frame, json, kind, Role.NOTIFICATION, null, null, base, Map.of());
            }
            requestsFrom(frame.direction()).put(id, kind.path());
            return new Message(frame, json, kind, Role.REQUEST, id, null, base, Map.of());
        }

        private Message answer(Frame frame, JsonNode json, String base, JsonNode body, Answer answer) {
            RequestRef id = JsonRpcDialect.idOf(body.at(answer.id()));
            Direction asker = frame.direction() == Direction.IN ? Direction.OUT : Direction.IN;
            @Nullable String joined = id == null ? null : requestsFrom(asker).remove(id);
            boolean told = joined == null && answer.method() != null;
            @Nullable String replyTo = told ? body.at(answer.method()).textValue() : joined;
            boolean refused = body.at(answer.verdict()).asText().equals(answer.refused());
            Role role = refused ? Role.ERROR : Role.RESULT;
            return new Message(frame, json, answerTo(replyTo, role), role, id, replyTo, base, Map.of());
        }

        private Message call(Frame frame, JsonNode json, Carrier.HttpRequest request) {
            HttpCalls.Call call = calls.find(request.method(), request.path());
            exchanges.put(request.exchange(), call);
            if (exchanges.size() > MAX_EXCHANGES) {
                exchanges.remove(exchanges.keySet().iterator().next());
            }
            String answered = callAnswers.get(call.kind());
            if (answered == null) {
                RequestRef id = exchange(request.exchange());
                return new Message(
                        frame, json, kinds.named(call.kind()), Role.REQUEST, id, null, "", call.parameters());
            }
            RequestRef id = new RequestRef(call.parameters().getOrDefault(answered, ""), false);
            String replyTo = serverRequests.remove(id);
            return new Message(
                    frame, json, answerTo(replyTo, Role.RESULT), Role.RESULT, id, replyTo, "", call.parameters());
        }

        private Message response(Frame frame, JsonNode json, Carrier.HttpResponse response) {
            HttpCalls.Call call = exchanges.remove(response.exchange());
            String replyTo = call == null ? null : call.kind();
            Map<String, String> parameters = call == null ? Map.of() : call.parameters();
            Role role = response.status() >= 200 && response.status() < 400 ? Role.RESULT : Role.ERROR;
            RequestRef id = exchange(response.exchange());
            return new Message(frame, json, answerTo(replyTo, role), role, id, replyTo, "", parameters);
        }

        private Kind answerTo(@Nullable String request, Role role) {
            return kinds.named((request == null ? "" : request) + (role == Role.ERROR ? "#error" : "#result"));
        }

        private static RequestRef exchange(long number) {
            return new RequestRef(Long.toString(number), true);
        }

        private Map<RequestRef, String> requestsFrom(Direction asker) {
            return asker == Direction.IN ? clientRequests : serverRequests;
        }
    }
}
