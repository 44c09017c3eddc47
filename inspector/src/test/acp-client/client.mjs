// An editor's side of ACP, by the protocol's own library: opens a session, sends a prompt, allows what it is asked for.
// Prints what it saw, as one JSON object.
import {spawn} from 'node:child_process';
import {Readable, Writable} from 'node:stream';
import {client, methods, ndJsonStream} from '@agentclientprotocol/sdk';

const [command, ...words] = process.argv.slice(2);
const agent = spawn(command, words, {stdio: ['pipe', 'pipe', 'inherit']});
const exit = new Promise((resolve) => agent.on('exit', (code) => resolve(code)));
const seen = {text: '', tools: [], asked: []};

await client({name: 'tapedeck-test'})
  .onRequest(methods.client.session.requestPermission, ({params}) => {
    seen.asked.push(params.toolCall.title);
    return {outcome: {outcome: 'selected', optionId: params.options[0].optionId}};
  })
  .onNotification(methods.client.session.update, ({params: {update}}) => {
    if (update.sessionUpdate === 'agent_message_chunk') seen.text += update.content.text;
    if (update.sessionUpdate === 'tool_call_update' && update.status) seen.tools.push(update.status);
  })
  .connectWith(ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout)), async (peer) => {
    await peer.request(methods.agent.initialize, {protocolVersion: 1, clientCapabilities: {}});
    await peer.request(methods.agent.authenticate, {methodId: 'cursor_login'});
    const {sessionId} = await peer.request(methods.agent.session.new, {cwd: process.cwd(), mcpServers: []});
    const prompt = [{type: 'text', text: 'Please run it.'}];
    seen.stopReason = (await peer.request(methods.agent.session.prompt, {sessionId, prompt})).stopReason;
  });
agent.stdin.end();
seen.exit = await exit;
console.log(JSON.stringify(seen));
