import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const server = createServer((_request, response) => response.end('ok'));
const chat = new WebSocketServer({ server });
chat.on('connection', (socket) => {
  socket.on('message', (raw) => {
    const text = raw.toString();
    for (const reader of chat.clients) reader.send(text);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
