import type { UnixMs } from './time.js'

/** Crockford's base 32: no letters that resemble digits, safe in URLs. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The kind of an id, which makes a pasted id recognizable. */
export type IdPrefix =
  | 'key'
  | 'dsub'
  | 'ses'
  | 'inv'
  | 'reg'
  | 'csh'
  | 'dev'
  | 'psn'
  | 'itm'
  | 'rcpt'
  | 'rfnd'
  | 'cmt'
  | 'task'
  | 'txn'
  | 'proc'
  | 'run'
  | 'whk'
  | 'alrt'
  | 'chk'
  | 'onr'
  | 'plan'
  | 'sub'
  | 'usr'
  | 'view'
  | 'cus'
  | 'job'
  | 'ntf'

/** Enough for 35 bits, until the year 3058. */
const secondsLength = 7

/** Encodes the second of a time as seven characters of base 32, which sort like the time. */
export function encodeSeconds(time: UnixMs): string {
  let text = ''
  let rest = Math.floor(time / 1_000)
  while (text.length < secondsLength) {
    text = alphabet[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Encodes bytes as base 32, most significant bit first: 16 bytes become 26 characters. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0

  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(buffer >> bits) & 31]
    }
    buffer &= (1 << bits) - 1
  }
  if (bits > 0) text += alphabet[(buffer << (5 - bits)) & 31]

  return text
}
