import { createContext } from 'react';

/** The nonce of inline scripts; empty in the browser, which hides it anyway. */
export const NonceContext = createContext('');
