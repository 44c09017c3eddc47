package dev.tapedeck.rules;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects that say in one member what they are, without an envelope: a book says which types are requests, which are
 * answers, and where their ids stand.
 *
 * <p>Ids keep type and digits; a request and its answer are joined per direction, as in JSON-RPC.
 */
public final class TypedDialect implements Dialect {
    private final JsonPointer type;
    private final Map<String, List<JsonPointer>> discriminators;
    private final Map<String, JsonPointer> requests;
    private final Map<String, Answer> answers;

    /**
     * @param type where a frame says what it is
     * @param discriminators for each kind that goes deeper, where its further parts stand
     * @param requests types that ask for an answer, and where their id stands
     * @param answers types that answer
     */
    public TypedDialect(
            JsonPointer type,
            Map<String, List<JsonPointer>> discriminators,
            Map<String, JsonPointer> requests,
            Map<String, Answer> answers) {
        this.type = type;
        this.discriminators = Map.copyOf(discriminators);
        this.requests = Map.copyOf(requests);
        this.answers = Map.copyOf(answers);
    }

    /**
     * How frames of one type answer.
     *
     * @param id where the id of the request stands
     * @param verdict where it stands whether the request is refused
     * @param refused the word that says so
     */
    public record Answer(JsonPointer id, JsonPointer verdict, String refused) {}

    @Override
    public Session open() {
        return new TypedSession();
    }

    private final class TypedSession implements Session {
        private final Map<RequestRef, String> clientRequests = new HashMap<>();
        private final Map<RequestRef, String> serverRequests = new HashMap<>();
        private final KindReader kinds = new KindReader(discriminators);

        @Override
        public Message read(Frame frame, JsonNode json) {
            JsonNode told = json.at(type);
            String word = told.isValueNode() && !told.isNull() ? told.asText() : Kind.UNTOLD;
            Answer answer = answers.get(word);
            if (answer != null) {
                return answer(frame, json, answer);
            }
            Kind kind = kinds.read(word, json);
            JsonPointer place = requests.get(word);
            RequestRef id = place == null ? null : JsonRpcDialect.idOf(json.at(place));
            if (id == null) {
                return new Message(frame, json, kind, Role.NOTIFICATION, null, null);
            }
            requestsFrom(frame.direction()).put(id, kind.path());
            return new Message(frame, json, kind, Role.REQUEST, id, null);
        }

        private Message answer(Frame frame, JsonNode json, Answer answer) {
            RequestRef id = JsonRpcDialect.idOf(json.at(answer.id()));
            Direction asker = frame.direction() == Direction.IN ? Direction.OUT : Direction.IN;
            @Nullable String replyTo = id == null ? null : requestsFrom(asker).remove(id);
            Role role = json.at(answer.verdict()).asText().equals(answer.refused()) ? Role.ERROR : Role.RESULT;
            String mark = role == Role.ERROR ? "#error" : "#result";
            return new Message(frame, json, kinds.named((replyTo == null ? "" : replyTo) + mark), role, id, replyTo);
        }

        private Map<RequestRef, String> requestsFrom(Direction asker) {
            return asker == Direction.IN ? clientRequests : serverRequests;
        }
    }
}
