/** From the command to the first served page, on a folder that has been used before. */
import { join } from 'node:path';
import { median, printResult } from './frame/result.ts';
import { inFolder, type Running, startProduct, startServer } from './frame/running.ts';

const rounds = 5;

async function timeOf(start: () => Promise<Running>): Promise<number> {
  const running = await start();
  await running.stop();
  return running.readyMs;
}

await inFolder(async (folder) => {
  const product = () => startProduct(join(folder, 'product'));
  const twin = () =>
    startServer({
      script: ['bench/twins/bare-start.ts'],
      page: '/',
      env: { DATA_DIR: join(folder, 'twin') },
    });
  const first = await timeOf(product);
  await timeOf(twin);
  console.log(`first start, with the demonstration: ${Math.round(first)} ms to the first page`);
  const times: { product: number[]; twin: number[] } = { product: [], twin: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.product.push(await timeOf(product));
    times.twin.push(await timeOf(twin));
  }
  console.log(`product ${times.product.map(Math.round).join(' ')} ms`);
  console.log(`twin    ${times.twin.map(Math.round).join(' ')} ms`);
  printResult({
    name: 'start-up',
    value: median(times.product),
    unit: 'ms',
    twin: median(times.twin),
  });
});
