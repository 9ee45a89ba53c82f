/**
 * Requires a valid service name, or none.
 *
 * @throws {TypeError} for an invalid name
 */
export function requireServiceName(serviceName: string | undefined): void {
  if (serviceName === undefined || /^[A-Za-z][A-Za-z0-9-]{0,31}$/.test(serviceName)) return
  throw new TypeError(
    "serviceName must be the service's SERVICE_NAME, such as Acme for X-Acme-Signature.",
  )
}
