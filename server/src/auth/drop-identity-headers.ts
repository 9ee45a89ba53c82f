import type { IncomingHttpHeaders } from 'node:http'

/** Headers by which a gateway tells the service who is calling. From a client they are a claim, no more. */
const claims = /^x-(wallet|merchant|subscription|gateway)/

/** Removes what a client claims to be. We are the gateway: who is calling follows from its credentials. */
export function dropIdentityHeaders(headers: IncomingHttpHeaders): void {
  for (const name in headers) {
    if (name.startsWith('x-') && claims.test(name)) delete headers[name]
  }
}
