import { createContext } from 'react-router';
import type { Brand } from '#contract/shared/brand.ts';
import type { Language } from '#contract/shared/language-list.ts';

export type InProcessRequest = {
  method: string;
  /** As the contract has it, with the names of its parameters. */
  path: string;
  params?: unknown;
  query?: unknown;
  body?: unknown;
  language: Language;
};
/** Calls an endpoint inside the process, as a stranger: never with a cookie or a token. */
export type InProcessCall = (
  request: InProcessRequest,
) => Promise<{ status: number; answer: unknown }>;

/** What the server gives to loaders of public pages. It never holds who is asking. */
export type PageContext = {
  call: InProcessCall;
  language: Language;
  nonce: string;
  publicUrl: string;
  brand: Brand;
  /** Where somebody who is not logged in is led from an address that does not exist. */
  unknownPaths: '/' | '/login';
  /** Are the pages shown that only whoever builds the product needs? */
  previews: boolean;
  /** Takes the rendered page as it is: inside a `Response` it would be encoded and decoded again. */
  handOver: (html: string) => void;
};

export const pageContext = createContext<PageContext>();
