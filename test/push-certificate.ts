/**
 * The certificate of a push service that stands in for the real ones, signed by itself and believed by
 * tests alone. Made by `openssl req -x509 -newkey ec`, with a hundred years to go.
 */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBqzCCAVCgAwIBAgIUU93ZGmsFRTAJCU7ax8dIPz2dJA0wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcHVzaC5leGFtcGxlLmNvbTAgFw0yNjExMjgxMDEyMDNaGA8y
MTI2MTEwNDEwMTIwM1owGzEZMBcGA1UEAwwQcHVzaC5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABI9vISfMYtTqeWZ1Wj7qjJQBpFIXok7HFAHv
28hcvmS+VGgZL16D2zOJGrBeR6UwUny/JeflhJdXNe40hYqOhJWjcDBuMB0GA1Ud
DgQWBBRfyIIFyHjPefs4XB4ApFCQJGanJTAfBgNVHSMEGDAWgBRfyIIFyHjPefs4
XB4ApFCQJGanJTAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHB1c2guZXhh
bXBsZS5jb20wCgYIKoZIzj0EAwIDSQAwRgIhALVlZXjuD9OxvAonjSNxZODTAdLu
8G73rR2p9hM7WHI7AiEAg9BZRSZgPTtpx2Xo1HMsCPB3wMGxUIs289fFTOcVm0U=
-----END CERTIFICATE-----
`;

/** Its key, which opens nothing. */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgc+gdShjTgKPUwSH3
9/u6s9drZ1FJJkKX0KO0PduqPW2hRANCAASPbyEnzGLU6nlmdVo+6oyUAaRSF6JO
xxQB79vIXL5kvlRoGS9eg9sziRqwXkelMFJ8vyXn5YSXVzXuNIWKjoSV
-----END PRIVATE KEY-----
`;
