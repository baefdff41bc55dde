import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

// What is sent is written to one file, and nothing else is done with it.
createServer(async (request, response) => {
  if (request.method === 'POST')
    await pipeline(request, createWriteStream(String(process.env.FILE)));
  response.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
