/**
 * A certificate that signs itself, for hooks.example.com and 127.0.0.2, good until 2120, and its key.
 * Both are public and good for nothing but tests.
 */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFob29rcy5l
eGFtcGxlLmNvbTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAAQtPZ37cKKp9W85l5/U7jdEoeN+tUgzhEz3AaGoCCCrYwQz+LUL/ufomWMV
J6xW+E6SKttGDqW4U5Kp8nTTyleno1YwVDAiBgNVHREEGzAZghFob29rcy5leGFt
cGxlLmNvbYcEfwAAAjAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTnrD6btUF2
vRofA47vk3gzfjQtVDAKBggqhkjOPQQDAgNJADBGAiEA/LChTlp9eG87TWVD73uv
bpOgYbQGdMknFlZIub/gxz0CIQDMt7Y/trVb2vl1jXtrSiguy9lj94UrNiOefFDi
WomICg==
-----END CERTIFICATE-----
`

export const testCertificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGWe34wt20JfXq8k2
Qsb+1jaJkX4+eDulbgzvRSWqd5ChRANCAAQtPZ37cKKp9W85l5/U7jdEoeN+tUgz
hEz3AaGoCCCrYwQz+LUL/ufomWMVJ6xW+E6SKttGDqW4U5Kp8nTTylen
-----END PRIVATE KEY-----
`
