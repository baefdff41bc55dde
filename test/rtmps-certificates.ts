/**
 * Certificates for encoders that come by RTMPS: two, so that one can be renewed by the other. Signed by
 * themselves and believed by tests alone. The second was made like the first:
 * `openssl req -x509 -newkey ec`, with a hundred years to go.
 */
import { certificate, certificateKey } from './push-certificate.ts';

export const firstPair = { certificate, key: certificateKey, name: 'push.example.com' };

export const secondPair = {
  name: 'live.example.com',
  certificate: `-----BEGIN CERTIFICATE-----
MIIBqzCCAVCgAwIBAgIUBvKy9QAyOFLK8dnJWB1LHiaE0c4wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQbGl2ZS5leGFtcGxlLmNvbTAgFw0yNjExMjkxNTE1MzVaGA8y
MTI2MTEwNTE1MTUzNVowGzEZMBcGA1UEAwwQbGl2ZS5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABHivF8vcnZijc7Vv+jpib0hCfZgbf3rCk9P4
lXRcHmdrvZuuSAtDfipadlYBkKA6lW2epd0+93JExwS2BcDROhWjcDBuMB0GA1Ud
DgQWBBTFRInbf464OlkUa9T7ICj+zmir0jAfBgNVHSMEGDAWgBTFRInbf464OlkU
a9T7ICj+zmir0jAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEGxpdmUuZXhh
bXBsZS5jb20wCgYIKoZIzj0EAwIDSQAwRgIhAPrBA+QG0i9dvtLXpq/8mP6wtO2T
ySH6YF5MQ9jaKrvXAiEA/JpFa5Jf+HVQe3q9HzLEqwj0LjTChrbD1WG1ysEbRkA=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyf1gypbhB61vN6jJ
LUBoY4MXJjPA2qvGDIqQjL/lcw6hRANCAAR4rxfL3J2Yo3O1b/o6Ym9IQn2YG396
wpPT+JV0XB5na72brkgLQ34qWnZWAZCgOpVtnqXdPvdyRMcEtgXA0ToV
-----END PRIVATE KEY-----
`,
};
