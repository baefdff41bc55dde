import serveStatic from '@fastify/static';
import Fastify from 'fastify';

const app = Fastify();
await app.register(serveStatic, { root: String(process.env.FOLDER) });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
