import { readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startDemoProduct, untilDemoIsWhole } from './demo-product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product answers, without a slash at the end. */
    baseUrl: string;
    /** Where encoders stream to, without the key. */
    rtmpUrl: string;
    /** The file that the running product writes its log to. */
    productLog: string;
  }
}

/** The product for all journeys; on the demonstration that MADE_DEMO names, else it makes its own. */
export default async function productForJourneys(project: TestProject) {
  const made = process.env.MADE_DEMO;
  const product = await startDemoProduct(made);
  const { baseUrl, rtmpPort, log, stop } = product;
  try {
    if (!made) await untilDemoIsWhole(product);
  } catch (failure) {
    await stop().catch(() => undefined);
    throw failure;
  }
  project.provide('baseUrl', baseUrl);
  project.provide('rtmpUrl', `rtmp://127.0.0.1:${rtmpPort}/live`);
  project.provide('productLog', log);
  return async () => {
    tellErrors(log);
    await stop();
  };
}

const mostTold = 20;

/** What the product itself called an error: the cause of failed journeys is often among them. */
function tellErrors(log: string): void {
  const errors = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  for (const line of errors.slice(0, mostTold))
    console.log(`the product said: ${line.slice(0, 600)}`);
}
