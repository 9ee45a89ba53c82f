/**
 * Passes for what a service may be called in its headers, and when nothing is said.
 *
 * @throws {TypeError} for anything else
 */
export function requireServiceName(serviceName: string | undefined): void {
  if (serviceName === undefined || /^[A-Za-z][A-Za-z0-9-]{0,31}$/.test(serviceName)) return
  throw new TypeError(
    "serviceName must be the service's SERVICE_NAME, like Acme for X-Acme-Signature.",
  )
}
