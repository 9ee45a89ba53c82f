import { createKeccak } from 'hash-wasm'

/**
 * Reused, because no call can interrupt another. WebAssembly takes a sixth of the time that
 * JavaScript does.
 */
const hasher = await createKeccak(256)

/** Returns the Keccak-256 hash of bytes, or of a text as UTF-8, in hexadecimal. */
export function keccak256(data: Uint8Array | string): string {
  return hasher.init().update(data).digest()
}
