/** Makes a create call safe to retry. */
export type CreateOptions = {
  /**
   * 1 to 255 printable ASCII characters without spaces, unique for each object you create. The
   * service runs requests with the same key once, so the client retries them as it retries a GET.
   */
  idempotencyKey?: string | undefined
}

const sendableKey = /^[\x21-\x7e]{1,255}$/

/**
 * Returns the idempotency key, or `undefined` when none is set.
 *
 * @throws {TypeError} when the key cannot be sent as a header
 */
export function readIdempotencyKey({ idempotencyKey }: CreateOptions): string | undefined {
  if (idempotencyKey === undefined || sendableKey.test(idempotencyKey)) return idempotencyKey
  throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters without spaces.')
}
