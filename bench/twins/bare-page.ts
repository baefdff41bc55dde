/** The twin of a page in Lighthouse: a heading, and nothing that a browser could wait for. */
import { createServer } from 'node:http';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="A heading.">
<link rel="icon" href="data:,">
<title>A heading</title>
</head>
<body><main><h1>A heading</h1></main></body>
</html>`;

createServer((_request, answer) => {
  answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
}).listen(Number(process.env.PORT), '127.0.0.1');
